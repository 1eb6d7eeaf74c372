/* The coupling loop over the FMUs of one process, inside that process. */
#ifndef FMUKIT_PROCESS_LOOP_H_
#define FMUKIT_PROCESS_LOOP_H_
#include "../engine/engine.h"

/* The FMUs of the process by their numbers. */
typedef struct {
  Engine** all;
  uint32_t count;
} Members;

/* Lets the engines of these FMUs build and run loops. Call it after each new FMU. */
void process_loops(const Members*);
#endif
