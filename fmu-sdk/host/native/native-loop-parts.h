/* What a loop is made of, and what both of its ways of stepping need (`native-loop.c`, `native-loop-rows.c`). */
#ifndef FMUKIT_LOOP_PARTS_H_
#define FMUKIT_LOOP_PARTS_H_
#include "batch.h"
#include "native-loop.h"
#include "typed-copy.h"
#include <stdlib.h>

/* Places in `control`: which step comes next, how many more; the unit that comes next in it, all before it have done it; whether the
   step is by `t` and `H`, else it is from start + n h to start + (n + 1) h. Then how it ended, at which unit, with which status; and the row
   of columns that comes next. */
enum { at_n, at_count, at_from, at_single, at_start, at_t, at_H, at_end, at_unit, at_status, at_row, controlCount };

/* All is done; a value that is exchanged is not finite; the unit is to be stepped by JavaScript; JavaScript is to go on from its
   call's status; its input derivatives were refused. */
enum { end_done, end_invalid, end_aside, end_answered, end_derivatives };

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

/* Polynomials begin at the values that their inputs have. */
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

/* Whether the unit is to be told of slopes up to this order, or that there are none any more. */
static inline bool has_slopes(const Member* m, int order) {
  const Derivatives* d = &m->derivatives;
  return d->coefficients != NULL || order > 0 || (d->told != NULL && *d->told > 0);
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

/* A row of inputs goes into the memory. */
static inline void give(const Loop* l, uint32_t row) {
  for (uint32_t i = 0; i < l->givenCount; i++) *l->given[i].value = l->given[i].column[row];
}

/* Finds out, once, whether rows of steps can be run by calls in the columns; takes what that needs, for `loop_free` to give back. */
void rows_make(Loop*);
/* Whether `rows_run` can do what `control` asks for. */
bool rows_can_run(const Loop*);
/* As `loop_run`. */
void rows_run(Loop*);
void rows_free(Loop*);
/* A list of so many, all zero; one at least. */
static inline void* list(uint32_t count, size_t size) { return calloc(count > 0 ? count : 1, size); }
#endif
