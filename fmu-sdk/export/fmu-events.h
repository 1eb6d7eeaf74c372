/*
 * Event mode of FMI 3.0 without Clocks, in the order of calls of
 * fmu-sdk/host/fmi-driver/co-simulation.ts. It is part of fmu-calls.h.
 */
enum { most_passes = 1000 };

/* Time of the next event [s]. An FMU is not asked twice for the same event. */
static double next_event(const FmuPlan* o) { return o->state->next == o->state->refusedNext ? INFINITY : o->state->next; }

static void update_discrete_states(const FmuPlan* o) {
  bool again = false, ends = false, nominals = false, values = false, defined = false;
  double next = 0;
  int passes = 0;
  do {
    if (passes++ == most_passes) fail(o, "to settle its discrete states", 0);
    expect(o, CALL(o, UpdateDiscreteStates, &again, &ends, &nominals, &values, &defined, &next), "an event");
    if (ends) fail(o, "to go on, and ends the simulation", 0);
    if (defined && isnan(next)) fail(o, "to give a valid time of its next event", 0);
  } while (again);
  o->state->next = defined ? next : INFINITY;
}

static void leave_event_mode(const FmuPlan* o) { expect(o, CALL(o, EnterStepMode), "the end of an event"); }

static void handle_event(const FmuPlan* o, double t, double near) {
  FmuState* s = o->state;
  const double due = s->next;
  s->waiting = 0;
  expect(o, CALL(o, EnterEventMode), "an event");
  set_role(o, continuous);
  set_role(o, discrete);
  set_role(o, tunable);
  remember(o);
  update_discrete_states(o);
  s->refusedNext = due <= t + near && s->next == due ? due : NAN;
  leave_event_mode(o);
}

/* Reports whether an event is due. `near` is the distance of equal times [s]. */
static bool is_due(const FmuPlan* o, double t, double near) {
  return o->state->waiting || has_changed(o) || next_event(o) <= t + near;
}

/* Returns the end of a call: an event, or the end of the communication step [s]. */
static double bound(const FmuPlan* o, double from, double end, double near) {
  const double next = next_event(o);
  return o->takesAnyStep && next < end - near && next > from + near ? next : end;
}
