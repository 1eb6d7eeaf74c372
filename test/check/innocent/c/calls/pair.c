/* Two parameters must fit each other, which the FMU checks when the initialization ends. */
#include "../plant.h"

int initialized(Unit* c, bool end) {
  const Model* m = &c->m;
  if (!end || m->k * fabs(m->gain) < 50) return ok;
  return refuse(c, "k = %g does not fit gain = %g.", m->k, m->gain);
}
