/*
 * FMU states are places of a list inside the FMU: small numbers instead of addresses, which are
 * given out again after they were freed.
 */
#include "../plant.h"

enum { most = 4096 };
typedef struct {
  Model* states[most];
} Slots;

bool created(Unit* c) { return (c->own = calloc(1, sizeof(Slots))) != NULL; }
void freed(Unit* c) {
  Slots* all = c->own;
  for (int i = 0; i < most; i++) free(all->states[i]);
  free(all);
}
static Model** at(Unit* c, const void* s) { return &((Slots*)c->own)->states[(uintptr_t)s - 1]; }
void* made(Unit* c, const Model* m) {
  Slots* all = c->own;
  uintptr_t i = 0;
  while (all->states[i] != NULL) i++;
  all->states[i] = malloc(sizeof *m);
  *all->states[i] = *m;
  return (void*)(i + 1);
}
void* save(Unit* c, void* old) {
  if (old == NULL) return made(c, &c->m);
  **at(c, old) = c->m;
  return old;
}
int restore(Unit* c, const void* s) {
  c->m = **at(c, s);
  return ok;
}
void release(Unit* c, void* s) {
  free(*at(c, s));
  *at(c, s) = NULL;
}
const Model* saved(Unit* c, const void* s) { return *at(c, s); }
