/* Two threads of the FMU compute the two parts of each piece of a step. They end with the piece. */
#include <pthread.h>
#include "../plant.h"

typedef struct {
  double x, v, u, k, h, result;
} Part;

static void* first(void* p) {
  Part* a = p;
  const double target = a->k == 0 ? 0 : a->u / a->k;
  a->result = a->k == 0 ? a->x + a->h * a->u : target + (a->x - target) * exp(-a->k * a->h);
  return NULL;
}
static void* second(void* p) {
  Part* a = p;
  first(p);
  a->result = a->v + a->h * ((a->x + a->result) / 2 - a->v);
  return NULL;
}
void integrate(Unit* c, double h) {
  Model* m = &c->m;
  Part one = {m->x[0], m->x[1], m->u, m->k, h, 0}, two = one;
  pthread_t thread;
  if (pthread_create(&thread, NULL, second, &two) != 0) {
    second(&two);
    first(&one);
  } else {
    first(&one);
    pthread_join(thread, NULL);
  }
  m->x[0] = one.result;
  m->x[1] = two.result;
}
