/*
 * The output "own" counts communication steps. A discrete variable may change at communication
 * points, and two steps are counted where one step of twice the size is one.
 */
#include "../plant.h"

int step(Unit* c, double t, double h, Answer* a) {
  c->m.own[0]++;
  return plantStep(c, t, h, a);
}
