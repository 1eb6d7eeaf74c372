/* The FMU declares no dependencies and no derivatives, so that an output may depend on everything. */
#include "../plant.h"

double output(Unit* c) {
  const Model* m = &c->m;
  return m->gain * m->u + m->x[0] + 0.5 * m->x[1] + 0.1 * m->d;
}
