#ifndef FMUKIT_SPAWN_H_
#define FMUKIT_SPAWN_H_
#include "child-process.h"

/* The FMU's ends of the resources that its processes share with this one. */
typedef struct {
  int block, lifeline, output, channel;
} UnitEnds;

/*
 * Starts an FMU's processes and waits until the sandbox is active. Stores their numbers and the
 * states of its parts in the child. Returns an error number, or 0.
 */
int spawn_unit(Child*, const ChildOptions*, const UnitEnds*);
#endif
