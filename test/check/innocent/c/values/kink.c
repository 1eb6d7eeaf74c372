/*
 * The output is gain |u| + x, and the derivative of x has |u|: at u = 0, the start value, the
 * derivative is that of one side.
 */
#include "../plant.h"

double derivative(Unit* c, int i) {
  const Model* m = &c->m;
  return i == 0 ? fabs(m->u) - m->k * m->x[0] : m->x[0] - m->x[1];
}
void integrate(Unit* c, double h) {
  const double u = c->m.u;
  c->m.u = fabs(u);
  plantIntegrate(c, h);
  c->m.u = u;
}
double output(Unit* c) { return c->m.gain * fabs(c->m.u) + c->m.x[0]; }
double partial(Unit* c, unsigned unknown, unsigned known) {
  return plantPartial(c, unknown, known) * (known == vr_u && c->m.u < 0 ? -1 : 1);
}
