#include "loop.h"
#include "batch.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of `napi_typedarray_type`. */
enum { kind_i8, kind_u8, kind_clamped, kind_i16, kind_u16, kind_i32, kind_u32, kind_f32, kind_f64, kind_i64, kind_u64, kindCount };
static const uint8_t sizes[kindCount] = {1, 1, 1, 2, 2, 4, 4, 4, 8, 8, 8};

/* Places in `control`: which step comes next, how many more; the unit that comes next in it, all before it have done it; whether the
   step is by `t` and `H`, else it is from start + n h to start + (n + 1) h. Then how it ended, at which unit, with which status; and the row
   of columns that comes next. */
enum { at_n, at_count, at_from, at_single, at_start, at_t, at_H, at_end, at_unit, at_status, at_row, controlCount };

/* All is done; a value that is exchanged is not finite; the unit is to be stepped by JavaScript; JavaScript is to go on from its
   call's status; its input derivatives were refused. */
enum { end_done, end_invalid, end_aside, end_answered, end_derivatives };

typedef struct {
  const void* from;
  void* to;
  uint8_t fromKind, toKind;
} Move;

typedef struct {
  const double* from;
  double* to;
} Double;

/* A real value that goes from an output to an input, with its history `past` of two. */
typedef struct {
  const void* from;
  double *to, *slot, *past;
  double factor, offset;
  uint8_t kind, order;
  bool converted;
} Wire;

typedef struct {
  double weight;
  const double *effort, *effortInput, *flow, *flowInput;
} Term;

/* A column of numbers, of which each step takes or leaves one, and a value. */
typedef struct {
  double *column, *value;
} Column;

/* `record`: power, energy, magnitude. */
typedef struct {
  double* record;
  Term* terms;
  uint32_t count;
  bool trapezoidal;
} Bond;

/* An input as a polynomial: [u, u', u''], and where u stands. */
typedef struct {
  double *slot, *value;
} Held;

/* For FMI 2.0 the operands of fmi2SetRealInputDerivatives up to order 1 and up to order 2. */
typedef struct {
  double* coefficients;
  int32_t* told;
  const uint32_t* references[2];
  const int32_t* orders[2];
  double* values[2];
} Derivatives;

typedef struct {
  Seat seat;
  uint32_t batch, loadCount, doubleLoadCount, storeCount, doubleStoreCount, watchCount, heldCount, timeCount;
  /* Up to this time [s] nobody but the unit has anything to say. */
  const double* until;
  Move *loads, *stores, *watches;
  Double *doubleLoads, *doubleStores;
  Held* held;
  double** times;
  Derivatives derivatives;
} Member;

/* A call that sets or gets real numbers row after row: in its buffer, or where it has one number, which is a column's, in the column. */
typedef struct {
  const Buffer* buffer;
  double* at;
  /* All ones where the row counts, else 0. */
  uint32_t mask;
} RowCall;

/* Columns of one unit and the places in the buffers of its calls that they go to and come from; what else goes there. */
typedef struct {
  bool possible;
  uint32_t loadCount, storeCount;
  Column *given, *taken;
  Double *loads, *stores;
  /* The batch and its calls but the step; the columns that are copied to their buffers and from them. */
  const Batch* batch;
  RowCall* calls;
  Column *copiedIn, *copiedOut;
  uint32_t copiedInCount, copiedOutCount;
} Direct;

struct Loop {
  double step;
  double* control;
  int32_t *unit, *steps;
  uint32_t wireCount, copyCount, bondCount, memberCount, rows, givenCount, takenCount;
  Wire* wires;
  Move* copies;
  Bond* bonds;
  Member* members;
  /* Go into the units before a step, and come from them after it. */
  Column *given, *taken;
  Direct direct;
};

/* ---- values ---- */

static double real_at(const void* from, uint32_t kind) {
  switch (kind) {
    case kind_f64: return *(const double*)from;
    case kind_f32: return *(const float*)from;
    case kind_i8: return *(const int8_t*)from;
    case kind_u8: return *(const uint8_t*)from;
    case kind_i16: return *(const int16_t*)from;
    case kind_u16: return *(const uint16_t*)from;
    case kind_i32: return *(const int32_t*)from;
    case kind_u32: return *(const uint32_t*)from;
    case kind_i64: return (double)*(const int64_t*)from;
    default: return (double)*(const uint64_t*)from;
  }
}

