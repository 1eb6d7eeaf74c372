/* Each event needs three rounds of event iteration, and changes values in the last. */
#include "../plant.h"

/* own[1] is the number of rounds done. */
void happen(Unit* c, Answer* a) {
  Model* m = &c->m;
  const bool happens = due(c);
  a->nextDefined = true;
  a->next = m->beat;
  if (happens && m->own[1] < 2) {
    m->own[1]++;
    a->again = true;
    if (c->exchange || c->events) return;
    happen(c, a);
    a->again = false;
    return;
  }
  m->own[1] = 0;
  while (m->time >= m->beat - 1e-9) beat(c, a);
  if (m->x[0] <= 0.5) bounce(c, a);
  a->next = m->beat;
}
