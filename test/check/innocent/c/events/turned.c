/* The event indicator changes its sign and its scale with each bounce. */
#include "../plant.h"

static double factor(const Unit* c) { return c->m.count % 2 == 0 ? 1 : -2; }

double indicator(Unit* c) { return factor(c) * (c->m.x[0] - 0.5); }
double partial(Unit* c, unsigned unknown, unsigned known) {
  return plantPartial(c, unknown, known) * (unknown == vr_z ? factor(c) : 1);
}
