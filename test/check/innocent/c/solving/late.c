/*
 * A step only notes how far to go. The FMU computes it when something is asked for or set. Events
 * inside a step are found then, so that Event Mode is not offered.
 */
#include "../plant.h"

typedef struct {
  double t, h;
} Wish;

bool created(Unit* c) { return (c->own = calloc(1, sizeof(Wish))) != NULL; }
void freed(Unit* c) { free(c->own); }
void called(Unit* c) {
  Wish* w = c->own;
  if (!(w->h > 0)) return;
  const double t = w->t, h = w->h;
  w->h = 0;
  const int pieces = (int)ceil(h / 0.01 - 1e-6);
  for (int i = 1; i <= pieces; i++) {
    c->m.time = t + (i - 1) * (h / pieces);
    integrate(c, h / pieces);
    c->m.time = i == pieces ? t + h : t + i * (h / pieces);
    if (due(c)) happen(c, &(Answer){0});
  }
}
int step(Unit* c, double t, double h, Answer* a) {
  *(Wish*)c->own = (Wish){t, h};
  c->m.time = a->last = t + h;
  return ok;
}
