/* Waits for the other side of a block: spins for a moment if that has paid off, else sleeps. */
#ifndef FMUKIT_WAIT_H_
#define FMUKIT_WAIT_H_
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  /*
   * Number of waits that sleep at once, and that number after the next failed spin. On a busy
   * machine, spinning would block the other side's processor.
   */
  uint32_t asleep, next;
  /*
   * The other side slept when it was woken and now needs a processor, so a spinning process yields
   * to it.
   */
  bool woke;
} Patience;

/*
 * Values of `*sleeping`: awake, or asleep, at once or after spinning for a short or a long time. The
 * spinning times [ns] are about the cost of sleeping and waking. The long one is for a process that
 * offers its processor to others.
 */
enum { awake, slept_at_once, slept_after_moment, slept_after_offer };
enum { moment = 50000, offered = 5 * moment };

int64_t now_ns(void);
/* Reads a coarse clock that costs almost no time. */
int64_t coarse_ns(void);
/* Yields the processor. */
void give_way(void);
/* Waits until `*word` differs from `old`, for at most about `most` ns. Returns whether it does. */
bool wait_changed(_Atomic uint32_t* word, uint32_t old, _Atomic uint32_t* sleeping, Patience*, int64_t most);
/* Sleeps while `*word` is `old`, for at most about `most` ns. May wake early. */
void sleep_while(_Atomic uint32_t* word, uint32_t old, int64_t most);
/* Wakes everything that waits for this word. */
void wake(_Atomic uint32_t* word);
/* Sets `*word` and wakes the other side if it sleeps. Returns whether it did. */
bool change(_Atomic uint32_t* word, uint32_t value, _Atomic uint32_t* sleeping);
#endif
