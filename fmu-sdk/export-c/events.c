/* Event mode (FMI 3.0, 2.3.5 and 4.2.1.1) and Clocks, over fmu-sdk/author/events.ts. */
#include "unit.h"
#include <math.h>

static void core_due(Unit* u, Call* c) { c->n = (int32_t)w2c_unit_eventDue(&u->core); }
static void core_next(Unit* u, Call* c) { c->value = w2c_unit_nextEvent(&u->core); }
static void core_evaluate(Unit* u, Call* c) { c->n = (int32_t)w2c_unit_evaluateEvent(&u->core); }
static void core_update(Unit* u, Call* c) { (void)c, w2c_unit_updateEvent(&u->core); }
static void core_take(Unit* u, Call* c) { w2c_unit_takeClock(&u->core, (u32)c->n); }
static void core_qualifier(Unit* u, Call* c) { c->n = (int32_t)w2c_unit_clockQualifier(&u->core, (u32)c->n); }
static void core_interval(Unit* u, Call* c) { c->value = w2c_unit_clockInterval(&u->core, (u32)c->n); }
static void core_set_interval(Unit* u, Call* c) { w2c_unit_setClockInterval(&u->core, (u32)c->n, c->value); }
static void core_shift(Unit* u, Call* c) { c->value = w2c_unit_clockShift(&u->core, (u32)c->n); }

int unit_event_due(Unit* u, const char* call, bool* due) {
  Call c = {0};
  int status = unit_run(u, call, core_due, &c);
  *due = c.n != 0;
  return status;
}

int unit_next_event(Unit* u, const char* call, double* time) {
  Call c = {.value = INFINITY};
  int status = unit_run(u, call, core_next, &c);
  *time = c.value;
  return status;
}

static int used(Unit* u, const char* call) {
  if (u == NULL) return ERROR;
  if (u->event_mode) return OK;
  return unit_absent(u, call, unit_has_events ? "event mode in use: eventModeUsed was false" : "event mode");
}

int unit_enter_event_mode(Unit* u, const char* call) {
  int status = used(u, call);
  if (status == OK) status = unit_allowed(u, call, STEP);
  if (status != OK) return status;
  u->life.mode = EVENT;
  u->life.stale = 1;
  return OK;
}

int unit_enter_step_mode(Unit* u, const char* call) {
  int status = used(u, call);
  if (status == OK) status = unit_allowed(u, call, EVENT);
  if (status != OK) return status;
  unit_change(u);
  u->life.stale = 0;
  u->life.mode = STEP;
  return OK;
}

int unit_evaluate(Unit* u, const char* call) {
  if (u->before == NULL) u->before = malloc(u->state_size);
  if (u->before == NULL) return unit_fail(u, "%s: no memory (%u bytes).", call, u->state_size);
  memcpy(u->before, u->core.w2c_memory.data, u->state_size);
  Call c = {0};
  int status = unit_run(u, call, core_evaluate, &c);
  if (status != OK) return status;
  u->life.stale = 0;
  u->life.evaluated = 1;
  u->life.again = c.n != 0;
  return OK;
}

int unit_update_discrete_states(Unit* u, const char* call, bool* again, double* next) {
  int status = used(u, call);
  if (status == OK) status = unit_allowed(u, call, EVENT);
  if (status == OK) status = unit_settle(u, call);
  if (status != OK) return status;
  *again = u->life.evaluated && u->life.again;
  u->life.evaluated = 0;
  u->life.stale = *again;
  Call c = {0};
  status = unit_run(u, call, core_update, &c);
  return status == OK ? unit_next_event(u, call, next) : status;
}

/* A Clock whose ticks have times that can be known, in a mode in which they may be asked for or set. */
static int time_based(Unit* u, const char* call, uint32_t reference, int modes, int kind) {
  int status = unit_allowed(u, call, modes);
  if (status != OK) return status;
  if (reference >= unit_variable_count || unit_variables[reference].type != CLOCK)
    return unit_fail(u, "%s: value reference %u is no Clock.", call, reference);
  if (unit_variables[reference].min < kind)
    return unit_fail(u, "%s: the Clock of value reference %u ticks at no time that is known beforehand.", call, reference);
  return OK;
}

int unit_take_clock(Unit* u, const char* call, uint32_t reference) {
  Call c = {.n = unit_variables[reference].extra};
  return unit_run(u, call, core_take, &c);
}

int unit_clock_interval(Unit* u, const char* call, uint32_t reference, double* interval, int* qualifier) {
  int status = time_based(u, call, reference, INITIALIZATION | EVENT, PERIODIC);
  if (status == OK) status = unit_settle(u, call);
  if (status == OK) status = unit_take_clock(u, call, reference);
  Call c = {.n = unit_variables[reference].extra};
  if (status == OK) status = unit_run(u, call, core_interval, &c);
  if (status == OK) status = unit_run(u, call, core_qualifier, &c);
  if (status != OK) return status;
  *interval = c.value;
  *qualifier = c.n;
  return OK;
}

int unit_set_clock_interval(Unit* u, const char* call, uint32_t reference, double interval) {
  int status = time_based(u, call, reference, INITIALIZATION | EVENT, PERIODIC);
  if (status != OK) return status;
  const Variable* v = &unit_variables[reference];
  if (v->max == NEVER || (v->max == INITIALLY && u->life.mode == EVENT))
    return unit_fail(u, "%s: the interval of value reference %u is not for an importer to set %s.", call, reference,
                     v->max == NEVER ? "" : "in Event Mode");
  if (!(interval > 0.0 && interval < INFINITY)) return unit_fail(u, "%s: an interval of %.9g s for value reference %u.", call, interval, reference);
  unit_change(u);
  Call c = {.n = v->extra, .value = interval};
  return unit_run(u, call, core_set_interval, &c);
}

int unit_clock_shift(Unit* u, const char* call, uint32_t reference, double* shift) {
  int status = time_based(u, call, reference, INITIALIZATION | EVENT, PERIODIC);
  if (status == OK && unit_variables[reference].min != PERIODIC)
    return unit_fail(u, "%s: the Clock of value reference %u has no shift.", call, reference);
  Call c = {.n = unit_variables[reference].extra};
  if (status == OK) status = unit_run(u, call, core_shift, &c);
  *shift = c.value;
  return status;
}
