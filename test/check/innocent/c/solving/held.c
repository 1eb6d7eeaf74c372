/*
 * The FMU is a sampled controller: over a step it uses the input of the communication point before,
 * which it keeps. The first step therefore uses the start value.
 */
#include "../plant.h"

int step(Unit* c, double t, double h, Answer* a) {
  const double now = c->m.u;
  c->m.u = c->m.own[1];
  const int status = plantStep(c, t, h, a);
  c->m.u = c->m.own[1] = now;
  return status;
}
