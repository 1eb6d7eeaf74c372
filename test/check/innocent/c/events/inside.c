/* The FMU has no Event Mode for co-simulation: it handles its events inside the steps. */
#include "../plant.h"

int step(Unit* c, double t, double h, Answer* a) {
  const int status = plantStep(c, t, h, a);
  a->event = false;
  return status;
}
