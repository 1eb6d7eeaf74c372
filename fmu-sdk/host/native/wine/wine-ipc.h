/*
 * Requests of a Windows program to its Linux helper, through a pipe: an order and its operand as
 * words. All three share the memory, but only Linux can wait for a word of it.
 */
#ifndef FMUKIT_BELL_H_
#define FMUKIT_BELL_H_
#include <stdint.h>

/*
 * sleep: waits until `request` differs from the operand, answered by a word. wake: wakes the
 * waiters for `answer`, not answered. segment: returns the number of the helper's descriptor of
 * this segment, or −1.
 */
enum { bell_sleep, bell_wake, bell_segment };

typedef struct {
  uint32_t order, operand;
} BellOrder;
#endif