static bool is_wide(uint32_t kind) { return kind == kind_i64 || kind == kind_u64; }
static bool is_float(uint32_t kind) { return kind == kind_f32 || kind == kind_f64; }

/* A whole number as JavaScript hands it to an array of integers of up to 32 bits: one of 64 bits becomes a double on the way. */
static uint64_t whole_at(const void* from, uint32_t kind) {
  const double number = real_at(from, kind);
  if (number >= -0x1p63 && number < 0x1p63) return (uint64_t)(int64_t)number;
  return number < 0x1p64 ? (uint64_t)number : 0;
}

static bool can_move(uint32_t from, uint32_t to) {
  if (from == to) return true;
  if (from == kind_clamped || to == kind_clamped) return false;
  if (is_float(to)) return !is_wide(from);
  return !is_float(from) && !(is_wide(from) && is_wide(to));
}

static void put_whole(void* to, uint32_t size, uint64_t value) { memcpy(to, &value, size); }

/* Every machine that this is made for has the lowest byte first. */
static void move(const Move* m) {
  if (m->fromKind == m->toKind)
    switch (sizes[m->toKind]) {
      case 1: *(uint8_t*)m->to = *(const uint8_t*)m->from; return;
      case 2: *(uint16_t*)m->to = *(const uint16_t*)m->from; return;
      case 4: *(uint32_t*)m->to = *(const uint32_t*)m->from; return;
      default: *(uint64_t*)m->to = *(const uint64_t*)m->from; return;
    }
  if (m->toKind == kind_f64)
    *(double*)m->to = real_at(m->from, m->fromKind);
  else if (m->toKind == kind_f32)
    *(float*)m->to = (float)real_at(m->from, m->fromKind);
  else
    put_whole(m->to, sizes[m->toKind], whole_at(m->from, m->fromKind));
}

/* Whether what `move` would put there is not there yet; a NaN is like another, zeros of both signs are not. */
static bool differs(const Move* m) {
  uint64_t there = 0;
  const uint32_t size = sizes[m->toKind];
  memcpy(&there, m->to, size);
  if (is_float(m->toKind) && isnan(real_at(m->to, m->toKind)) && isnan(real_at(m->from, m->fromKind))) return false;
  uint64_t given = 0;
  const Move copy = {m->from, &given, m->fromKind, m->toKind};
  move(&copy);
  return given != there;
}

/* Apart, like all that is seldom: the code of a step of real values stays small. */
static __attribute__((noinline)) void move_all(const Move* all, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) move(&all[i]);
}

/* ---- the exchange ---- */

/* Slopes by the history that there is, which then goes on by a value: `hand` of exchange.ts. */
static void extend(const Wire* w, double y, double n, double H) {
  const double y1 = w->past[0], y2 = w->past[1];
  if (w->order == 2 && n >= 2) {
    w->slot[1] = (3 * y - 4 * y1 + y2) / (2 * H);
    w->slot[2] = (y - 2 * y1 + y2) / (H * H);
  } else if (n >= 1) {
    w->slot[1] = (y - y1) / H;
  }
  w->past[1] = y1;
  w->past[0] = y;
}

/* Whether all that is exchanged is finite. */
static bool transfer(const Loop* l, double n) {
  double finite = 0;
  for (uint32_t i = 0; i < l->wireCount; i++) {
    const Wire* w = &l->wires[i];
    double y = w->kind == kind_f64 ? *(const double*)w->from : real_at(w->from, w->kind);
    if (w->converted) y = w->factor * y + w->offset;
    finite += y * 0;
    *w->to = y;
    if (w->order > 0) extend(w, y, n, l->step);
  }
  if (l->copyCount > 0) move_all(l->copies, l->copyCount);
  return finite == 0;
}

/* `BondResidual.step`. */
static void residuals(const Loop* l) {
  const double H = l->step;
  for (uint32_t i = 0; i < l->bondCount; i++) {
    const Bond* b = &l->bonds[i];
    double power = 0;
    for (uint32_t k = 0; k < b->count; k++) {
      const Term* t = &b->terms[k];
      power += t->weight * (*t->effort * *t->flowInput - *t->effortInput * *t->flow);
    }
    const double energy = b->trapezoidal ? 0.5 * H * (b->record[0] + power) : H * power;
    b->record[0] = power;
    b->record[1] += energy;
    b->record[2] += fabs(energy);
  }
}

