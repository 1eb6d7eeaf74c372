/* Builds a loop from its plan, which is fully validated. */
#include "native-loop-parts.h"

typedef struct {
  const LoopPlan* plan;
  uint32_t word, real;
  bool wrong;
} Reader;

static uint32_t word(Reader* r) {
  if (r->word < r->plan->wordCount) return r->plan->words[r->word++];
  r->wrong = true;
  return 0;
}

static double real(Reader* r) {
  if (r->real < r->plan->realCount) return r->plan->reals[r->real++];
  r->wrong = true;
  return 0;
}

/* Reads a count of items, each with at least one word. */
static uint32_t count_of(Reader* r) {
  const uint32_t count = word(r);
  if (count <= r->plan->wordCount - r->word) return count;
  r->wrong = true;
  return 0;
}

/*
 * A place consists of an array and an element, followed by this number of used elements. Returns
 * NULL for an invalid place.
 */
static void* place(Reader* r, uint32_t elements, uint32_t* kind) {
  const uint32_t array = word(r), element = word(r);
  if (!r->wrong && array < r->plan->arrayCount) {
    const Array* a = &r->plan->arrays[array];
    if (element <= a->length && elements <= a->length - element) {
      *kind = a->kind;
      return (uint8_t*)a->at + (size_t)element * sizes[a->kind];
    }
  }
  r->wrong = true;
  *kind = kind_f64;
  return NULL;
}

static void* place_of(Reader* r, uint32_t elements, uint32_t wanted) {
  uint32_t kind;
  void* at = place(r, elements, &kind);
  if (kind != wanted) r->wrong = true;
  return at;
}

static double* doubles(Reader* r, uint32_t elements) { return place_of(r, elements, kind_f64); }

static Move move_of(Reader* r) {
  uint32_t from, to;
  Move m = {.from = place(r, 1, &from)};
  m.to = place(r, 1, &to);
  m.fromKind = (uint8_t)from;
  m.toKind = (uint8_t)to;
  if (!can_move(from, to)) r->wrong = true;
  return m;
}

static Move* moves(Reader* r, uint32_t* count) {
  *count = count_of(r);
  Move* all = list(*count, sizeof *all);
  for (uint32_t i = 0; i < *count; i++) all[i] = move_of(r);
  return all;
}

/* Reads copies, and separates copies between doubles from the others. */
static void sorted_moves(Reader* r, Double** reals, uint32_t* realCount, Move** others, uint32_t* otherCount) {
  uint32_t count;
  Move* all = moves(r, &count);
  *reals = list(count, sizeof **reals);
  *others = all;
  *realCount = *otherCount = 0;
  for (uint32_t i = 0; i < count; i++)
    if (all[i].fromKind == kind_f64 && all[i].toKind == kind_f64)
      (*reals)[(*realCount)++] = (Double){all[i].from, all[i].to};
    else
      all[(*otherCount)++] = all[i];
}

static void read_wires(Reader* r, Loop* l) {
  l->wireCount = count_of(r);
  l->wires = list(l->wireCount, sizeof *l->wires);
  for (uint32_t i = 0; i < l->wireCount; i++) {
    Wire* w = &l->wires[i];
    uint32_t kind;
    w->from = place(r, 1, &kind);
    w->kind = (uint8_t)kind;
    if (is_wide(kind) || kind == kind_clamped) r->wrong = true;
    w->to = doubles(r, 1);
    w->order = (uint8_t)word(r);
    if (w->order > 0) {
      w->slot = doubles(r, 3);
      w->past = doubles(r, 2);
    }
    w->converted = word(r) != 0;
    if (w->converted) {
      w->factor = real(r);
      w->offset = real(r);
    }
  }
}

static void read_bonds(Reader* r, Loop* l) {
  l->bondCount = count_of(r);
  l->bonds = list(l->bondCount, sizeof *l->bonds);
  for (uint32_t i = 0; i < l->bondCount; i++) {
    Bond* b = &l->bonds[i];
    b->record = doubles(r, 3);
    b->trapezoidal = word(r) != 0;
    b->count = count_of(r);
    b->terms = list(b->count, sizeof *b->terms);
    for (uint32_t k = 0; k < b->count; k++) {
      Term* t = &b->terms[k];
      t->weight = real(r);
      t->effort = doubles(r, 1);
      t->effortInput = doubles(r, 1);
      t->flow = doubles(r, 1);
      t->flowInput = doubles(r, 1);
    }
  }
}

