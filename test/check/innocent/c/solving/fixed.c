/* The solver has the fixed step 0.01 s, and the FMU ends at a multiple of it: it tells where. */
#include "../plant.h"

int step(Unit* c, double t, double h, Answer* a) {
  Model* m = &c->m;
  while (m->time < t + h - 0.005) {
    integrate(c, 0.01);
    m->time = round(100 * m->time + 1) / 100;
    const bool happens = due(c);
    if (happens && !c->events) happen(c, &(Answer){0});
    a->event |= happens && c->events;
  }
  a->last = m->time;
  return ok;
}
double slack(Unit* c) { return (void)c, 0.0051; }
