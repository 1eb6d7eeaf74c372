/*
 * Rows of steps of one FMU that consist only of its calls, which read and write the columns
 * directly.
 */
#include "native-loop-parts.h"

NEVER_INLINE void copy_all(const Double* all, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) *all[i].to = *all[i].from;
}

/*
 * After rows up to `row`, which has begun if it is not complete: leaves the memory as single steps
 * would, and records how it ended.
 */
static void end_rows(const Loop* l, uint32_t first, uint32_t row, int end, int status) {
  double* c = l->control;
  const Member* m = l->members;
  const uint32_t done = row - first, begun = end == end_done ? done : done + 1, held = end == end_aside ? done : begun;
  const double n = c[at_n] + done;
  if (held > 0) {
    give(l, first + held - 1);
    hold(m);
  }
  if (begun > 0) give(l, first + begun - 1);
  for (uint32_t i = 0; done > 0 && i < l->takenCount; i++) *l->taken[i].value = l->taken[i].column[row - 1];
  const double from = point(c, n - 1);
  for (uint32_t i = 0; done > 0 && i < m->timeCount; i++) *m->times[i] = from + (point(c, n) - from);
  *l->unit = 0;
  *l->steps = (int32_t)(begun > 0 ? c[at_n] + begun - 1 : c[at_n]);
  c[at_row] = row;
  c[at_n] = n;
  c[at_count] -= done;
  c[at_end] = end;
  c[at_unit] = end == end_done;
  c[at_status] = status;
}

/* Sets the registers of the n-th step. */
static void place_step(const Loop* l, double* r, double n) {
  const double t = point(l->control, n);
  r[reg_time] = t;
  r[reg_step] = told_step(l->members, t, point(l->control, n + 1) - t);
}

/* Sets the FMI 2.0 registers as a successful n-th step leaves them. */
static void leave2(const Loop* l, double n) {
  Engine* e = l->members->seat.engine;
  double* r = e->block->registers;
  place_step(l, r, n);
  stepped2(e, r, ok);
}

NEVER_INLINE int odd_step2(Engine* e, double t, double H, int answer) {
  double* r = e->block->registers;
  r[reg_time] = t;
  r[reg_step] = H;
  return stepped2(e, r, answer);
}

/*
 * Sets the FMI 2.0 registers after rows whose next is the n-th step, which the call `stopped`
 * interrupted.
 */
static void settle2(const Loop* l, int64_t stopped, double n) {
  double* r = l->members->seat.engine->block->registers;
  const int64_t step = l->direct.batch->sets;
  if (stopped > step) leave2(l, n);
  if (stopped < step && n > l->control[at_n]) leave2(l, n - 1);
  if (stopped < 0 || stopped >= step) return;
  place_step(l, r, n);
}

static inline double* values_of(const RowCall* c, uint32_t row) { return c->at + (row & c->mask); }

ALWAYS_INLINE int set_row(const Engine* e, const RowCall* c, uint32_t row, int fmi) {
  const Buffer* b = c->buffer;
  if (fmi == 2) return e->two.SetReal(e->instance, b->reference, b->references, values_of(c, row));
  return e->three.SetFloat64(e->instance, b->reference, b->references, values_of(c, row), b->count);
}

ALWAYS_INLINE int get_row(const Engine* e, const RowCall* c, uint32_t row, int fmi) {
  const Buffer* b = c->buffer;
  if (fmi == 2) return e->two.GetReal(e->instance, b->reference, b->references, values_of(c, row));
  return e->three.GetFloat64(e->instance, b->reference, b->references, values_of(c, row), b->count);
}

/* A step from t by H [s] with the numbers of a row. */
typedef struct {
  uint32_t row;
  double t, H;
  int noSet;
} RowStep;

ALWAYS_INLINE int step_row(Engine* e, RowStep s, int fmi) {
  if (fmi == 2) {
    const int answer = e->two.DoStep(e->instance, s.t, s.H, s.noSet);
    return LIKELY(answer == ok) ? ok : odd_step2(e, s.t, s.H, answer);
  }
  double* r = e->block->registers;
  r[reg_time] = s.t;
  r[reg_step] = s.H;
  return step3(e, r);
}

