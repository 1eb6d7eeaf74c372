/*
 * What a unit program computes at events (`unit.ts`), read from resources/program.txt. `step.h` has
 * communication steps. The functions of FMI are in `fmi2.c` and `fmi3.c`.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 16 };
enum group { gU, gM, gD, gX, gP, gRate };
enum cause { byTime, byClock, byCrossing, byInput, byRule };
enum clockKind { constant, fixed, tunable, changing, countdown, triggered, output };

typedef struct {
  int target, index, keep, sources;
  double add, factor[most];
  int group[most], element[most];
} Assignment;

typedef struct {
  int cause, of, assignments, ticks, starts, stops;
  double interval;
  Assignment assignment[4];
} Rule;

typedef struct {
  int kind, intervals, rest, tuned;
  double interval, shift, list[most];
  /* What the importer was told. */
  double told;
  bool known, fresh;
  int ticks;
  /* Discrete input that belongs to the Clock, or -1. */
  int takes;
} Clock;

/* A parameter a, an input w and an output b = a + w of rows x n elements. */
typedef struct {
  bool present, whole;
  int size, rows, n;
  double start, a[most], w[most], seen[most];
} Arrays;

/* A text parameter q and a text input s, as numbers of words. */
typedef struct {
  int q, s, seen, shows;
} Texts;

typedef struct {
  int nu, nm, nd, nx, np, crossings, series, clocks, rules;
  int drifts, strict, sparse, stepEvents, eventMode, silent, earlyReturn, variableStep, exchange;
  double start, step;
  double value[6][most], seen[most];
  double slope[most], gain[most], coupling[most], level[most];
  int levelOf[most];
  bool above[most], active[most];
  double first[most], interval[most], nextTime[most];
  int count[most], come[most];
  Clock clock[most];
  Rule rule[32];
  Arrays arrays;
  Texts texts;
  bool clocked[most];
  double time;
  /* Passes of the present event, and the causes of the next one. */
  int passes;
  bool ran[32], crossed[most];
} Unit;

static double number(FILE* f) {
  double x = 0;
  if (fscanf(f, "%lf", &x) != 1) abort();
  return x;
}
static int whole(FILE* f) { return (int)number(f); }

/* Gives the arrays a size, and the unit's own start values. */
static void resize(Arrays* arrays, int n) {
  arrays->n = n;
  for (int k = 0; k < arrays->rows * n; k++) {
    arrays->a[k] = arrays->start + (n == arrays->size ? 0 : (arrays->whole ? n : n / 4.0) + k);
    arrays->w[k] = arrays->seen[k] = 0;
  }
}

static void readArrays(Unit* m, FILE* f) {
  Arrays* arrays = &m->arrays;
  arrays->present = whole(f), arrays->whole = whole(f), arrays->size = whole(f), arrays->rows = whole(f);
  arrays->start = number(f);
  if (arrays->present) resize(arrays, arrays->size);
  m->texts.q = whole(f), m->texts.s = m->texts.seen = whole(f), m->texts.shows = whole(f);
}

static void readRules(Unit* m, FILE* f) {
  for (int i = 0; i < m->rules; i++) {
    Rule* r = &m->rule[i];
    r->cause = whole(f), r->of = whole(f), r->ticks = whole(f), r->starts = whole(f);
    r->interval = number(f), r->stops = whole(f), r->assignments = whole(f);
    for (int k = 0; k < r->assignments; k++) {
      Assignment* a = &r->assignment[k];
      a->target = whole(f), a->index = whole(f), a->keep = whole(f), a->add = number(f), a->sources = whole(f);
      for (int j = 0; j < a->sources; j++) a->factor[j] = number(f), a->group[j] = whole(f), a->element[j] = whole(f);
    }
  }
}

