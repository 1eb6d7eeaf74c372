/* The FMU logs each third event only. */
#include "../plant.h"

void bounce(Unit* c, Answer* a) {
  c->m.x[0] = 1;
  c->m.count++;
  a->values = true;
  if (c->m.count % 3 == 0) say(c, ok, "events", "There were %d events.", c->m.count);
}
