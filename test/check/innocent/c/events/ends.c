/* The FMU asks for the end of the simulation from 1.5 s on. */
#include "../plant.h"

void happen(Unit* c, Answer* a) {
  while (c->m.time >= c->m.beat - 1e-9) beat(c, a);
  if (c->m.x[0] <= 0.5) bounce(c, a);
  a->nextDefined = true;
  a->next = c->m.beat;
  a->terminate = c->m.time >= 1.5 - 1e-9;
}
int step(Unit* c, double t, double h, Answer* a) {
  const int status = plantStep(c, t, h, a);
  a->terminate = c->m.time >= 1.5 - 1e-9;
  return status;
}
