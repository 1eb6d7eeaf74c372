/* Waiting for the other side of a block: turning round for as long as answers usually take, then asleep. */
#ifndef FMUKIT_WAIT_H_
#define FMUKIT_WAIT_H_
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  /* How long to turn round before sleeping [ns]: as long as pays, judged by the waits before. */
  int64_t spin;
} Patience;

int64_t now_ns(void);
/* Waits until `*word` differs from `old`, at most until `deadline` [ns of now_ns] or about `most` ns; whether it does. */
bool wait_changed(_Atomic uint32_t* word, uint32_t old, _Atomic uint32_t* sleeping, Patience*, int64_t most);
/* Sets `*word` and wakes the other side, if it sleeps. */
void change(_Atomic uint32_t* word, uint32_t value, _Atomic uint32_t* sleeping);
#endif
