/* Integrates over h by Heun's method, with steps for the tolerance that the importer asks for. */
static void adaptive(Unit* c, double h, double* size) {
  Model* m = &c->m;
  const double tolerance = m->tolerance > 0 ? m->tolerance : 1e-6;
  if (!(*size > 0)) *size = 1e-5;
  for (double done = 0; done < h;) {
    const double now = fmin(*size, h - done), x = m->x[0], v = m->x[1];
    const double dx = derivative(c, 0), dv = derivative(c, 1);
    m->x[0] = x + now * dx;
    m->x[1] = v + now * dv;
    const double ex = (derivative(c, 0) - dx) / 2, ev = (derivative(c, 1) - dv) / 2;
    const double wrong = now * fmax(fabs(ex) / (1 + fabs(x)), fabs(ev) / (1 + fabs(v))) / tolerance;
    const bool again = wrong > 1 && now > 1e-9;
    m->x[0] = again ? x : m->x[0] + now * ex;
    m->x[1] = again ? v : m->x[1] + now * ev;
    if (!again) done += now;
    *size = again ? now / 2 : fmin(now * (wrong < 0.25 ? 2 : 1), 0.01);
  }
}