/* Reports whether calls continue after this status, and updates the worst one. */
ALWAYS_INLINE bool goes_on(Engine* e, int answer, int* worst) {
  if (LIKELY(answer == ok)) return true;
  return (*worst = worse(e, *worst, answer)) < discard;
}

/*
 * Makes the calls of a row. Returns the number of the call that stopped it,
 * or −1. FMI 2.0 calls do not change the registers if they succeed (`settle2`).
 */
ALWAYS_INLINE int64_t row_calls(Engine* e, const Direct* d, RowStep s, int fmi, int* worst) {
  const uint32_t sets = d->batch->sets, count = d->batch->count;
  const RowCall* c = d->calls;
  for (uint32_t k = 0; k < sets; k++, c++)
    if (!goes_on(e, set_row(e, c, s.row, fmi), worst)) return k;
  if (!goes_on(e, step_row(e, s, fmi), worst)) return sets;
  for (uint32_t k = sets + 1; k < count; k++, c++)
    if (!goes_on(e, get_row(e, c, s.row, fmi), worst)) return k;
  return -1;
}

/*
 * Fills the buffers of calls that used columns, as single steps would. Numbers were set up to row
 * `set` and read up to row `got`. For calls before the `stopped`-th one, both extend one row
 * further.
 */
static void fill_buffers(const Direct* d, uint32_t first, int64_t set, int64_t got, int64_t stopped) {
  const uint32_t sets = d->batch->sets, count = d->batch->count;
  for (uint32_t k = 0; k + 1 < count; k++) {
    const RowCall* c = &d->calls[k];
    const int64_t row = k < sets ? set : k + 1 < stopped ? got + 1 : got;
    if (c->mask != 0 && row >= first) *(double*)c->buffer->values = c->at[row];
  }
}

/*
 * Runs rows of steps of one FMU that consist only of its calls, as `loop_run` does. The calls use
 * the columns directly instead of the memory, which is set to the last row at the end.
 */
ALWAYS_INLINE void run_rows(const Loop* l, int fmi) {
  const Member* m = l->members;
  const Direct* d = &l->direct;
  Engine* e = m->seat.engine;
  double *c = l->control, *r = e->block->registers;
  const Column *in = d->copiedIn, *inEnd = in + d->copiedInCount, *out = d->copiedOut, *outEnd = out + d->copiedOutCount;
  const bool endless = *m->until == INFINITY;
  const int noSet = r[reg_noSetStatePrior] != 0;
  const uint32_t first = (uint32_t)c[at_row], wanted = (uint32_t)c[at_count];
  const uint32_t last = l->rows - first < wanted ? l->rows : first + wanted;
  double n = c[at_n], t = point(c, n);
  int64_t stopped = -1;
  uint32_t i = first;
  int end = end_done, status = ok;
  atomic_store_explicit(&engine_called, e, memory_order_relaxed);
  for (; i < last; i++, n++) {
    const double next = point(c, n + 1), H = next - t;
    if (!endless && !undisturbed(*m->until, t, H, t + H)) {
      end = end_aside;
      break;
    }
    for (const Column* g = in; g < inEnd; g++) *g->value = g->column[i];
    if (d->loadCount > 0) copy_all(d->loads, d->loadCount);
    status = ok;
    enter_fmu(e);
    stopped = row_calls(e, d, (RowStep){i, t, told_step(m, t, H), noSet}, fmi, &status);
    leave_fmu(e);
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

bool rows_can_run(const Loop* l) {
  const Member* m = l->members;
  const double* c = l->control;
  if (!l->direct.possible || c[at_single] != 0 || c[at_from] != 0 || c[at_row] > l->rows) return false;
  if (!*m->seat.open || engine_batch(m->seat.engine, m->batch) != l->direct.batch || l->direct.batch->way == way_each) return false;
  return is_plain(m->seat.engine) && (m->heldCount == 0 || !has_slopes(m, order_of(m)));
}

void rows_run(Loop* l) {
  if (l->direct.batch->way == way_step2)
    run_rows(l, 2);
  else
    run_rows(l, 3);
}

/* ---- making ---- */

typedef struct {
  const Column* all;
  uint32_t count;
} Columns;

/* Copies of numbers, from the columns' memory or to it. */
typedef struct {
  const Double* all;
  uint32_t count;
  bool from;
} Copies;

/* Returns the columns' end of a copy. */
static const double* place_of(Copies c, uint32_t i) { return c.from ? c.all[i].from : c.all[i].to; }

/* Returns the index of the only copy with a place, or `count` if there is not exactly one. */
static uint32_t sole(Copies c, const double* place) {
  uint32_t found = c.count;
  for (uint32_t i = 0; i < c.count; i++) {
    if (place_of(c, i) != place) continue;
    if (found < c.count) return c.count;
    found = i;
  }
  return found;
}

/*
 * Maps each column to the position in the calls that its value is copied to or from. Returns false
 * unless each has exactly one copy.
 */
static bool connect(Columns columns, Copies copies, Column* direct) {
  for (uint32_t i = 0; i < columns.count; i++) {
    const uint32_t k = sole(copies, columns.all[i].value);
    if (k == copies.count) return false;
    direct[i] = (Column){columns.all[i].column, copies.from ? copies.all[k].to : (double*)copies.all[k].from};
  }
  return true;
}

/* Collects the copies whose memory does not belong to a column. */
static uint32_t others(Columns columns, Copies copies, Double* rest) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < copies.count; i++) {
    bool has = false;
    for (uint32_t k = 0; k < columns.count; k++) has = has || columns.all[k].value == place_of(copies, i);
    if (!has) rest[n++] = copies.all[i];
  }
  return n;
}

