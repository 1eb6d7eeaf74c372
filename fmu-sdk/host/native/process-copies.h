/* Copies of a unit's process, by fork(): each keeps the unit as it was, and makes a process that runs on from there as often as
   it is asked to. All are children of the program that has started the unit, so that no chain of processes grows. */
#ifndef FMUKIT_COPIES_H_
#define FMUKIT_COPIES_H_
#include <stdbool.h>
#include <stdint.h>

struct Engine;

/* What a process says of itself through the channel when it begins: that it keeps the state of this place, or that it runs; or another, that
   it could not be made. */
enum { born_runner = 128, born_not };

/* The call of the kernel by which copies are made. The filter lets it pass only with these flags, from where it returns to. */
uint64_t copies_flags(void);
uint64_t copies_return(void);

/* Makes a copy that keeps the present state at this place. It returns here with `ok`, or `failed` and the reason as the result; and in
   each process that runs on from the copy with `born`. */
enum { born = 100 };
int copies_hold(struct Engine*, uint32_t place, bool follows);
#endif
