/*
 * Set, step, get of a native unit of FMI 2.0 by its functions. Prints seconds of CPU time of the
 * three.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "fmi2.h"

static void quiet(void* environment, const char* name, fmi2Status status, const char* category, const char* message, ...) {
  (void)environment, (void)name, (void)status, (void)category, (void)message;
}

static double cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* library, GUID, steps, H */
int main(int argc, char** argv) {
  if (argc != 5) return 2;
  void* library = dlopen(argv[1], RTLD_NOW);
  if (library == NULL) return 3;
#define FIND(result, name, ...) result (*name)(__VA_ARGS__) = (result (*)(__VA_ARGS__))dlsym(library, "fmi2" #name)
  FIND(void*, Instantiate, const char*, fmi2Type, const char*, const char*, const fmi2CallbackFunctions*, int, int);
  FIND(int, SetupExperiment, void*, int, double, double, int, double);
  FIND(int, EnterInitializationMode, void*);
  FIND(int, ExitInitializationMode, void*);
  FIND(int, SetReal, void*, const unsigned*, size_t, const double*);
  FIND(int, GetReal, void*, const unsigned*, size_t, double*);
  FIND(int, DoStep, void*, double, double, int);
  const fmi2CallbackFunctions callbacks = {quiet, calloc, free, NULL, NULL};
  void* unit = Instantiate("floor", fmi2CoSimulation, argv[2], "", &callbacks, 0, 0);
  if (unit == NULL) return 4;
  SetupExperiment(unit, 0, 0, 0, 0, 0);
  EnterInitializationMode(unit);
  ExitInitializationMode(unit);
  const long steps = atol(argv[3]);
  const double H = atof(argv[4]);
  const unsigned u = 0, y = 1;
  double sum = 0, out = 0;
  const double begin = cpu();
  for (long n = 0; n < steps; n++) {
    const double in = (double)n;
    SetReal(unit, &u, 1, &in);
    DoStep(unit, (double)n * H, H, 1);
    GetReal(unit, &y, 1, &out);
    sum += out;
  }
  printf("%.17g %.17g\n", (cpu() - begin) / (double)steps, sum);
  return 0;
}