/* Reports whether values of two columns, or of a column and a further copy, would share memory. */
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

/* Returns the column of a buffer's numbers if it has only one. */
static const Column* column_of(const Buffer* b, const Column* columns, uint32_t count) {
  for (uint32_t i = 0; b->count == 1 && i < count; i++)
    if (columns[i].value == b->values) return &columns[i];
  return NULL;
}

/* Collects the columns that are not used by one of these calls directly. */
static uint32_t copied(const Column* columns, uint32_t count, const RowCall* calls, const RowCall* end, Column* rest) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < count; i++) {
    const RowCall* c = calls;
    while (c < end && c->buffer->values != columns[i].value) c++;
    if (c == end || c->mask == 0) rest[n++] = columns[i];
  }
  return n;
}

static void make_calls(Loop* l) {
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

void rows_make(Loop* l) {
  const Member* m = l->members;
  Direct* d = &l->direct;
  if (l->memberCount != 1 || l->givenCount + l->takenCount == 0 || l->wireCount + l->copyCount + l->bondCount > 0) return;
  if (m->watchCount + m->loadCount + m->storeCount > 0 || meets(l)) return;
  d->given = list(l->givenCount, sizeof *d->given);
  d->taken = list(l->takenCount, sizeof *d->taken);
  d->loads = list(m->doubleLoadCount, sizeof *d->loads);
  d->stores = list(m->doubleStoreCount, sizeof *d->stores);
  const Columns given = {l->given, l->givenCount}, taken = {l->taken, l->takenCount};
  const Copies loads = {m->doubleLoads, m->doubleLoadCount, true}, stores = {m->doubleStores, m->doubleStoreCount, false};
  d->possible = connect(given, loads, d->given) && connect(taken, stores, d->taken);
  d->loadCount = others(given, loads, d->loads);
  d->storeCount = others(taken, stores, d->stores);
  d->batch = *m->seat.open ? engine_batch(m->seat.engine, m->batch) : NULL;
  d->possible = d->possible && d->batch != NULL && d->batch->way != way_each;
  if (d->possible) make_calls(l);
}

void rows_free(Loop* l) {
  free(l->direct.given);
  free(l->direct.taken);
  free(l->direct.loads);
  free(l->direct.stores);
  free(l->direct.calls);
  free(l->direct.copiedIn);
  free(l->direct.copiedOut);
}
