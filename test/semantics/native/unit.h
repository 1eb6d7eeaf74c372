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
} Clock;

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
    c->intervals = whole(f);
    for (int k = 0; k < c->intervals; k++) c->list[k] = number(f);
    c->known = c->kind == changing, c->fresh = c->kind != countdown;
    if (c->known) c->told = c->list[0] / 3e6;
  }
  readRules(m, f);
  fclose(f);
}

static void derivatives(const Unit* m, double* dx) {
  for (int k = 0; k < m->nx; k++)
    dx[k] = m->value[gRate][k] + (m->nu > 0 ? m->gain[k] * m->value[gU][k % m->nu] : 0) +
            (k > 0 ? m->coupling[k] * m->value[gX][k - 1] : 0);
}

static bool isAbove(const Unit* m, int i) { return m->value[gX][m->levelOf[i]] > m->level[i]; }

static void initialized(Unit* m) {
  memcpy(m->seen, m->value[gM], sizeof m->seen);
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
    if (m->value[gM][k] != m->seen[k]) return true;
  return false;
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
  memcpy(m->seen, m->value[gM], sizeof m->seen);
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

/* A unit with its mode. */
typedef struct {
  Unit unit;
  /* Event Mode is active. Steps instead of model exchange. Early returns are allowed. */
  bool event, steps, early;
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
