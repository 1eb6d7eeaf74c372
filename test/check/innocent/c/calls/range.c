/* The FMU discards values of parameters that are not finite or outside of their ranges. */
#include "../plant.h"

int setReal(Unit* c, unsigned r, double value) {
  Model* m = &c->m;
  const bool isParameter = r == vr_k || r == vr_gain;
  if (isParameter && (!isfinite(value) || (r == vr_k && value < 0.1))) {
    say(c, discard, "errors", "%g is not a value of the parameter %u.", value, r);
    return discard;
  }
  double* const of[] = {[vr_x] = &m->x[0], [vr_v] = &m->x[1], [vr_k] = &m->k, [vr_gain] = &m->gain, [vr_u] = &m->u, [vr_d] = &m->d};
  *of[r] = value;
  return ok;
}