/* ---- a unit ---- */

/* Polynomials begin at the values that their inputs have. */
static inline void hold(const Member* m) {
  for (uint32_t i = 0; i < m->heldCount; i++) m->held[i].slot[0] = *m->held[i].value;
}

static int order_of(const Member* m) {
  int order = 0;
  for (uint32_t i = 0; i < m->heldCount; i++) {
    if (m->held[i].slot[2] != 0) return 2;
    if (m->held[i].slot[1] != 0) order = 1;
  }
  return order;
}

/* Whether the unit is to be told of slopes up to this order, or that there are none any more. */
static inline bool has_slopes(const Member* m, int order) {
  const Derivatives* d = &m->derivatives;
  return d->coefficients != NULL || order > 0 || (d->told != NULL && *d->told > 0);
}

/* `InputDerivatives.set` at the begin of a step, whose inputs have slopes up to this order. */
static __attribute__((noinline)) int tell_derivatives(const Member* m, int order) {
  const Derivatives* d = &m->derivatives;
  const double tau = 0;
  const uint32_t n = m->heldCount;
  if (d->coefficients != NULL) {
    for (uint32_t i = 0; i < n; i++) {
      const double* s = m->held[i].slot;
      double* c = d->coefficients + 3 * i;
      c[0] = s[0] + tau * (s[1] + 0.5 * tau * s[2]);
      c[1] = s[1] + tau * s[2];
      c[2] = 0.5 * s[2];
    }
    return ok;
  }
  if (d->told == NULL) return ok;
  const int highest = order > *d->told ? order : *d->told;
  double* values = d->values[highest - 1];
  for (uint32_t i = 0; i < n; i++) {
    const double* s = m->held[i].slot;
    values[i] = s[1] + tau * s[2];
    if (highest == 2) values[n + i] = s[2];
  }
  const int status = engine_input_derivatives(m->seat.engine, d->references[highest - 1], (size_t)highest * n, d->orders[highest - 1], values);
  if (status < discard) *d->told = order;
  return status;
}

static __attribute__((noinline)) bool told(const Member* m) {
  for (uint32_t i = 0; i < m->watchCount; i++)
    if (differs(&m->watches[i])) return false;
  return true;
}

/* Whether a step from t to `end` is the unit's alone, with nothing known before to happen in it. */
static inline bool undisturbed(double until, double t, double H, double end) {
  return until == INFINITY || until > end + 1e-12 * (fabs(t) > H ? fabs(t) : H);
}

/* Whether something is to be said of a step: a register is not 0, of either sign. */
static inline bool speaks(const double* r) {
  uint64_t event, stop, early;
  memcpy(&event, &r[reg_eventNeeded], sizeof event);
  memcpy(&stop, &r[reg_terminate], sizeof stop);
  memcpy(&early, &r[reg_early], sizeof early);
  return (event | stop | early) << 1 != 0;
}

/* What `CoSimulation.step` does where nobody but the unit has anything to say; how it ended, and the status of a call that has not gone well. */
static int step(const Member* m, double t, double H, int* status) {
  const double end = t + H;
  if (!*m->seat.open || !undisturbed(*m->until, t, H, end)) return end_aside;
  if (m->watchCount > 0 && !told(m)) return end_aside;
  hold(m);
  double* r = m->seat.engine->block->registers;
  r[reg_time] = t;
  r[reg_step] = H;
  for (uint32_t i = 0; i < m->doubleLoadCount; i++) *m->doubleLoads[i].to = *m->doubleLoads[i].from;
  if (m->loadCount > 0) move_all(m->loads, m->loadCount);
  const int order = m->heldCount > 0 ? order_of(m) : 0;
  if (m->heldCount > 0 && has_slopes(m, order) && (*status = tell_derivatives(m, order)) >= discard) return end_derivatives;
  *status = engine_run(m->seat.engine, m->batch);
  if (*status >= discard || speaks(r)) return end_answered;
  for (uint32_t i = 0; i < m->doubleStoreCount; i++) *m->doubleStores[i].to = *m->doubleStores[i].from;
  if (m->storeCount > 0) move_all(m->stores, m->storeCount);
  if (order > 0)
    for (uint32_t i = 0; i < m->heldCount; i++) {
      const double* s = m->held[i].slot;
      *m->held[i].value = s[0] + H * (s[1] + 0.5 * H * s[2]);
    }
  for (uint32_t i = 0; i < m->timeCount; i++) *m->times[i] = end;
  return end_done;
}

