/*
 * The coupling loop over FMUs of this process: transfers values and makes steps while JavaScript
 * has nothing else to do. It reproduces the JavaScript loop (`native-loop.ts`) operation by
 * operation.
 */
#ifndef FMUKIT_LOOP_H_
#define FMUKIT_LOOP_H_
#include "../engine/engine.h"

/*
 * A JavaScript array: its address, its number of elements, and their kind by
 * `napi_typedarray_type`.
 */
typedef struct {
  void* at;
  size_t length;
  uint32_t kind;
} Array;

/* An FMU of a loop. `open` is false once it is closed. */
typedef struct {
  Engine* engine;
  const bool* open;
} Seat;

/* The plan of a loop. `words` holds its structure, `reals` its constants (`native-loop.ts`). */
typedef struct {
  const Array* arrays;
  const Seat* seats;
  const uint32_t* words;
  const double* reals;
  uint32_t arrayCount, seatCount, wordCount, realCount;
} LoopPlan;

typedef struct Loop Loop;

/* Returns NULL if the plan is incomplete, or if a value cannot be stored in its target array. */
Loop* loop_make(const LoopPlan*);
/* Makes steps by `control`, and stores there how it ended. */
void loop_run(Loop*);
/* Memory that is copied after each step: `bytes` from `from` to the next of `capacity` rows. */
typedef struct {
  const uint8_t* from;
  uint8_t* rows;
  uint32_t bytes, capacity;
} KeptRows;
/*
 * Makes steps like `loop_run`, but none after this time [ns] or beyond the rows, if they are not NULL.
 * Some may be left in `control`.
 */
void loop_run_for(Loop*, int64_t time, const KeptRows*);
void loop_free(Loop*);
#endif
