/* The FMU discards steps longer than 0.2 s and is then in the state from before. */
#include "../plant.h"

int step(Unit* c, double t, double h, Answer* a) {
  if (h <= 0.2 + 1e-9) return plantStep(c, t, h, a);
  say(c, discard, "errors", "The step of %g s is longer than 0.2 s.", h);
  return discard;
}