/* The units from `from` on; the one that ended it, or their number. */
static uint32_t steps_of(const Loop* l, uint32_t from, double t, double H, int* end, int* status) {
  uint32_t k = from;
  for (*end = end_done; k < l->memberCount; k++) {
    *l->unit = (int32_t)k;
    *end = step(&l->members[k], t, H, status);
    if (*end != end_done) break;
  }
  return k;
}

static __attribute__((noinline)) void copy_all(const Double* all, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) *all[i].to = *all[i].from;
}

/* A row of inputs goes into the memory. */
static inline void give(const Loop* l, uint32_t row) {
  for (uint32_t i = 0; i < l->givenCount; i++) *l->given[i].value = l->given[i].column[row];
}

/* After rows up to `row`, which was begun where it is not done: memory as steps one by one would have left it, and how it ended. */
static void end_rows(const Loop* l, uint32_t first, uint32_t row, int end, int status) {
  double* c = l->control;
  const Member* m = l->members;
  const uint32_t done = row - first, begun = end == end_done ? done : done + 1, held = end == end_aside ? done : begun;
  const double n = c[at_n] + done, h = l->step;
  if (held > 0) {
    give(l, first + held - 1);
    hold(m);
  }
  if (begun > 0) give(l, first + begun - 1);
  for (uint32_t i = 0; done > 0 && i < l->takenCount; i++) *l->taken[i].value = l->taken[i].column[row - 1];
  const double from = c[at_start] + (n - 1) * h;
  for (uint32_t i = 0; done > 0 && i < m->timeCount; i++) *m->times[i] = from + (c[at_start] + n * h - from);
  *l->unit = 0;
  *l->steps = (int32_t)(begun > 0 ? c[at_n] + begun - 1 : c[at_n]);
  c[at_row] = row;
  c[at_n] = n;
  c[at_count] -= done;
  c[at_end] = end;
  c[at_unit] = end == end_done;
  c[at_status] = status;
}

/* The registers of FMI 2.0 as the n-th step leaves them where all is well. */
static void leave2(const Loop* l, double n) {
  Engine* e = l->members->seat.engine;
  double* r = e->block->registers;
  r[reg_time] = l->control[at_start] + n * l->step;
  r[reg_step] = l->control[at_start] + (n + 1) * l->step - r[reg_time];
  stepped2(e, r, ok);
}

static __attribute__((noinline)) int odd_step2(Engine* e, double t, double H, int answer) {
  double* r = e->block->registers;
  r[reg_time] = t;
  r[reg_step] = H;
  return stepped2(e, r, answer);
}

/* The registers of FMI 2.0 after rows whose next is the n-th step, which was begun where the call `stopped` has stopped it. */
static void settle2(const Loop* l, int64_t stopped, double n) {
  double* r = l->members->seat.engine->block->registers;
  const int64_t step = l->direct.batch->sets;
  if (stopped > step) leave2(l, n);
  if (stopped < step && n > l->control[at_n]) leave2(l, n - 1);
  if (stopped < 0 || stopped >= step) return;
  r[reg_time] = l->control[at_start] + n * l->step;
  r[reg_step] = l->control[at_start] + (n + 1) * l->step - r[reg_time];
}

static inline double* values_of(const RowCall* c, uint32_t row) { return c->at + (row & c->mask); }

static inline __attribute__((always_inline)) int set_row(const Engine* e, const RowCall* c, uint32_t row, int fmi) {
  const Buffer* b = c->buffer;
  if (fmi == 2) return e->two.SetReal(e->instance, b->reference, b->references, values_of(c, row));
  return e->three.SetFloat64(e->instance, b->reference, b->references, values_of(c, row), b->count);
}