/* Form in which an FMU receives slopes: not at all, as derivatives, as coefficients. */
enum { slopes_none, slopes_two, slopes_three };

static void read_derivatives(Reader* r, Member* m) {
  Derivatives* d = &m->derivatives;
  const uint32_t kind = word(r), n = m->heldCount;
  if (kind == slopes_three) d->coefficients = doubles(r, 3 * n);
  if (kind != slopes_two) return;
  d->told = place_of(r, 1, kind_i32);
  for (uint32_t i = 0; i < 2; i++) {
    const uint32_t count = (i + 1) * n;
    d->references[i] = place_of(r, count, kind_u32);
    d->orders[i] = place_of(r, count, kind_i32);
    d->values[i] = doubles(r, count);
  }
}

static void read_member(Reader* r, Member* m) {
  const uint32_t seat = word(r);
  if (seat < r->plan->seatCount)
    m->seat = r->plan->seats[seat];
  else
    r->wrong = true;
  m->batch = word(r);
  m->step = real(r);
  m->until = doubles(r, 1);
  sorted_moves(r, &m->doubleLoads, &m->doubleLoadCount, &m->loads, &m->loadCount);
  sorted_moves(r, &m->doubleStores, &m->doubleStoreCount, &m->stores, &m->storeCount);
  m->watches = moves(r, &m->watchCount);
  m->heldCount = count_of(r);
  m->held = list(m->heldCount, sizeof *m->held);
  for (uint32_t i = 0; i < m->heldCount; i++) {
    m->held[i].slot = doubles(r, 3);
    m->held[i].value = doubles(r, 1);
  }
  read_derivatives(r, m);
  m->timeCount = count_of(r);
  m->times = list(m->timeCount, sizeof *m->times);
  for (uint32_t i = 0; i < m->timeCount; i++) m->times[i] = doubles(r, 1);
}

static Column* columns(Reader* r, uint32_t rows, uint32_t* count) {
  *count = count_of(r);
  Column* all = list(*count, sizeof *all);
  for (uint32_t i = 0; i < *count; i++) {
    all[i].column = doubles(r, rows);
    all[i].value = doubles(r, 1);
  }
  return all;
}

/* Reads the largest number of rows and their columns. Without columns it is unlimited. */
static void read_columns(Reader* r, Loop* l) {
  l->rows = word(r);
  l->given = columns(r, l->rows, &l->givenCount);
  l->taken = columns(r, l->rows, &l->takenCount);
  if (l->givenCount + l->takenCount == 0) l->rows = UINT32_MAX;
}

Loop* loop_make(const LoopPlan* plan) {
  Reader r = {.plan = plan};
  Loop* l = calloc(1, sizeof *l);
  l->step = real(&r);
  l->control = doubles(&r, controlCount);
  l->unit = place_of(&r, 1, kind_i32);
  l->steps = place_of(&r, 1, kind_i32);
  read_wires(&r, l);
  l->copies = moves(&r, &l->copyCount);
  read_bonds(&r, l);
  read_columns(&r, l);
  const uint32_t members = count_of(&r);
  l->members = list(members, sizeof *l->members);
  for (; l->memberCount < members && !r.wrong; l->memberCount++) read_member(&r, &l->members[l->memberCount]);
  if (!r.wrong && r.word == plan->wordCount && r.real == plan->realCount) {
    rows_make(l);
    return l;
  }
  loop_free(l);
  return NULL;
}

void loop_free(Loop* l) {
  for (uint32_t i = 0; i < l->memberCount; i++) {
    Member* m = &l->members[i];
    free(m->loads);
    free(m->stores);
    free(m->watches);
    free(m->doubleLoads);
    free(m->doubleStores);
    free(m->held);
    free(m->times);
  }
  for (uint32_t i = 0; i < l->bondCount; i++) free(l->bonds[i].terms);
  free(l->wires);
  free(l->copies);
  free(l->bonds);
  free(l->given);
  free(l->taken);
  rows_free(l);
  free(l->members);
  free(l);
}
