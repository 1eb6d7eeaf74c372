#include "wait-child.h"
#if defined(_MSC_VER)
#include <intrin.h>
#endif

/* Largest number of waits without spinning. */
enum { longest = 255 };

static inline void pause_cpu(void) {
#if defined(_MSC_VER) && defined(_M_X64)
  _mm_pause();
#elif defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

static bool turn_round(_Atomic uint32_t* word, uint32_t old, bool giving) {
  const int64_t begin = now_ns(), enough = giving ? offered : moment;
  do {
    for (int i = 0; i < 32; i++) {
      if (atomic_load_explicit(word, memory_order_acquire) != old) return true;
      pause_cpu();
    }
    if (giving) give_way();
  } while (now_ns() - begin < enough);
  return false;
}

bool wait_changed(_Atomic uint32_t* word, uint32_t old, _Atomic uint32_t* sleeping, Patience* p, int64_t most) {
  uint32_t asleep = slept_at_once;
  if (p->asleep > 0) {
    p->asleep--;
  } else if (turn_round(word, old, p->woke)) {
    p->next = 1;
    return true;
  } else {
    asleep = p->woke ? slept_after_offer : slept_after_moment;
    p->asleep = p->next;
    p->next = p->next < longest ? 2 * p->next + 1 : longest;
  }
  atomic_store(sleeping, asleep);
  if (atomic_load(word) == old) sleep_while(word, old, most);
  atomic_store(sleeping, awake);
  return atomic_load(word) != old;
}

bool change(_Atomic uint32_t* word, uint32_t value, _Atomic uint32_t* sleeping) {
  atomic_store(word, value);
  const bool sleeps = atomic_load(sleeping) != awake;
  if (sleeps) wake(word);
  return sleeps;
}
