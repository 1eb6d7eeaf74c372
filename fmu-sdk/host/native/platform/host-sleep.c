/* Clocks, and waiting for a word of shared memory. */
#define _GNU_SOURCE
#include <limits.h>
#include <sched.h>
#include <time.h>
#include "../process/wait-child.h"

static int64_t clock_ns(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t now_ns(void) { return clock_ns(CLOCK_MONOTONIC); }

void give_way(void) { sched_yield(); }

#ifdef __linux__
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

int64_t coarse_ns(void) { return clock_ns(CLOCK_MONOTONIC_COARSE); }

void sleep_while(_Atomic uint32_t* word, uint32_t old, int64_t most) {
  const struct timespec limit = {most / 1000000000, most % 1000000000};
  syscall(SYS_futex, word, FUTEX_WAIT, old, &limit, NULL, 0);
}

void wake(_Atomic uint32_t* word) { syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0); }
#else
/* macOS: FMUs run in this process and never wait. */
int64_t coarse_ns(void) { return now_ns(); }

void sleep_while(_Atomic uint32_t* word, uint32_t old, int64_t most) {
  (void)word, (void)old;
  const struct timespec shortly = {0, most < 1000000 ? (long)most : 1000000};
  nanosleep(&shortly, NULL);
}

void wake(_Atomic uint32_t* word) { (void)word; }
#endif
