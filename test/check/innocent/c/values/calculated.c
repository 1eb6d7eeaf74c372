/*
 * The calculated parameter is found by Newton's method when it is first needed after k was set:
 * half is the root of 2 q - k = 0 to the last bit.
 */
#include "../plant.h"

/* own[1] is the value, own[2] the k that it is for. */
static double root(Model* m) {
  if (m->own[2] == m->k) return m->own[1];
  double q = m->own[1];
  for (int i = 0; i < 50 && 2 * q != m->k; i++) q -= (2 * q - m->k) / 2;
  m->own[2] = m->k;
  return m->own[1] = q;
}
double half(Unit* c) { return root(&c->m); }
