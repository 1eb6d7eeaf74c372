/* The FMU tells time events every 0.1 s. Only each fifth of them changes a variable. */
#include "../plant.h"

void happen(Unit* c, Answer* a) {
  Model* m = &c->m;
  while (m->time >= m->beat - 1e-9) beat(c, a);
  if (m->x[0] <= 0.5) bounce(c, a);
  double next = m->beat;
  while (next - 0.1 > m->time + 1e-9) next -= 0.1;
  a->nextDefined = true;
  a->next = next;
}
