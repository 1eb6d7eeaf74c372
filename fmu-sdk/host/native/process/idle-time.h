/* CPU time that an isolated FMU uses between calls: accounts for it, and ends an FMU that uses too much. */
#ifndef FMUKIT_IDLE_H_
#define FMUKIT_IDLE_H_
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Account of one FMU. A thread looks at all FMUs every 50 ms and adds what they used since its last
 * look, if no call was made in between. The calling thread measures the beginning and the end of
 * pauses, but of one pause in 16 only, because reading the clock takes as long as a short call.
 */
typedef struct IdleTime {
  struct IdleTime* next;
  /* The FMU's process. Under `idle_lock` it is not waited for, so its number is valid. */
  const volatile pid_t* pid;
  /* CPU time allowed beyond a share of the wall time since `begin` [ns]. */
  int64_t limit, begin;
  /*
   * Time for which a thread waited for a processor [ns], the longest of all threads. It does not
   * count as wall time. Otherwise threads would have a larger allowance on a busy machine, and
   * threads that take all processors would make calls long, and with them their own allowance.
   */
  _Atomic int64_t delayed;
  /* Even during a call, odd in a pause. */
  _Atomic uint32_t phase;
  /* CPU time that was seen by the watching thread, and by the calling thread [ns]. */
  _Atomic int64_t watched, measured;
  /* CPU time for which the FMU was ended [ns], or 0. */
  _Atomic int64_t overspent;
  /* For the calling thread: state of its dice, pauses to skip, and clocks at the begin of a pause. */
  uint32_t dice, skip;
  bool armed;
  int64_t cpuBegin, wallBegin, watchedBegin;
  /* For the watching thread: its last look. */
  uint32_t seenPhase;
  int64_t seenCpu;
} IdleTime;

/* Returns the CPU time of all threads of a process [ns], or 0 if unknown. */
int64_t cpu_ns(pid_t pid);
/* Starts the account in a pause. The addresses must stay valid until it is closed. */
void idle_open(IdleTime*, const volatile pid_t* pid, int64_t limit);
void idle_close(IdleTime*);
/* Returns the CPU time between calls so far [ns], and its part beyond the share of the wall time. */
int64_t idle_used(const IdleTime*);
int64_t idle_excess(const IdleTime*);
/* Protects the number of a process while the process is waited for. */
void idle_lock(void);
void idle_unlock(void);

/* The slow parts of the next two functions. */
void idle_measure(IdleTime*, uint32_t asleep);
void idle_arm(IdleTime*);

/*
 * Ends a pause in which the FMU's process has waited as `*asleep` tells (`wait-child.h`). Returns
 * false if the FMU has used too much, and must be ended.
 */
static inline bool idle_call(IdleTime* t, const _Atomic uint32_t* asleep) {
  atomic_fetch_add_explicit(&t->phase, 1, memory_order_relaxed);
  if (t->armed) idle_measure(t, atomic_load_explicit(asleep, memory_order_relaxed));
  return atomic_load_explicit(&t->overspent, memory_order_relaxed) == 0;
}

/* Begins a pause. */
static inline void idle_answer(IdleTime* t) {
  if (t->skip-- == 0) idle_arm(t);
  atomic_fetch_add_explicit(&t->phase, 1, memory_order_relaxed);
}
#endif
