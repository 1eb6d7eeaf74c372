/* The FMU can be instantiated only once in a process, which its description says. */
#include "../plant.h"

static bool isUsed;

bool created(Unit* c) {
  (void)c;
  if (isUsed) return false;
  return isUsed = true;
}
void freed(Unit* c) { (void)c, isUsed = false; }
