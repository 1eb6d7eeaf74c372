#ifndef FMUKIT_SPAWN_H_
#define FMUKIT_SPAWN_H_
#include "child-process.h"

/* The unit's ends of what its processes share with this one. */
typedef struct {
  int block, lifeline, output, channel;
} UnitEnds;

/* Starts a unit's processes and waits until its sandbox stands: their numbers, and what became of its parts, are noted in the
   child. The number of an error, or 0. */
int spawn_unit(Child*, const ChildOptions*, const UnitEnds*);
#endif
