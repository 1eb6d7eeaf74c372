/* The output "own" is not a number until the first event, and infinite after the second. */
#include "../plant.h"

double own(Unit* c) { return c->m.beats == 0 ? NAN : c->m.beats == 1 ? 1 : INFINITY; }