static void readProgram(Unit* m, const char* file) {
  FILE* f = fopen(file, "r");
  if (f == NULL) abort();
  memset(m, 0, sizeof *m);
  m->nu = whole(f), m->nm = whole(f), m->nd = whole(f), m->nx = whole(f), m->np = whole(f);
  m->crossings = whole(f), m->series = whole(f), m->clocks = whole(f), m->rules = whole(f);
  m->drifts = whole(f), m->strict = whole(f), m->sparse = whole(f), m->stepEvents = whole(f);
  m->eventMode = whole(f), m->silent = whole(f), m->earlyReturn = whole(f), m->variableStep = whole(f);
  m->exchange = whole(f), m->start = number(f), m->step = number(f) / 3e6;
  for (int i = 0; i < m->nd; i++) m->value[gD][i] = number(f);
  for (int i = 0; i < m->np; i++) m->value[gP][i] = number(f);
  for (int i = 0; i < m->nx; i++)
    m->value[gX][i] = number(f), m->value[gRate][i] = number(f), m->gain[i] = number(f), m->coupling[i] = number(f);
  for (int i = 0; i < m->crossings; i++) m->levelOf[i] = whole(f), m->level[i] = number(f);
  for (int i = 0; i < m->series; i++) {
    m->first[i] = number(f), m->interval[i] = number(f), m->count[i] = whole(f);
    m->nextTime[i] = m->count[i] > 0 ? (m->start + m->first[i]) / 3e6 : INFINITY;
  }
  for (int i = 0; i < m->clocks; i++) {
    Clock* c = &m->clock[i];
    c->kind = whole(f), c->interval = number(f), c->shift = number(f), c->rest = whole(f), c->tuned = whole(f);
    c->takes = whole(f), c->intervals = whole(f);
    if (c->takes >= 0) m->clocked[c->takes] = true;
    for (int k = 0; k < c->intervals; k++) c->list[k] = number(f);
    c->known = c->kind == changing, c->fresh = c->kind != countdown;
    if (c->known) c->told = c->list[0] / 3e6;
  }
  readRules(m, f);
  readArrays(m, f);
  fclose(f);
}

static void derivatives(const Unit* m, double* dx) {
  for (int k = 0; k < m->nx; k++)
    dx[k] = m->value[gRate][k] + (m->nu > 0 ? m->gain[k] * m->value[gU][k % m->nu] : 0) +
            (k > 0 ? m->coupling[k] * m->value[gX][k - 1] : 0);
}

static bool isAbove(const Unit* m, int i) { return m->value[gX][m->levelOf[i]] > m->level[i]; }

/* Keeps the discrete inputs that an event has seen. */
static void remember(Unit* m) {
  memcpy(m->seen, m->value[gM], sizeof m->seen);
  memcpy(m->arrays.seen, m->arrays.w, sizeof m->arrays.seen);
  m->texts.seen = m->texts.s;
}

static void initialized(Unit* m) {
  remember(m);
  for (int i = 0; i < m->crossings; i++) m->above[i] = isAbove(m, i);
  m->passes = 0;
}

static void entered(Unit* m) {
  memset(m->active, 0, sizeof m->active);
  m->passes = 0;
}

static bool seriesDue(const Unit* m, int k) {
  const double slack = m->strict && m->exchange ? 0 : 1e-10 * fmax(1, fabs(m->time));
  return m->nextTime[k] <= m->time + slack;
}

/* Causes of a pass. The first pass of an event has Clocks, later ones have rules. */
typedef struct {
  bool first, input, series[most], crossed[most];
} Due;

static bool isDue(const Unit* m, const Rule* r, const Due* due) {
  switch (r->cause) {
    case byTime: return r->of < m->series && due->series[r->of];
    case byClock: return due->first && m->active[r->of];
    case byCrossing: return r->of < m->crossings && due->crossed[r->of];
    case byInput: return due->input;
    default: return !due->first && m->ran[r->of];
  }
}

