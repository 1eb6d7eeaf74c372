#define _GNU_SOURCE
#include "wait.h"
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { longest = 50000, shortest = 1000 };

int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static inline void pause_cpu(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

bool wait_changed(_Atomic uint32_t* word, uint32_t old, _Atomic uint32_t* sleeping, Patience* p, int64_t most) {
  const int64_t begin = now_ns();
  if (p->spin == 0) p->spin = longest;
  do {
    for (int i = 0; i < 32; i++) {
      if (atomic_load_explicit(word, memory_order_acquire) != old) return true;
      pause_cpu();
    }
  } while (now_ns() - begin < p->spin);
  const struct timespec limit = {most / 1000000000, most % 1000000000};
  atomic_store(sleeping, 1);
  if (atomic_load(word) == old) syscall(SYS_futex, word, FUTEX_WAIT, old, &limit, NULL, 0);
  atomic_store(sleeping, 0);
  const bool changed = atomic_load(word) != old;
  p->spin = changed && now_ns() - begin < longest ? longest : shortest;
  return changed;
}

void change(_Atomic uint32_t* word, uint32_t value, _Atomic uint32_t* sleeping) {
  atomic_store(word, value);
  if (atomic_load(sleeping) != 0) syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}
