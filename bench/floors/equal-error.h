/*
 * Shared part of the floors of stiff units.
 *
 *    For tolerances 1e-3, 3e-4, … it finds the first with an error at most the given one. It prints seconds of CPU time,
 *    the best of five. The including file defines the run, which sets time and error.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <cvode/cvode.h>

static double cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double run(SUNContext context, double tolerance, double* error);

static int equalError(double most) {
  SUNContext context;
  SUNContext_Create(NULL, &context);
  for (double tolerance = 1e-3; tolerance > 1e-14; tolerance *= 0.31622776601683794) {
    double error, best = run(context, tolerance, &error);
    if (error > most) continue;
    for (int k = 0; k < 4; k++) best = fmin(best, run(context, tolerance, &error));
    printf("%.17g %.3g %.3g\n", best, tolerance, error);
    return 0;
  }
  return 4;
}
