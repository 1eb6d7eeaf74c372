/* An FMU in a separate process, on the side of the process that started it. */
#ifndef FMUKIT_CHILD_H_
#define FMUKIT_CHILD_H_
#include <sys/types.h>
#include "../engine/engine.h"
#include "../sandbox/sandbox.h"
#include "idle-time.h"
#include "wait-child.h"

/*
 * Descriptors of the FMU's processes: the block, a pipe that ends with the parent, the output, and
 * the channel for more memory. Then the report of the sandbox, and the keeper's handover of
 * rejected calls.
 */
enum { fd_block = 3, fd_lifeline, fd_output, fd_channel, fd_report, fd_handover, fd_count };

enum { gone = -1, spillBytes = 16384, leavingLimit = 16 };
/* Placeholder for the number of a process that is being created. */
enum { unheard = -2 };

typedef struct {
  const char* program;
  char* const* environment;
  /* CPU time and wall time limits of one call [ns]. */
  int64_t callTime, wallTime;
  /* Its folder and its permissions. */
  Confinement confinement;
} ChildOptions;

/*
 * The last three: ended by this process because a call computed, or waited, for too long, or because
 * the FMU computed between calls.
 */
typedef enum { running, exited, killed, computes, waits, lingers } Ending;

typedef struct {
  /* The first block, mapped for this side alone. Calls of all FMUs of the process go through it. */
  Block* block;
  uint64_t blockBytes;
  /* Number of FMUs that have been in the process. */
  uint32_t members;
  /* The FMU's process, and its keeper, whose end ends everything the FMU started. */
  pid_t pid, keeper;
  int lifeline, output, channel;
  /* Whether its process may be copied, the group of all copies, and each copy. */
  bool copied;
  /* Marks an FMU under Wine, which lacks signals: an exit code above 128 is a signal. */
  bool wine;
  pid_t group, copies[copyLimit];
  /* Processes that were ended but not waited for yet. */
  pid_t leaving[leavingLimit];
  uint32_t leavingCount;
  /*
   * Descriptors of segments, and their number when each copy was made, because a restored process
   * lacks later ones.
   */
  int segments[segmentLimit];
  uint32_t segmentCount, seen[copyLimit];
  /* The last output that the FMU's process could not read in time. */
  char spilled[spillBytes];
  size_t spilledBytes;
  /* States of the parts of its sandbox. */
  int states[partCount];
  /* Number of calls, and the operation of a posted call that was not waited for yet. */
  uint32_t calls, postedOp;
  bool posted;
  int64_t callTime, wallTime;
  Patience patience;
  Ending ending;
  /* Exit code or signal. */
  int code;
  /* CPU time of the call, or between calls, for which it was ended [ns]. */
  int64_t spent;
  IdleTime idle;
} Child;

/*
 * Creates a pipe whose descriptors are high enough not to be overwritten when others are passed on.
 */
bool pipe_high(int ends[2]);
/*
 * Starts the process with a block of `size` bytes. Returns the block's address, or NULL with errno.
 */
void* child_start(Child*, const ChildOptions*, uint64_t size);
/*
 * Adds an FMU to the process, with a block of `size` bytes. Returns the block's address, or NULL. Its
 * number is the number of FMUs before.
 */
void* child_join(Child*, uint64_t size);
/* Shares additional memory with an FMU. Returns its address here, or NULL. */
void* child_extend(Child*, uint32_t member, uint32_t segment, uint64_t bytes);
/* A call of an FMU of the process. */
typedef struct {
  uint32_t member, op, operand;
} ChildCall;
/* Makes a call. Returns its status, or `gone`. */
int child_call(Child*, ChildCall);
/*
 * Makes a call in two parts: starts it and returns, then waits. A call that was not waited for is
 * waited for before the next one.
 */
void child_post(Child*, ChildCall);
int child_wait(Child*);
/*
 * Saves the current state of an FMU with copies at this place. Returns its status, `gone`, or the
 * number of its threads as the reason.
 */
enum { copy_threads = 1000 };
int child_hold(Child*, uint32_t place);
/* Returns to the state saved there. */
int child_return(Child*, uint32_t place);
/* Frees the place. */
void child_drop(Child*, uint32_t place);
/*
 * Receives the numbers of new processes, all of them if `wait` is set. Returns false if one could
 * not be created, and the FMU is gone.
 */
bool copies_hear(Child*, bool wait);
/* Returns output of the process that was not read yet. */
size_t child_output(Child*, char* into, size_t bytes);
/* Ends the process and everything it started. */
void child_end(Child*);
/* Ends the process as `child_end` does, and closes its descriptors. */
void child_close(Child*);
#endif
