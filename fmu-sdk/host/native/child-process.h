/* A unit in a process of its own, seen from the process that has started it. */
#ifndef FMUKIT_CHILD_H_
#define FMUKIT_CHILD_H_
#include <sys/types.h>
#include "engine.h"
#include "sandbox.h"
#include "wait-child.h"

/* Descriptors of the unit's processes: the block; a pipe that ends when the parent does; its own output; where more memory comes;
   where it says how it is confined; where its keeper gets what it refuses calls by. */
enum { fd_block = 3, fd_lifeline, fd_output, fd_channel, fd_report, fd_handover, fd_count };

enum { gone = -1, spillBytes = 16384, leavingLimit = 16 };
/* In place of the number of a process that is being made. */
enum { unheard = -2 };

typedef struct {
  const char* program;
  char* const* environment;
  /* Longest CPU time and longest wall time of one call [ns]. */
  int64_t callTime, wallTime;
  /* Its folder, and what it may do. */
  Confinement confinement;
} ChildOptions;

/* The last two: ended here, because a call computed, or waited, for too long. */
typedef enum { running, exited, killed, computes, waits } Ending;

typedef struct {
  /* The unit's process; its keeper, with which all that it has started ends. */
  pid_t pid, keeper;
  int lifeline, output, channel;
  /* Whether its process may be copied; the group of all copies, and each of them. */
  bool copied;
  /* Whether it runs under Wine, which has no signals: an exit code beyond 128 is one. */
  bool wine;
  pid_t group, copies[copyLimit];
  /* Those that were ended and not waited for yet. */
  pid_t leaving[leavingLimit];
  uint32_t leavingCount;
  /* Descriptors of segments, and how many there were when each copy was made: a process that runs on does not see later ones. */
  int segments[segmentLimit];
  uint32_t segmentCount, seen[copyLimit];
  /* The last of what was written when the unit's process had no time to read it. */
  char spilled[spillBytes];
  size_t spilledBytes;
  /* What became of the parts of its sandbox. */
  int states[partCount];
  /* Calls made; the operation of one that nobody has waited for yet. */
  uint32_t calls, postedOp;
  bool posted;
  int64_t callTime, wallTime;
  Patience patience;
  Ending ending;
  /* Exit code or signal. */
  int code;
  /* CPU time of the call that it was ended in [ns]. */
  int64_t spent;
} Child;

/* A pipe whose descriptors are high enough not to be overwritten while others are handed on. */
bool pipe_high(int ends[2]);
/* Starts the process with a block of `size` bytes; where it is mapped, or NULL with errno. */
void* child_start(Child*, const ChildOptions*, uint64_t size);
/* Shares so many bytes more; where they are mapped here, or NULL. */
void* child_extend(Child*, Block*, uint32_t segment, uint64_t bytes);
/* Makes a call; its status, or `gone`. */
int child_call(Child*, Block*, uint32_t op, uint32_t operand);
/* The same in two: asks and comes back, then waits. What nobody has waited for is waited for before the next call. */
void child_post(Child*, Block*, uint32_t op, uint32_t operand);
int child_wait(Child*, Block*);
/* Keeps the present state of a unit that may be copied at this place; its status, `gone`, or why not: the number of its threads. */
enum { copy_threads = 1000 };
int child_hold(Child*, Block*, uint32_t place);
/* Returns to the state that is kept there. */
int child_return(Child*, Block*, uint32_t place);
/* Gives the place back. */
void child_drop(Child*, uint32_t place);
/* Learns the numbers of processes that have been made; with `wait` until all are known. False, and the unit is gone, where one was not. */
bool copies_hear(Child*, bool wait);
/* What the process had written and nobody has read. */
size_t child_output(Child*, char* into, size_t bytes);
/* Ends the process and all that it has started. */
void child_end(Child*);
/* The same, and gives its descriptors back. */
void child_close(Child*);
#endif
