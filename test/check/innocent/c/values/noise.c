/* Each beat gives the output "own" a random number. The state of the generator is in the FMU state. */
#include "../plant.h"

void beat(Unit* c, Answer* a) {
  (void)a;
  Model* m = &c->m;
  uint64_t seed;
  memcpy(&seed, &m->own[1], sizeof seed);
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  memcpy(&m->own[1], &seed, sizeof seed);
  m->own[0] = (double)(seed >> 11) / 9007199254740992.0;
  m->beats++;
  m->beat += 0.5;
}
