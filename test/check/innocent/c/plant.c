/* The plant as it is: each function can be replaced. */
#include "plant.h"
#define WEAK __attribute__((weak))

WEAK void called(Unit* c) { (void)c; }
WEAK void wasSet(Unit* c) { (void)c; }
WEAK bool created(Unit* c) { return (void)c, true; }
WEAK void freed(Unit* c) { (void)c; }

WEAK void start(Unit* c) {
  Model* m = &c->m;
  memset(m, 0, sizeof *m);
  m->mode = instantiated;
  m->stop = INFINITY;
  m->x[0] = m->x[1] = 1;
  m->k = 1;
  m->gain = 2;
  m->n = 2;
  strcpy(m->text, "start");
}
WEAK int initialized(Unit* c, bool end) { return (void)c, (void)end, ok; }

WEAK double derivative(Unit* c, int i) {
  const Model* m = &c->m;
  return i == 0 ? m->u - m->k * m->x[0] : m->x[0] - m->x[1];
}
WEAK double output(Unit* c) { return c->m.gain * c->m.u + c->m.x[0]; }
WEAK double half(Unit* c) { return c->m.k / 2; }
WEAK double own(Unit* c) { return c->m.own[0]; }
double real(Unit* c, unsigned r) {
  const Model* m = &c->m;
  switch (r) {
    case vr_time: return m->time;
    case vr_x: return m->x[0];
    case vr_v: return m->x[1];
    case vr_dx: return derivative(c, 0);
    case vr_dv: return derivative(c, 1);
    case vr_k: return m->k;
    case vr_gain: return m->gain;
    case vr_u: return m->u;
    case vr_y: return output(c);
    case vr_half: return half(c);
    case vr_d: return m->d;
    case vr_e: return 3 * m->d;
    case vr_z: return indicator(c);
    default: return own(c);
  }
}
WEAK int setReal(Unit* c, unsigned r, double value) {
  Model* m = &c->m;
  if (r == vr_x) m->x[0] = value;
  if (r == vr_v) m->x[1] = value;
  if (r == vr_k) m->k = value;
  if (r == vr_gain) m->gain = value;
  if (r == vr_u) m->u = value;
  if (r == vr_d) m->d = value;
  return ok;
}
WEAK int32_t integer(Unit* c, unsigned r) { return r == vr_count ? c->m.count : r == vr_beats ? c->m.beats : c->m.n; }
WEAK const char* text(Unit* c, unsigned r) { return (void)r, c->m.text; }
WEAK double indicator(Unit* c) { return c->m.x[0] - 0.5; }
WEAK double nominal(Unit* c, int i) { return (void)c, (void)i, 1; }
double plantPartial(const Unit* c, unsigned unknown, unsigned known) {
  const Model* m = &c->m;
  if (unknown == vr_dx) return known == vr_x ? -m->k : known == vr_u ? 1 : 0;
  if (unknown == vr_dv) return known == vr_x ? 1 : known == vr_v ? -1 : 0;
  if (unknown == vr_y) return known == vr_x ? 1 : known == vr_u ? m->gain : 0;
  if (unknown == vr_z) return known == vr_x ? 1 : 0;
  return unknown == vr_e && known == vr_d ? 3 : 0;
}
WEAK double partial(Unit* c, unsigned unknown, unsigned known) { return plantPartial(c, unknown, known); }
WEAK double state(Unit* c, int i) { return c->m.x[i]; }
WEAK void setState(Unit* c, int i, double value) { c->m.x[i] = value; }

void plantIntegrate(Unit* c, double h) {
  Model* m = &c->m;
  const double before = m->x[0], target = m->k == 0 ? 0 : m->u / m->k;
  m->x[0] = m->k == 0 ? before + h * m->u : target + (before - target) * exp(-m->k * h);
  m->x[1] += h * ((before + m->x[0]) / 2 - m->x[1]);
}
WEAK void integrate(Unit* c, double h) { plantIntegrate(c, h); }
WEAK double slack(Unit* c) { return 1e-6 * (1 + fabs(c->m.time)); }
int plantStep(Unit* c, double t, double h, Answer* a) {
  Model* m = &c->m;
  const int pieces = (int)ceil(h / 0.01 - 1e-6);
  for (int i = 1; i <= pieces; i++) {
    integrate(c, h / pieces);
    m->time = i == pieces ? t + h : t + i * (h / pieces);
    const bool wanted = update(c, m->time, c->early);
    const bool happens = due(c);
    if (happens && !c->events) happen(c, &(Answer){0});
    a->event |= happens && c->events;
    if (i < pieces && c->early && (wanted || a->event)) {
      a->early = true;
      break;
    }
  }
  a->last = m->time;
  return ok;
}
WEAK int step(Unit* c, double t, double h, Answer* a) { return plantStep(c, t, h, a); }
WEAK bool due(Unit* c) { return c->m.time >= c->m.beat - 1e-9 || c->m.x[0] <= 0.5; }
WEAK void beat(Unit* c, Answer* a) {
  (void)a;
  c->m.beats++;
  c->m.beat += 0.5;
}
WEAK void bounce(Unit* c, Answer* a) {
  c->m.x[0] = 1;
  c->m.count++;
  a->values = true;
  say(c, ok, "events", "event %d", c->m.count);
}
WEAK void happen(Unit* c, Answer* a) {
  while (c->m.time >= c->m.beat - 1e-9) beat(c, a);
  if (c->m.x[0] <= 0.5) bounce(c, a);
  a->nextDefined = true;
  a->next = c->m.beat;
}
WEAK bool completed(Unit* c) { return c->m.x[0] <= 0.5; }

WEAK void* save(Unit* c, void* old) {
  void* s = old != NULL ? old : malloc(sizeof(Model));
  memcpy(s, &c->m, sizeof(Model));
  return s;
}
WEAK int restore(Unit* c, const void* s) {
  memcpy(&c->m, s, sizeof(Model));
  return ok;
}
WEAK void release(Unit* c, void* s) {
  (void)c;
  free(s);
}
WEAK const Model* saved(Unit* c, const void* s) { return (void)c, (const Model*)s; }
WEAK void* made(Unit* c, const Model* m) {
  (void)c;
  void* s = malloc(sizeof(Model));
  memcpy(s, m, sizeof(Model));
  return s;
}
WEAK int resize(Unit* c, int32_t n) {
  if (n < 1 || n > 4) return refuse(c, "n is from 1 to 4.");
  c->m.n = n;
  return ok;
}
