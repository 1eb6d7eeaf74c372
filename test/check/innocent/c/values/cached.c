/* The output is computed when it is read, and kept until something it depends on is set. */
#include "../plant.h"

typedef struct {
  bool valid;
  double y;
} Cache;

bool created(Unit* c) { return (c->own = calloc(1, sizeof(Cache))) != NULL; }
void freed(Unit* c) { free(c->own); }
void wasSet(Unit* c) {
  if (c->own != NULL) ((Cache*)c->own)->valid = false;
}
double output(Unit* c) {
  Cache* k = c->own;
  if (!k->valid) k->y = c->m.gain * c->m.u + c->m.x[0];
  k->valid = true;
  return k->y;
}
void integrate(Unit* c, double h) {
  plantIntegrate(c, h);
  wasSet(c);
}
void bounce(Unit* c, Answer* a) {
  c->m.x[0] = 1;
  c->m.count++;
  a->values = true;
  wasSet(c);
}
