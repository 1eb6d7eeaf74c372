/* What a program for Windows asks of its helper on Linux, by a pipe: words of an order and its operand. Memory is shared by all three;
   only Linux can sleep by a word of it. */
#ifndef FMUKIT_BELL_H_
#define FMUKIT_BELL_H_
#include <stdint.h>

/* sleep: until `request` differs from the operand; answered by a word. wake: who waits for `answer`; not answered. segment: the number of
   the helper's descriptor of this segment, or −1. */
enum { bell_sleep, bell_wake, bell_segment };

typedef struct {
  uint32_t order, operand;
} BellOrder;
#endif
