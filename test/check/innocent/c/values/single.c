/* Derivatives and outputs are computed with single precision. */
#include "../plant.h"

double derivative(Unit* c, int i) {
  const Model* m = &c->m;
  const float u = (float)m->u, k = (float)m->k, x = (float)m->x[0], v = (float)m->x[1];
  return i == 0 ? u - k * x : x - v;
}
double output(Unit* c) { return (float)c->m.gain * (float)c->m.u + (float)c->m.x[0]; }
