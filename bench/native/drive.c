/*
 * Times a unit translated by wasm2c: the same calls as the host makes in
 * bench/native/sealed-against-native.ts.
 */
#include "module.c"
#include <stdio.h>
#include <time.h>

/* Target of a trap. No trap is expected here. */
_Thread_local unit_trap* unit_trap_target;

static double* at(w2c_unit* u, u32 vr) {
  u32 address;
  memcpy(&address, u->w2c_memory.data + w2c_unit_table(u) + 4 * vr, 4);
  return (double*)(u->w2c_memory.data + address);
}

int main(int argc, char** argv) {
  /* steps, H, output's reference, then pairs of reference and value */
  static w2c_unit unit;
  wasm2c_unit_instantiate(&unit);
  long steps = atol(argv[1]);
  double H = atof(argv[2]);
  u32 output = (u32)atoi(argv[3]);
  for (int i = 4; i + 1 < argc; i += 2) *at(&unit, (u32)atoi(argv[i])) = atof(argv[i + 1]);
  w2c_unit_initialize(&unit, 0.0);
  struct timespec a, b;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
  for (long n = 0; n < steps; n++) w2c_unit_step(&unit, (double)n * H, H);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
  printf("%.17g %.17g\n", ((double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec)) / (double)steps, *at(&unit, output));
  return 0;
}
