/*
 * The co-simulation makes one step of Euler's method from a communication point to the next, and
 * looks for events at its end. Half the step gives another result, with half the error.
 */
#include "../plant.h"

int step(Unit* c, double t, double h, Answer* a) {
  Model* m = &c->m;
  const double dx = derivative(c, 0), dv = derivative(c, 1);
  m->x[0] += h * dx;
  m->x[1] += h * dv;
  m->time = a->last = t + h;
  const bool happens = due(c);
  while (!c->events && due(c)) happen(c, &(Answer){0});
  a->event = happens && c->events;
  return ok;
}
