/*
 * The FMU chooses its second state anew at each beat: v or v - x. The variable "v" is a dummy for
 * it, and "own" is v itself.
 */
#include "../plant.h"

static bool isOther(const Unit* c) { return c->m.own[1] != 0; }

double own(Unit* c) { return c->m.x[1] + (isOther(c) ? c->m.x[0] : 0); }
double derivative(Unit* c, int i) {
  const Model* m = &c->m;
  const double dx = m->u - m->k * m->x[0];
  if (i == 0) return dx;
  return isOther(c) ? -m->x[1] - dx : m->x[0] - m->x[1];
}
double partial(Unit* c, unsigned unknown, unsigned known) {
  if (unknown == vr_own) return known == vr_v ? 1 : known == vr_x && isOther(c) ? 1 : 0;
  if (unknown != vr_dv || !isOther(c)) return plantPartial(c, unknown, known);
  return known == vr_x ? c->m.k : known == vr_v || known == vr_u ? -1 : 0;
}
void integrate(Unit* c, double h) {
  Model* m = &c->m;
  if (isOther(c)) m->x[1] += m->x[0];
  plantIntegrate(c, h);
  if (isOther(c)) m->x[1] -= m->x[0];
}
void beat(Unit* c, Answer* a) {
  Model* m = &c->m;
  m->x[1] += isOther(c) ? m->x[0] : -m->x[0];
  m->own[1] = !isOther(c);
  m->beats++;
  m->beat += 0.5;
  a->values = true;
}
void bounce(Unit* c, Answer* a) {
  Model* m = &c->m;
  if (isOther(c)) m->x[1] += m->x[0] - 1;
  m->x[0] = 1;
  m->count++;
  a->values = true;
}