static bool inputsChanged(const Unit* m) {
  for (int k = 0; k < m->nm; k++)
    if (!m->clocked[k] && m->value[gM][k] != m->seen[k]) return true;
  for (int k = 0; k < m->arrays.rows * m->arrays.n; k++)
    if (m->arrays.w[k] != m->arrays.seen[k]) return true;
  return m->texts.s != m->texts.seen;
}

/* Returns the causes of the next pass of an event. */
static Due dueNow(const Unit* m) {
  Due due = {.first = m->passes == 0};
  for (int k = 0; k < m->series; k++) due.series[k] = due.first && seriesDue(m, k);
  for (int i = 0; i < m->crossings; i++) due.crossed[i] = due.first ? isAbove(m, i) != m->above[i] : m->crossed[i];
  due.input = due.first && inputsChanged(m);
  return due;
}

/* What a pass tells. */
typedef struct {
  bool again, values, stops, ticks[most];
  int starts[32];
} Told;

/* Runs one pass. */
static Told pass(Unit* m, Due due) {
  Told told = {0};
  bool ran[32] = {0}, set[most] = {0};
  for (int i = 0; i < m->crossings; i++)
    if (due.crossed[i]) m->above[i] = !m->above[i];
  for (int i = 0; i < m->rules; i++) {
    const Rule* r = &m->rule[i];
    told.starts[i] = -1;
    if (!isDue(m, r, &due)) continue;
    ran[i] = true;
    for (int k = 0; k < r->assignments; k++) {
      const Assignment* a = &r->assignment[k];
      double sum = a->add;
      for (int j = 0; j < a->sources; j++) sum += a->factor[j] * m->value[a->group[j]][a->element[j]];
      m->value[a->target][a->index] = a->keep * m->value[a->target][a->index] + sum;
      if (a->target == gX) told.values = set[a->index] = true;
    }
    if (r->ticks >= 0) told.ticks[r->ticks] = true;
    told.starts[i] = r->starts;
    if (r->stops >= 0) told.stops = true, m->come[r->stops] = m->count[r->stops], m->nextTime[r->stops] = INFINITY;
  }
  for (int k = 0; k < m->series; k++) {
    if (!due.series[k] || m->nextTime[k] == INFINITY) continue;
    const int n = ++m->come[k];
    if (n >= m->count[k]) m->nextTime[k] = INFINITY;
    else if (m->drifts) m->nextTime[k] += m->interval[k] / 3e6;
    else m->nextTime[k] = (m->start + m->first[k] + n * m->interval[k]) / 3e6;
  }
  memcpy(m->ran, ran, sizeof ran);
  for (int i = 0; i < m->crossings; i++)
    m->crossed[i] = set[m->levelOf[i]] && isAbove(m, i) != m->above[i], told.again = told.again || m->crossed[i];
  for (int i = 0; i < m->rules; i++)
    if (m->rule[i].cause == byRule && ran[m->rule[i].of]) told.again = true;
  return told;
}

/* Makes a pass of an event. Returns what it tells. */
static Told update(Unit* m) {
  const Told told = pass(m, dueNow(m));
  for (int i = 0; i < m->clocks; i++) {
    Clock* c = &m->clock[i];
    if (!m->active[i]) continue;
    c->ticks++;
    if (c->kind == countdown) c->known = c->fresh = false;
    if (c->kind != changing) continue;
    const double next = c->list[c->ticks < c->intervals ? c->ticks : c->intervals - 1] / 3e6;
    c->fresh = next != c->told, c->told = next;
  }
  for (int i = 0; i < m->rules; i++)
    if (told.starts[i] >= 0) {
      Clock* c = &m->clock[told.starts[i]];
      c->told = m->rule[i].interval / 3e6, c->known = c->fresh = true;
    }
  memset(m->active, 0, sizeof m->active);
  remember(m);
  m->passes++;
  return told;
}

static double nextEvent(const Unit* m) {
  double next = INFINITY;
  for (int k = 0; k < m->series; k++) next = fmin(next, m->nextTime[k]);
  return next;
}