static inline __attribute__((always_inline)) int get_row(const Engine* e, const RowCall* c, uint32_t row, int fmi) {
  const Buffer* b = c->buffer;
  if (fmi == 2) return e->two.GetReal(e->instance, b->reference, b->references, values_of(c, row));
  return e->three.GetFloat64(e->instance, b->reference, b->references, values_of(c, row), b->count);
}

static inline __attribute__((always_inline)) int step_row(Engine* e, double t, double H, int noSet, int fmi) {
  if (fmi == 2) {
    const int answer = e->two.DoStep(e->instance, t, H, noSet);
    return __builtin_expect(answer == ok, 1) ? ok : odd_step2(e, t, H, answer);
  }
  double* r = e->block->registers;
  r[reg_time] = t;
  r[reg_step] = H;
  return step3(e, r);
}

/* Whether the calls go on after this answer; the worst of them. */
static inline __attribute__((always_inline)) bool goes_on(Engine* e, int answer, int* worst) {
  if (__builtin_expect(answer == ok, 1)) return true;
  return (*worst = worse(e, *worst, answer)) < discard;
}

/* The calls of a row, whose step is from t; the number of that which stopped it, or −1. Those of FMI 2.0 leave the registers alone where
   all is well (`settle2`). */
static inline __attribute__((always_inline)) int64_t row_calls(Engine* e, const Direct* d, uint32_t row, double t, double H, int noSet,
                                                               int fmi, int* worst) {
  const uint32_t sets = d->batch->sets, count = d->batch->count;
  const RowCall* c = d->calls;
  for (uint32_t k = 0; k < sets; k++, c++)
    if (!goes_on(e, set_row(e, c, row, fmi), worst)) return k;
  if (!goes_on(e, step_row(e, t, H, noSet, fmi), worst)) return sets;
  for (uint32_t k = sets + 1; k < count; k++, c++)
    if (!goes_on(e, get_row(e, c, row, fmi), worst)) return k;
  return -1;
}

/* The buffers of calls that were made in columns, as they would be: up to row `set` numbers were set, up to row `got` they were got, by
   the calls before the `stopped`-th up to the next one too. */
static void fill_buffers(const Direct* d, uint32_t first, int64_t set, int64_t got, int64_t stopped) {
  const uint32_t sets = d->batch->sets, count = d->batch->count;
  for (uint32_t k = 0; k + 1 < count; k++) {
    const RowCall* c = &d->calls[k];
    const int64_t row = k < sets ? set : k + 1 < stopped ? got + 1 : got;
    if (c->mask != 0 && row >= first) *(double*)c->buffer->values = c->at[row];
  }
}

/* Rows of steps of one unit of which nothing is asked but its calls: as `loop_run`. Columns go into its calls and come from them without
   their memory, which is then as the last row has left it. */
static inline __attribute__((always_inline)) void run_rows(const Loop* l, int fmi) {
  const Member* m = l->members;
  const Direct* d = &l->direct;
  Engine* e = m->seat.engine;
  double *c = l->control, *r = e->block->registers;
  const Column *in = d->copiedIn, *inEnd = in + d->copiedInCount, *out = d->copiedOut, *outEnd = out + d->copiedOutCount;
  const bool endless = *m->until == INFINITY;
  const double start = c[at_start], h = l->step;
  const int noSet = r[reg_noSetStatePrior] != 0;
  const uint32_t first = (uint32_t)c[at_row], wanted = (uint32_t)c[at_count];
  const uint32_t last = l->rows - first < wanted ? l->rows : first + wanted;
  double n = c[at_n], t = start + n * h;
  int64_t stopped = -1;
  uint32_t i = first;
  int end = end_done, status = ok;
  atomic_store_explicit(&engine_called, e, memory_order_relaxed);
  for (; i < last; i++, n++) {
    const double next = start + (n + 1) * h, H = next - t;
    if (!endless && !undisturbed(*m->until, t, H, t + H)) {
      end = end_aside;
      break;
    }
    for (const Column* g = in; g < inEnd; g++) *g->value = g->column[i];
    if (d->loadCount > 0) copy_all(d->loads, d->loadCount);
    status = ok;
    stopped = row_calls(e, d, i, t, H, noSet, fmi, &status);
    if (stopped >= 0 || (fmi == 3 && speaks(r))) {
      end = end_answered;
      break;
    }
    for (const Column* k = out; k < outEnd; k++) k->column[i] = *k->value;
    if (d->storeCount > 0) copy_all(d->stores, d->storeCount);
    t = next;
  }
  const bool begun = end == end_answered, got = begun && stopped < 0;
  fill_buffers(d, first, (int64_t)i - !begun, (int64_t)i - !got, stopped);
  r[reg_failed] = (double)stopped;
  if (fmi == 2) settle2(l, stopped, n);
  end_rows(l, first, i, end, status);
}

