/* The rod of test/fixtures/c/heat.c by CVODE: BDF with a band matrix, up to 0.1 s with 20 outputs of the middle. For tolerances 1e-3,
   3e-4, … the first whose largest error is no more than the one that is given: prints seconds of CPU time. */
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunmatrix/sunmatrix_band.h>
#include <time.h>

static long cells;
static const double number[] = {1, 3, 10}, amplitude[] = {1, 0.5, 0.2};

static int slope(realtype t, N_Vector y, N_Vector dy, void* data) {
  (void)t, (void)data;
  const double *x = N_VGetArrayPointer(y), c = (cells + 1.0) * (cells + 1.0);
  double* d = N_VGetArrayPointer(dy);
  for (long i = 0; i < cells; i++) d[i] = c * ((i > 0 ? x[i - 1] : 0) - 2 * x[i] + (i + 1 < cells ? x[i + 1] : 0));
  return 0;
}

static double exact(double at, double t) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    const double s = (cells + 1.0) * sin(M_PI * number[k] / (2 * cells + 2.0));
    sum += amplitude[k] * sin(M_PI * number[k] * at / (cells + 1.0)) * exp(-4 * s * s * t);
  }
  return sum;
}

static double cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The time that it takes; its largest error is left there. */
static double run(SUNContext context, double tolerance, double* error) {
  N_Vector y = N_VNew_Serial(cells, context);
  double *x = N_VGetArrayPointer(y), t = 0;
  for (long i = 0; i < cells; i++) x[i] = exact(i + 1.0, 0);
  const double begin = cpu();
  void* solver = CVodeCreate(CV_BDF, context);
  CVodeInit(solver, slope, 0, y);
  CVodeSStolerances(solver, tolerance, tolerance);
  CVodeSetMaxNumSteps(solver, 1000000);
  SUNMatrix matrix = SUNBandMatrix(cells, 1, 1, context);
  SUNLinearSolver linear = SUNLinSol_Band(y, matrix, context);
  CVodeSetLinearSolver(solver, linear, matrix);
  *error = 0;
  for (int k = 1; k <= 20; k++) {
    if (CVode(solver, 0.005 * k, y, &t, CV_NORMAL) < 0) exit(3);
    *error = fmax(*error, fabs(x[cells / 2] - exact(cells / 2 + 1.0, t)));
  }
  const double spent = cpu() - begin;
  CVodeFree(&solver);
  SUNLinSolFree(linear);
  SUNMatDestroy(matrix);
  N_VDestroy(y);
  return spent;
}

/* cells, largest error */
int main(int argc, char** argv) {
  if (argc != 3) return 2;
  cells = atol(argv[1]);
  const double most = atof(argv[2]);
  SUNContext context;
  SUNContext_Create(NULL, &context);
  for (double tolerance = 1e-3; tolerance > 1e-12; tolerance *= 0.31622776601683794) {
    double error, best = run(context, tolerance, &error);
    if (error > most) continue;
    for (int k = 0; k < 4; k++) best = fmin(best, run(context, tolerance, &error));
    printf("%.17g %.3g %.3g\n", best, tolerance, error);
    return 0;
  }
  return 4;
}
