/*
 * Two units that are each other's input, as the master couples them: exchange, both step. Prints
 * seconds of CPU time a step.
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

static double cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* steps, H, the references of input and output */
int main(int argc, char** argv) {
  if (argc != 5) return 2;
  static w2c_unit a, b;
  wasm2c_unit_instantiate(&a);
  wasm2c_unit_instantiate(&b);
  const long steps = atol(argv[1]);
  const double H = atof(argv[2]);
  const u32 input = (u32)atoi(argv[3]), output = (u32)atoi(argv[4]);
  w2c_unit_initialize(&a, 0.0);
  w2c_unit_initialize(&b, 0.0);
  double *const ua = at(&a, input), *const ub = at(&b, input), *const ya = at(&a, output), *const yb = at(&b, output);
  const double begin = cpu();
  for (long n = 0; n < steps; n++) {
    const double t = (double)n * H, y = *ya;
    *ua = *yb;
    *ub = y;
    w2c_unit_step(&a, t, H);
    w2c_unit_step(&b, t, H);
  }
  printf("%.17g %.17g\n", (cpu() - begin) / (double)steps, *ya);
  return 0;
}
