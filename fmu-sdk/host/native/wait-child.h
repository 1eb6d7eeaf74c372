/* Waiting for the other side of a block: turning round for a moment where that has paid, else asleep. */
#ifndef FMUKIT_WAIT_H_
#define FMUKIT_WAIT_H_
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  /* Waits to sleep at once, and how many it will be when turning round fails again: on a busy machine it keeps the other
     side from its processor. */
  uint32_t asleep, next;
  /* The other side slept when it was told, and now looks for a processor: who turns round offers it this one. */
  bool woke;
} Patience;

int64_t now_ns(void);
/* A clock of few digits, which takes nothing of the time of a step. */
int64_t coarse_ns(void);
/* Lets others have the processor. */
void give_way(void);
/* Waits until `*word` differs from `old`, at most about `most` ns; whether it does. */
bool wait_changed(_Atomic uint32_t* word, uint32_t old, _Atomic uint32_t* sleeping, Patience*, int64_t most);
/* Sleeps while `*word` is `old`, at most about `most` ns; may wake early. */
void sleep_while(_Atomic uint32_t* word, uint32_t old, int64_t most);
/* Ends the sleep of all that wait for this word. */
void wake(_Atomic uint32_t* word);
/* Sets `*word` and wakes the other side, if it sleeps; whether it did. */
bool change(_Atomic uint32_t* word, uint32_t value, _Atomic uint32_t* sleeping);
#endif
