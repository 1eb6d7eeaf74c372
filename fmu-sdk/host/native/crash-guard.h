/* What a unit does with what its importer lends it: arrays and texts that lie at the ends of pages, and are taken back after each call;
   flags that nobody has written before; callbacks that look at who calls them. For tests of units in a process of their own. */
#ifndef FMUKIT_GUARD_H_
#define FMUKIT_GUARD_H_
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../../standard/c/fmi2.h"
#include "../../standard/c/fmi3.h"

/* behind, before: an array's end or begin was passed. constant: what is there to be read was written. kept: what was lent for an
   earlier call was used. environment, name: a callback got another. unwritten: a result was not written. boolean: a flag is neither
   true nor false. update…: intermediate update outside doStep; at a time outside the step, or before an earlier one. clockPlace:
   clockUpdate outside of a partition. unlocked, locked: preemption is unlocked that was not locked; is locked at the end of a call.
   freed: memory was given back that was not allocated by allocateMemory. stateLeft: freeing a state has left its pointer. */
#define TRESPASSES(X)                                                                                                             \
  X(behind) X(before) X(constant) X(kept) X(environment) X(name) X(unwritten) X(boolean) X(updatePlace) X(updateTime)             \
  X(clockPlace) X(unlocked) X(locked) X(freed) X(stateLeft)
#define X(name) trespass_##name,
enum { TRESPASSES(X) trespassCount };
#undef X

struct Engine;
struct Buffer;

/* From now on the unit is watched; false where that cannot be. */
bool guard_start(struct Engine*);
/* A copy of what the unit may read during the present call. */
const void* guard_lend(struct Engine*, const void* from, size_t bytes);
/* Room for what it is to write during the present call, filled with `guard_blank`. */
enum { guard_blank = 0xa5 };
void* guard_room(struct Engine*, size_t bytes);
bool guard_has(struct Engine*, const void*);
/* Takes back all that was lent; notes what became of it. */
void guard_end(struct Engine*);
/* A state was freed, and this is what its pointer is now. */
void guard_freed_state(struct Engine*, const void* state);
/* A call of a buffer, or one that returns flags. */
int guard_call(struct Engine*, uint32_t op, struct Buffer*);
/* Callbacks for the next instance. */
void* guard_environment(struct Engine*);
void guard_log2(void*, const char* name, fmi2Status, const char* category, const char* format, ...);
void* guard_allocate(size_t count, size_t bytes);
void guard_free(void*);
void guard_log3(void*, fmi3Status, const char* category, const char* message);
void guard_update(void*, double time, bool setRequested, bool getAllowed, bool stepFinished, bool canReturnEarly, bool* earlyReturn,
                  double* returnTime);
void guard_clock(void*);
void guard_lock(void);
void guard_unlock(void);
/* Result: for each trespass how often, in which operation, and two numbers that tell more. */
int guard_take(struct Engine*);
#endif
