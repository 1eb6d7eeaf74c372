/*
 * The rod of test/fixtures/c/heat.c by CVODE: BDF with a band matrix, up to 0.1 s with 20 outputs
 * of the middle.
 */
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunmatrix/sunmatrix_band.h>
#include "equal-error.h"

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
  return equalError(atof(argv[2]));
}
