/* The coupling loop over units of this process: hands values over and lets each unit step, for as many steps as nobody else has
   anything to say. What it does is what JavaScript would do (`native-loop.ts`), operation by operation. */
#ifndef FMUKIT_LOOP_H_
#define FMUKIT_LOOP_H_
#include "engine.h"

/* An array of JavaScript: where it stands, its number of elements, and their kind by `napi_typedarray_type`. */
typedef struct {
  void* at;
  size_t length;
  uint32_t kind;
} Array;

/* A unit of a loop; `open` is false once it is closed. */
typedef struct {
  Engine* engine;
  const bool* open;
} Seat;

/* What a loop is made of. `words` say what there is and where, `reals` are its constants (`native-loop.ts`). */
typedef struct {
  const Array* arrays;
  const Seat* seats;
  const uint32_t* words;
  const double* reals;
  uint32_t arrayCount, seatCount, wordCount, realCount;
} LoopPlan;

typedef struct Loop Loop;

/* NULL where the plan is not whole, or a value goes to an array of a kind that it cannot go to. */
Loop* loop_make(const LoopPlan*);
/* Does steps by `control`, and says there how it ended. */
void loop_run(Loop*);
void loop_free(Loop*);
#endif