/* Whether `run_rows` can do it. */
static bool runs_alone(const Loop* l) {
  const Member* m = l->members;
  const double* c = l->control;
  if (!l->direct.possible || c[at_single] != 0 || c[at_from] != 0 || c[at_row] > l->rows) return false;
  if (!*m->seat.open || engine_batch(m->seat.engine, m->batch) != l->direct.batch || l->direct.batch->way == way_each) return false;
  return is_plain(m->seat.engine) && (m->heldCount == 0 || !has_slopes(m, order_of(m)));
}

void loop_run(Loop* l) {
  double* c = l->control;
  if (runs_alone(l)) return l->direct.batch->way == way_step2 ? run_rows(l, 2) : run_rows(l, 3);
  const bool single = c[at_single] != 0;
  const double start = c[at_start], h = l->step;
  double n = c[at_n], next = single ? c[at_t] : start + n * h;
  uint32_t left = (uint32_t)c[at_count], from = (uint32_t)c[at_from], k = from, row = (uint32_t)c[at_row];
  int end = end_done, status = ok;
  for (; left > 0 && row < l->rows; left--, n++, row++, from = 0) {
    const double t = next;
    next = start + (n + 1) * h;
    const double H = single ? c[at_H] : next - t;
    if (!single) *l->steps = (int32_t)n;
    if (from == 0) give(l, row);
    if (from == 0 && !transfer(l, n)) {
      end = end_invalid;
      break;
    }
    k = steps_of(l, from, t, H, &end, &status);
    if (end != end_done) break;
    if (!single) residuals(l);
    for (uint32_t i = 0; i < l->takenCount; i++) l->taken[i].column[row] = *l->taken[i].value;
  }
  c[at_row] = row;
  c[at_n] = n;
  c[at_count] = left;
  c[at_end] = end;
  c[at_unit] = k;
  c[at_status] = status;
}

/* ---- making ---- */

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

/* A number of things that follow, each of which has at least a word. */
static uint32_t count_of(Reader* r) {
  const uint32_t count = word(r);
  if (count <= r->plan->wordCount - r->word) return count;
  r->wrong = true;
  return 0;
}

/* The words of a place are its array and its element; so many elements are used there. NULL for a wrong one. */
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

static void* list(uint32_t count, size_t size) { return calloc(count > 0 ? count : 1, size); }

static Move* moves(Reader* r, uint32_t* count) {
  *count = count_of(r);
  Move* all = list(*count, sizeof *all);
  for (uint32_t i = 0; i < *count; i++) all[i] = move_of(r);
  return all;
}

/* Moves, those between doubles apart. */
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

/* What a unit is told of slopes: nothing, by derivatives, by coefficients. */
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

/* How many rows there can be, and their columns; without these there is no end of them. */
static void read_columns(Reader* r, Loop* l) {
  l->rows = word(r);
  l->given = columns(r, l->rows, &l->givenCount);
  l->taken = columns(r, l->rows, &l->takenCount);
  if (l->givenCount + l->takenCount == 0) l->rows = UINT32_MAX;
}

/* The one that goes from or to a place: its number, or `count` where there is none, or another one too. */
static uint32_t sole(const Double* all, uint32_t count, const double* place, bool from) {
  uint32_t found = count;
  for (uint32_t i = 0; i < count; i++) {
    if ((from ? all[i].from : all[i].to) != place) continue;
    if (found < count) return count;
    found = i;
  }
  return found;
}

/* Each column with the place in the calls that its value is copied to or from; false where it is not by just one copy. */
static bool connect(const Column* columns, uint32_t columnCount, const Double* all, uint32_t count, bool from, Column* direct) {
  for (uint32_t i = 0; i < columnCount; i++) {
    const uint32_t k = sole(all, count, columns[i].value, from);
    if (k == count) return false;
    direct[i] = (Column){columns[i].column, from ? all[k].to : (double*)all[k].from};
  }
  return true;
}