/* Place of a variable, or NULL. */
static double* at(Unit* m, unsigned reference) {
  static const int groups[] = {gU, gM, gD, gX};
  if (reference >= 10 && reference < 50) return &m->value[groups[reference / 10 - 1]][reference % 10];
  return reference >= 60 && reference < 70 ? &m->value[gP][reference - 60] : NULL;
}

/* Value of a variable, or NAN. */
static double value(Unit* m, unsigned reference) {
  const double* place = at(m, reference);
  double dx[most];
  derivatives(m, dx);
  if (place != NULL) return *place;
  if (reference == 0) return m->time;
  if (reference == 86) return 10 * m->texts.q + m->texts.s;
  return reference >= 50 && reference < 60 ? dx[reference - 50] : NAN;
}

/* Sets a variable. An input without a derivative behind it is held. */
static bool assign(Unit* m, unsigned reference, double x) {
  double* place = at(m, reference);
  if (place == NULL) return false;
  if (reference >= 10 && reference < 20) m->slope[reference - 10] = 0;
  if (reference == 60 && *place != x)
    for (int k = 0; k < m->clocks; k++)
      if (m->clock[k].kind == tunable) m->clock[k].fresh = true;
  *place = x;
  return true;
}

/* Writes the elements of a variable. Returns their number. */
static size_t elements(Unit* m, unsigned reference, double* to) {
  const Arrays* arrays = &m->arrays;
  if (reference < 81 || reference > 83) {
    *to = value(m, reference);
    return 1;
  }
  const size_t n = arrays->rows * arrays->n;
  for (size_t k = 0; k < n; k++) to[k] = (reference == 82 ? 0 : arrays->a[k]) + (reference == 81 ? 0 : arrays->w[k]);
  return n;
}

/* Sets the elements of a variable. Returns their number, or 0 if it is refused. */
static size_t setElements(Unit* m, unsigned reference, const double* from) {
  Arrays* arrays = &m->arrays;
  if (reference != 81 && reference != 82) return assign(m, reference, *from);
  const size_t n = arrays->rows * arrays->n;
  memcpy(reference == 81 ? arrays->a : arrays->w, from, n * sizeof *from);
  return n;
}

static const char* const words[] = {"", "a", "a b", " 0", "1e3", "\xc3\xa4\"\xe2\x82\xac", "x,y", "NaN"};
enum { wordCount = sizeof words / sizeof *words };

/* Text of a variable. */
static const char* word(const Unit* m, unsigned reference) {
  const Texts* texts = &m->texts;
  if (reference == 84) return words[texts->q];
  if (reference == 85) return words[texts->s];
  const double shown = fmod(floor(texts->q + texts->s + m->value[gD][texts->shows]), wordCount);
  return words[(int)(shown < 0 ? shown + wordCount : shown)];
}

/* Sets a text. Returns false for a text that is not a word. */
static bool setWord(Unit* m, unsigned reference, const char* text) {
  for (int k = 0; k < wordCount; k++) {
    if (strcmp(words[k], text) != 0) continue;
    *(reference == 84 ? &m->texts.q : &m->texts.s) = k;
    return true;
  }
  return false;
}

/* A unit with its mode. */
typedef struct {
  Unit unit;
  /* Event Mode is active. Steps instead of model exchange. Early returns are allowed. */
  bool event, steps, early, configures;
  unsigned char bytes[4];
} Instance;

/* Returns the unit as it is after the next pass, while an event is handled. */
static Unit* seen(Instance* self, Unit* copy) {
  if (!self->event) return &self->unit;
  *copy = self->unit;
  pass(copy, dueNow(copy));
  return copy;
}

/* Returns a copy of an instance, in this place if there is one. */
static Instance* copyOf(const Instance* self, Instance* place) {
  if (place == NULL) place = malloc(sizeof *place);
  *place = *self;
  return place;
}

static Instance* create(const char* file) {
  Instance* self = calloc(1, sizeof *self);
  readProgram(&self->unit, file);
  return self;
}
