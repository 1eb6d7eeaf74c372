/* A communication step of a unit program, which handles what the importer does not see. */
#include "unit.h"

enum { terms = most + 3 };

/* Computes the polynomials x(tau) while rates are constant and inputs are linear. */
static void polynomials(const Unit* m, double all[most][terms]) {
  memset(all, 0, most * sizeof all[0]);
  for (int k = 0; k < m->nx; k++) {
    const int input = m->nu > 0 ? k % m->nu : 0;
    const double gain = m->nu > 0 ? m->gain[k] : 0;
    double slope[terms] = {m->value[gRate][k] + gain * m->value[gU][input], gain * m->slope[input]};
    for (int i = 0; k > 0 && i + 1 < terms; i++) slope[i] += m->coupling[k] * all[k - 1][i];
    all[k][0] = m->value[gX][k];
    for (int i = 0; i + 1 < terms; i++) all[k][i + 1] = slope[i] / (i + 1);
  }
}

/* Moves states and inputs on by a time [s]. */
static void flow(Unit* m, double tau) {
  double all[most][terms];
  polynomials(m, all);
  for (int k = 0; k < m->nx; k++) {
    double x = 0;
    for (int i = terms - 1; i >= 0; i--) x = x * tau + all[k][i];
    m->value[gX][k] = x;
  }
  for (int i = 0; i < m->nu; i++) m->value[gU][i] += m->slope[i] * tau;
}

/* Computes the real roots of a t^2 + b t + c. Returns their number. */
static int roots(double a, double b, double c, double* t) {
  if (a == 0) {
    t[0] = -c / b;
    return b == 0 ? 0 : 1;
  }
  const double discriminant = b * b - 4 * a * c;
  if (discriminant < 0) return 0;
  const double q = -0.5 * (b + (b < 0 ? -1 : 1) * sqrt(discriminant));
  t[0] = q / a, t[1] = q == 0 ? 0 : c / q;
  return 2;
}

/* Returns the first crossing before a time [s], or -1. */
static int firstCrossing(const Unit* m, double before, double* tau) {
  double all[most][terms];
  int first = -1;
  polynomials(m, all);
  for (int i = 0; i < m->crossings; i++) {
    const double* c = all[m->levelOf[i]];
    double at[2];
    const int n = roots(c[2], c[1], c[0] - m->level[i], at);
    for (int k = 0; k < n; k++) {
      const double speed = c[1] + 2 * c[2] * at[k];
      const bool leaves = m->above[i] ? speed < 0 : speed > 0;
      if (at[k] > 0 && at[k] < before && leaves && (first < 0 || at[k] < *tau)) first = i, *tau = at[k];
    }
  }
  return first;
}

/* Handles an event without Event Mode. */
static void handleAlone(Unit* m, Due due) {
  m->passes = 0;
  while (pass(m, due).again) {
    m->passes++;
    due = dueNow(m);
  }
  m->passes = 0;
  remember(m);
}

typedef struct {
  bool refused, needsEvent, early;
  double last;
} Stepped;

/* Handles an event at the present time, or hands it to the importer. Returns whether the step goes on. */
static bool handlesItself(Unit* m, Stepped* stepped, bool atEnd, int crossing, bool early) {
  if (m->eventMode && (atEnd || early)) {
    stepped->needsEvent = true, stepped->early = !atEnd;
    /* The sign of an indicator has changed just behind its zero. */
    if (crossing >= 0)
      m->value[gX][m->levelOf[crossing]] = m->level[crossing] + (m->above[crossing] ? -1e-12 : 1e-12);
    return false;
  }
  Due due = {.first = true};
  for (int k = 0; k < m->series; k++) due.series[k] = !m->eventMode && seriesDue(m, k);
  if (crossing >= 0) due.crossed[crossing] = true;
  handleAlone(m, due);
  return true;
}

static Stepped doStep(Unit* m, double t, double h, bool early) {
  Stepped stepped = {0};
  const double near = 4e-12 * fmax(fmax(fabs(t), h), m->step), end = t + h;
  const bool waits = m->eventMode && !m->silent;
  stepped.refused = fabs(t - m->time) > near || (!m->variableStep && h != m->step) || (waits && nextEvent(m) < end - near);
  if (stepped.refused) return stepped;
  if (!m->eventMode && inputsChanged(m)) handleAlone(m, (Due){.first = true, .input = true});
  m->time = t;
  for (;;) {
    const double next = waits ? end : fmin(end, nextEvent(m));
    double tau = 0;
    const int crossing = firstCrossing(m, next - m->time, &tau);
    const double reached = crossing < 0 ? next : m->time + tau;
    flow(m, reached - m->time);
    m->time = reached;
    const bool atEnd = reached >= end - near;
    bool due = crossing >= 0;
    for (int k = 0; k < m->series; k++) due = due || ((!waits || atEnd) && seriesDue(m, k));
    if (due && !handlesItself(m, &stepped, atEnd, crossing, early)) break;
    if (atEnd) break;
  }
  stepped.last = m->time;
  if (!stepped.early) m->time = end;
  return stepped;
}
