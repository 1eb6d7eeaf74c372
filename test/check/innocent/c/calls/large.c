/* The structural parameter has a wide range, and the FMU discards sizes above its memory. */
#include "../plant.h"

int resize(Unit* c, int32_t n) {
  if (n < 1) return refuse(c, "n is at least 1.");
  double* rows = n > 100000 ? NULL : malloc(sizeof *rows * (size_t)n);
  if (rows == NULL) {
    say(c, discard, "errors", "There is no memory for %d rows.", n);
    return discard;
  }
  free(rows);
  c->m.n = n;
  return ok;
}
