/*
 * Structures of a loop, and functions for both kinds of stepping (`native-loop.c`,
 * `native-loop-rows.c`).
 */
#ifndef FMUKIT_LOOP_PARTS_H_
#define FMUKIT_LOOP_PARTS_H_
#include "../calls/batch.h"
#include "native-loop.h"
#include "../calls/typed-copy.h"
#include <stdlib.h>

/*
 * Positions in `control`: the next step, the number of steps, and the next FMU in it. A flag
 * selects a step by `t` and `H`, else between the points (start + n pace) / scale. Then how it ended,
 * the FMU and status at which it ended, and the next row of the columns.
 */
enum { at_n, at_count, at_from, at_single, at_start, at_t, at_H, at_end, at_unit, at_status, at_row, at_pace, at_scale, controlCount };

/* Communication point n. */
static inline double point(const double* c, double n) {
  return (c[at_start] + n * c[at_pace]) / c[at_scale];
}

/*
 * How a loop ended: all done, a transferred value is not finite, or the FMU must step in
 * JavaScript. Otherwise JavaScript must continue from the status of its call, or its input
 * derivatives were rejected.
 */
enum { end_done, end_invalid, end_aside, end_answered, end_derivatives };

/* A real value transferred from an output to an input, with its last two values in `past`. */
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

/* A column of numbers and a value. Each step reads or writes one of the numbers. */
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

/* An input as a polynomial: [u, u', u''], and the location of u. */
typedef struct {
  double *slot, *value;
} Held;

/* FMI 2.0: the operands of fmi2SetRealInputDerivatives for order 1 and for order 2. */
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
  /* Up to this time [s] only the FMU itself can cause events. */
  const double* until;
  /* Nominal step [s], or 0. */
  double step;
  Move *loads, *stores, *watches;
  Double *doubleLoads, *doubleStores;
  Held* held;
  double** times;
  Derivatives derivatives;
} Member;

/*
 * A call that sets or gets real numbers row by row: in its buffer, or directly in the column if it
 * has one number that belongs to a column.
 */
typedef struct {
  const Buffer* buffer;
  double* at;
  /* All ones if the row counts, else 0. */
  uint32_t mask;
} RowCall;

/* Columns of one FMU with their positions in the buffers of its calls, and other copies. */
typedef struct {
  bool possible;
  uint32_t loadCount, storeCount;
  Column *given, *taken;
  Double *loads, *stores;
  /*
   * The batch and its calls except the step, and the columns that are copied to and from their
   * buffers.
   */
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
  /* Copied to the FMUs before a step, and from them after it. */
  Column *given, *taken;
  Direct direct;
};

/* Polynomials start at the current values of their inputs. */
static inline void hold(const Member* m) {
  for (uint32_t i = 0; i < m->heldCount; i++) m->held[i].slot[0] = *m->held[i].value;
}

static inline int order_of(const Member* m) {
  int order = 0;
  for (uint32_t i = 0; i < m->heldCount; i++) {
    if (m->held[i].slot[2] != 0) return 2;
    if (m->held[i].slot[1] != 0) order = 1;
  }
  return order;
}

/* Reports whether the FMU must receive slopes of this order, or their reset. */
static inline bool has_slopes(const Member* m, int order) {
  const Derivatives* d = &m->derivatives;
  return d->coefficients != NULL || order > 0 || (d->told != NULL && *d->told > 0);
}

/* Reports whether a step from t to `end` needs only the FMU, without known events inside. */
static inline bool undisturbed(double until, double t, double H, double end) {
  return until == INFINITY || until > end + 1e-12 * (fabs(t) > H ? fabs(t) : H);
}

/*
 * Returns the size of a step from t by H [s] that the FMU receives: the nominal size, if H differs
 * from it only by rounding.
 */
static inline double told_step(const Member* m, double t, double H) {
  const double rounding = 1e-12 * (fabs(t) > m->step ? fabs(t) : m->step);
  return m->step > 0 && fabs(H - m->step) <= rounding ? m->step : H;
}

/* Reports whether JavaScript must handle a step: a register is not 0, of either sign. */
static inline bool speaks(const double* r) {
  uint64_t event, stop, early;
  memcpy(&event, &r[reg_eventNeeded], sizeof event);
  memcpy(&stop, &r[reg_terminate], sizeof stop);
  memcpy(&early, &r[reg_early], sizeof early);
  return (event | stop | early) << 1 != 0;
}

/* Copies a row of inputs to the memory. */
static inline void give(const Loop* l, uint32_t row) {
  for (uint32_t i = 0; i < l->givenCount; i++) *l->given[i].value = l->given[i].column[row];
}

/*
 * Determines once whether rows of steps can run by calls in the columns, and allocates the data for
 * it. `loop_free` frees them.
 */
void rows_make(Loop*);
/* Reports whether `rows_run` supports the request in `control`. */
bool rows_can_run(const Loop*);
/* Runs rows as `loop_run` does. */
void rows_run(Loop*);
void rows_free(Loop*);
/* Allocates a zeroed list of at least one element. */
static inline void* list(uint32_t count, size_t size) { return calloc(count > 0 ? count : 1, size); }
#endif
