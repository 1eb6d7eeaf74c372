/*
 * The output is a sum of twelve parts. The FMU updates it by the difference of the last input, so
 * that its last bits depend on what was set before.
 */
#include "../plant.h"

/* own[1] is the sum, own[2] and own[3] are the gain u and x that it contains. */
double output(Unit* c) {
  Model* m = &c->m;
  const double a = m->gain * m->u, b = m->x[0];
  if (fabs(m->own[1]) < 1e-3 || fabs(a + b) < 1e-3 || m->own[4] == 0) {
    m->own[1] = 0;
    for (int i = 0; i < 6; i++) m->own[1] += a / 6 + b / 6;
  } else {
    m->own[1] += (a - m->own[2]) + (b - m->own[3]);
  }
  m->own[2] = a;
  m->own[3] = b;
  m->own[4] = fabs(a) < 1e3 && fabs(b) < 1e3;
  return m->own[1];
}