/* The copies whose memory is that of no column. */
static uint32_t others(const Column* columns, uint32_t columnCount, const Double* all, uint32_t count, bool from, Double* rest) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool has = false;
    for (uint32_t k = 0; k < columnCount; k++) has = has || columns[k].value == (from ? all[i].from : all[i].to);
    if (!has) rest[n++] = all[i];
  }
  return n;
}

/* Values of two columns, or of a column and of a copy that goes on, would have to meet in the memory. */
static bool meets(const Loop* l) {
  const Member* m = l->members;
  for (uint32_t i = 0; i < l->givenCount; i++) {
    const double* value = l->given[i].value;
    for (uint32_t k = 0; k < i; k++)
      if (l->given[k].value == value) return true;
    for (uint32_t k = 0; k < m->doubleStoreCount; k++)
      if (m->doubleStores[k].to == value) return true;
  }
  return false;
}

/* The column of the numbers of a buffer, where it has but one. */
static const Column* column_of(const Buffer* b, const Column* columns, uint32_t count) {
  for (uint32_t i = 0; b->count == 1 && i < count; i++)
    if (columns[i].value == b->values) return &columns[i];
  return NULL;
}

/* The columns that none of these calls has for itself. */
static uint32_t copied(const Column* columns, uint32_t count, const RowCall* calls, const RowCall* end, Column* rest) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < count; i++) {
    const RowCall* c = calls;
    while (c < end && c->buffer->values != columns[i].value) c++;
    if (c == end || c->mask == 0) rest[n++] = columns[i];
  }
  return n;
}

static void read_row_calls(Loop* l) {
  Direct* d = &l->direct;
  const uint32_t count = d->batch->count, sets = d->batch->sets;
  d->calls = list(count, sizeof *d->calls);
  for (uint32_t k = 0; k + 1 < count; k++) {
    const Buffer* b = d->batch->calls[k < sets ? k : k + 1].buffer;
    const Column* own = k < sets ? column_of(b, d->given, l->givenCount) : column_of(b, d->taken, l->takenCount);
    d->calls[k] = own == NULL ? (RowCall){b, b->values, 0} : (RowCall){b, own->column, UINT32_MAX};
  }
  d->copiedIn = list(l->givenCount, sizeof *d->copiedIn);
  d->copiedOut = list(l->takenCount, sizeof *d->copiedOut);
  d->copiedInCount = copied(d->given, l->givenCount, d->calls, d->calls + sets, d->copiedIn);
  d->copiedOutCount = copied(d->taken, l->takenCount, d->calls + sets, d->calls + count - 1, d->copiedOut);
}

static void read_direct(Loop* l) {
  const Member* m = l->members;
  Direct* d = &l->direct;
  if (l->memberCount != 1 || l->givenCount + l->takenCount == 0 || l->wireCount + l->copyCount + l->bondCount > 0) return;
  if (m->watchCount + m->loadCount + m->storeCount > 0 || meets(l)) return;
  d->given = list(l->givenCount, sizeof *d->given);
  d->taken = list(l->takenCount, sizeof *d->taken);
  d->loads = list(m->doubleLoadCount, sizeof *d->loads);
  d->stores = list(m->doubleStoreCount, sizeof *d->stores);
  d->possible = connect(l->given, l->givenCount, m->doubleLoads, m->doubleLoadCount, true, d->given) &&
                connect(l->taken, l->takenCount, m->doubleStores, m->doubleStoreCount, false, d->taken);
  d->loadCount = others(l->given, l->givenCount, m->doubleLoads, m->doubleLoadCount, true, d->loads);
  d->storeCount = others(l->taken, l->takenCount, m->doubleStores, m->doubleStoreCount, false, d->stores);
  d->batch = *m->seat.open ? engine_batch(m->seat.engine, m->batch) : NULL;
  d->possible = d->possible && d->batch != NULL && d->batch->way != way_each;
  if (d->possible) read_row_calls(l);
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
    read_direct(l);
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
  free(l->direct.given);
  free(l->direct.taken);
  free(l->direct.loads);
  free(l->direct.stores);
  free(l->direct.calls);
  free(l->direct.copiedIn);
  free(l->direct.copiedOut);
  free(l->members);
  free(l);
}
