#include "native-loop-parts.h"
#include "../process/wait-child.h"

/* Separate function, like all rare cases, so that the code of a step of real values stays small. */
NEVER_INLINE void move_all(const Move* all, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) move(&all[i]);
}

/* ---- the exchange ---- */

/* Computes slopes from the history and appends a value: `hand` of exchange.ts. */
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

/* Reports whether all transferred values are finite. */
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

/* Implements `BondResidual.step`. */
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

/* ---- an FMU ---- */

/*
 * Implements `InputDerivatives.set` at the start of a step whose inputs have slopes up to this
 * order.
 */
NEVER_INLINE int tell_derivatives(const Member* m, int order) {
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

/*
 * Makes the calls of a step whose inputs have derivatives up to this order (FMI 2.0). Derivatives
 * follow the inputs that they belong to, because some FMUs hold an input that is set. Returns how
 * the step ended.
 */
NEVER_INLINE int run_with_derivatives(const Member* m, int order, int* status) {
  Engine* e = m->seat.engine;
  const Batch* b = engine_batch(e, m->batch);
  if (b == NULL) return *status = engine_run(e, m->batch), end_answered;
  const uint32_t sets = engine_sets(b);
  const int set = engine_run_part(e, b, 0, sets);
  if (set >= discard) return *status = set, end_answered;
  if ((*status = tell_derivatives(m, order)) >= discard) return end_derivatives;
  *status = engine_run_part(e, b, sets, b->count);
  if (*status < set) *status = set;
  return end_done;
}

NEVER_INLINE bool told(const Member* m) {
  for (uint32_t i = 0; i < m->watchCount; i++)
    if (differs(&m->watches[i])) return false;
  return true;
}

/*
 * Implements `CoSimulation.step` for a step without external events. Returns how it ended, and the
 * status of a failed call.
 */
static int step(const Member* m, double t, double H, int* status) {
  const double end = t + H;
  if (!*m->seat.open || !undisturbed(*m->until, t, H, end)) return end_aside;
  if (m->watchCount > 0 && !told(m)) return end_aside;
  hold(m);
  double* r = m->seat.engine->block->registers;
  r[reg_time] = t;
  r[reg_step] = told_step(m, t, H);
  for (uint32_t i = 0; i < m->doubleLoadCount; i++) *m->doubleLoads[i].to = *m->doubleLoads[i].from;
  if (m->loadCount > 0) move_all(m->loads, m->loadCount);
  const int order = m->heldCount > 0 ? order_of(m) : 0;
  const bool slopes = m->heldCount > 0 && has_slopes(m, order);
  if (slopes && m->derivatives.told != NULL) {
    const int end = run_with_derivatives(m, order, status);
    if (end != end_done) return end;
  } else {
    if (slopes) tell_derivatives(m, order);
    *status = engine_run(m->seat.engine, m->batch);
  }
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

/* How a step of all FMUs ended: at the index of an FMU or their number, and with a status. */
typedef struct {
  uint32_t unit;
  int end, status;
} Ended;

/* Steps the FMUs from `from` on. */
static Ended steps_of(const Loop* l, uint32_t from, double t, double H) {
  Ended done = {from, end_done, ok};
  for (; done.unit < l->memberCount; done.unit++) {
    *l->unit = (int32_t)done.unit;
    done.end = step(&l->members[done.unit], t, H, &done.status);
    if (done.end != end_done) break;
  }
  return done;
}

/* Makes steps until the coarse clock shows `end` [ns], if that is not 0, and keeps rows of memory. */
ALWAYS_INLINE void run_until(Loop* l, int64_t end, const KeptRows* kept) {
  double* c = l->control;
  const bool single = c[at_single] != 0;
  double n = c[at_n], next = single ? c[at_t] : point(c, n);
  uint32_t left = (uint32_t)c[at_count], from = (uint32_t)c[at_from], row = (uint32_t)c[at_row], keptCount = 0;
  Ended ended = {from, end_done, ok};
  for (; left > 0 && row < l->rows; left--, n++, row++, from = 0) {
    const double t = next;
    next = point(c, n + 1);
    const double H = single ? c[at_H] : next - t;
    if (!single) *l->steps = (int32_t)n;
    if (from == 0) give(l, row);
    if (from == 0 && !transfer(l, n)) {
      ended.end = end_invalid;
      break;
    }
    ended = steps_of(l, from, t, H);
    if (ended.end != end_done) break;
    if (!single) residuals(l);
    for (uint32_t i = 0; i < l->takenCount; i++) l->taken[i].column[row] = *l->taken[i].value;
    if (kept != NULL) memcpy(kept->rows + (size_t)keptCount++ * kept->bytes, kept->from, kept->bytes);
    if ((end != 0 && coarse_ns() >= end) || (kept != NULL && keptCount == kept->capacity)) {
      left--, n++, row++;
      break;
    }
  }
  c[at_row] = row;
  c[at_n] = n;
  c[at_count] = left;
  c[at_end] = ended.end;
  c[at_unit] = ended.unit;
  c[at_status] = ended.status;
}

void loop_run(Loop* l) {
  if (rows_can_run(l))
    rows_run(l);
  else
    run_until(l, 0, NULL);
}

void loop_run_for(Loop* l, int64_t time, const KeptRows* kept) { run_until(l, coarse_ns() + time, kept); }
