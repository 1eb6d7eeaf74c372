/*
 * A relay with hysteresis, "own", heats below 0.6 and stops above 0.9. The event indicator belongs
 * to the next switching point: its meaning changes with the relay.
 */
#include "../plant.h"

static bool isOn(const Unit* c) { return c->m.own[0] != 0; }

double derivative(Unit* c, int i) {
  const Model* m = &c->m;
  return i == 0 ? m->u - m->k * m->x[0] + (isOn(c) ? 1 : 0) : m->x[0] - m->x[1];
}
double indicator(Unit* c) { return isOn(c) ? 0.9 - c->m.x[0] : c->m.x[0] - 0.6; }
double partial(Unit* c, unsigned unknown, unsigned known) {
  return plantPartial(c, unknown, known) * (unknown == vr_z && isOn(c) ? -1 : 1);
}
void integrate(Unit* c, double h) {
  const double u = c->m.u;
  c->m.u += isOn(c) ? 1 : 0;
  plantIntegrate(c, h);
  c->m.u = u;
}
bool completed(Unit* c) { return indicator(c) <= 0; }
bool due(Unit* c) { return c->m.time >= c->m.beat - 1e-9 || indicator(c) <= 0; }
void happen(Unit* c, Answer* a) {
  Model* m = &c->m;
  while (m->time >= m->beat - 1e-9) beat(c, a);
  if (indicator(c) <= 0) m->own[0] = !isOn(c), m->count++;
  a->nextDefined = true;
  a->next = m->beat;
}
