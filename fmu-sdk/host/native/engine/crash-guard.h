/*
 * Checks how an FMU uses what its importer lends it. Arrays and texts lie at page ends and are
 * revoked after each call. Flags start with an invalid value. Callbacks check their caller. For
 * tests of FMUs in a separate process.
 */
#ifndef FMUKIT_GUARD_H_
#define FMUKIT_GUARD_H_
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../standard/c/fmi2.h"
#include "../../../standard/c/fmi3.h"

/*
 * `behind`, `before`: access past an array's end or start. `constant`: an input array was written.
 * `kept`: memory lent to an earlier call was used. `environment`, `name`: a callback got a wrong
 * value. `unwritten`: a result was not written. `boolean`: a flag is neither true nor false.
 * `update…`: intermediate update outside doStep, or at a time outside the step or before an earlier
 * one, or an early return is offered without places for the results. `clockPlace`: clockUpdate
 * outside a partition. `unlocked`, `locked`: preemption was unlocked without a lock, or is locked
 * at the end of a call. `freed`: memory not allocated by allocateMemory was freed. `stateLeft`:
 * freeing a state did not reset its pointer.
 */
#define TRESPASSES(X)                                                                                                             \
  X(behind) X(before) X(constant) X(kept) X(environment) X(name) X(unwritten) X(boolean) X(updatePlace) X(updateTime)             \
  X(updateResults) X(clockPlace) X(unlocked) X(locked) X(freed) X(stateLeft)
#define X(name) trespass_##name,
enum { TRESPASSES(X) trespassCount };
#undef X

struct Engine;
struct Buffer;

/* Starts the checks. Returns false if that is not possible. */
bool guard_start(struct Engine*);
/* Returns a copy of data that the FMU may read during the current call. */
const void* guard_lend(struct Engine*, const void* from, size_t bytes);
/* Memory that the FMU must write during the current call, filled with `guard_blank`. */
enum { guard_blank = 0xa5 };
void* guard_room(struct Engine*, size_t bytes);
bool guard_has(struct Engine*, const void*);
/* Revokes all lent memory and records violations. */
void guard_end(struct Engine*);
/* Records the value of a state's pointer after the state was freed. */
void guard_freed_state(struct Engine*, const void* state);
/* Makes a call with a buffer, or one that returns flags. */
int guard_call(struct Engine*, uint32_t op, struct Buffer*);
/* Returns the callbacks' environment for the next instance. */
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
/* Result: for each violation its count, its operation, and two numbers with details. */
int guard_take(struct Engine*);
#endif
