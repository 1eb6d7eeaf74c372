/*
 * The oscillator of test/fixtures/c/van-der-pol.c by CVODE: BDF with a dense matrix by differences,
 * up to 2 MU with 20 outputs. Its error at
 *    the end, against the value that is given.
 */
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include "equal-error.h"

static double mu, end;

static int slope(realtype t, N_Vector y, N_Vector dy, void* data) {
  (void)t, (void)data;
  const double* x = N_VGetArrayPointer(y);
  double* d = N_VGetArrayPointer(dy);
  d[0] = x[1];
  d[1] = mu * (1 - x[0] * x[0]) * x[1] - x[0];
  return 0;
}

static double run(SUNContext context, double tolerance, double* error) {
  N_Vector y = N_VNew_Serial(2, context);
  double *x = N_VGetArrayPointer(y), t = 0;
  x[0] = 2, x[1] = 0;
  const double begin = cpu();
  void* solver = CVodeCreate(CV_BDF, context);
  CVodeInit(solver, slope, 0, y);
  CVodeSStolerances(solver, tolerance, tolerance);
  CVodeSetMaxNumSteps(solver, 1000000);
  SUNMatrix matrix = SUNDenseMatrix(2, 2, context);
  SUNLinearSolver linear = SUNLinSol_Dense(y, matrix, context);
  CVodeSetLinearSolver(solver, linear, matrix);
  for (int k = 1; k <= 20; k++)
    if (CVode(solver, 0.1 * mu * k, y, &t, CV_NORMAL) < 0) exit(3);
  *error = fabs(x[0] - end);
  const double spent = cpu() - begin;
  CVodeFree(&solver);
  SUNLinSolFree(linear);
  SUNMatDestroy(matrix);
  N_VDestroy(y);
  return spent;
}

/* mu, exact value at the end, largest error */
int main(int argc, char** argv) {
  if (argc != 4) return 2;
  mu = atof(argv[1]);
  end = atof(argv[2]);
  return equalError(atof(argv[3]));
}
