/* After each third step of the importer's solver, the FMU asks for Event Mode and changes nothing. */
#include "../plant.h"

bool completed(Unit* c) {
  c->m.own[1]++;
  return c->m.x[0] <= 0.5 || fmod(c->m.own[1], 3) == 0;
}
