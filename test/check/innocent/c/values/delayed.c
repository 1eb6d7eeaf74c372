/*
 * The output "own" is the discrete input at the beat before last. The two values in between are in
 * the FMU state.
 */
#include "../plant.h"

void beat(Unit* c, Answer* a) {
  (void)a;
  Model* m = &c->m;
  m->own[0] = m->own[1];
  m->own[1] = m->own[2];
  m->own[2] = m->d;
  m->beats++;
  m->beat += 0.5;
}
