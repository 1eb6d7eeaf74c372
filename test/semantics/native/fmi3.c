/* The functions of FMI 3.0 that a run in model exchange or co-simulation calls, on a unit program. */
#include "../../../fmu-sdk/standard/c/fmi3.h"
#include "step.h"

#define FUNCTION(name) __attribute__((visibility("default"))) fmi3Status fmi3##name

#define SELF                      \
  Instance* self = instance;      \
  Unit* m = &self->unit;          \
  (void)m

__attribute__((visibility("default"))) const char* fmi3GetVersion(void) { return "3.0"; }

static Instance* createIn(fmi3String resources) {
  char file[4096];
  snprintf(file, sizeof file, "%sprogram.txt", resources);
  return create(file);
}

__attribute__((visibility("default"))) fmi3Instance fmi3InstantiateModelExchange(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
  return createIn(resources);
}
__attribute__((visibility("default"))) fmi3Instance fmi3InstantiateCoSimulation(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,
    fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed, const fmi3ValueReference variables[], size_t n,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update) {
  Instance* self = createIn(resources);
  self->steps = true;
  self->early = self->unit.earlyReturn && earlyReturnAllowed;
  return self;
}
__attribute__((visibility("default"))) void fmi3FreeInstance(fmi3Instance instance) { free(instance); }

FUNCTION(SetDebugLogging)(fmi3Instance instance, fmi3Boolean on, size_t n, const fmi3String names[]) { return fmi3OK; }
FUNCTION(EnterInitializationMode)(fmi3Instance instance, fmi3Boolean hasTolerance, fmi3Float64 tolerance, fmi3Float64 start,
                                  fmi3Boolean hasStop, fmi3Float64 stop) {
  SELF;
  m->time = start;
  return fmi3OK;
}
FUNCTION(ExitInitializationMode)(fmi3Instance instance) {
  SELF;
  initialized(m);
  self->event = !self->steps || m->eventMode;
  return fmi3OK;
}
FUNCTION(EnterEventMode)(fmi3Instance instance) {
  SELF;
  entered(m);
  self->event = true;
  return fmi3OK;
}
FUNCTION(EnterContinuousTimeMode)(fmi3Instance instance) {
  SELF;
  self->event = false;
  return fmi3OK;
}
FUNCTION(EnterStepMode)(fmi3Instance instance) {
  SELF;
  self->event = false;
  return fmi3OK;
}
FUNCTION(DoStep)(fmi3Instance instance, fmi3Float64 t, fmi3Float64 h, fmi3Boolean noSetStatePrior, fmi3Boolean* event,
                 fmi3Boolean* terminate, fmi3Boolean* early, fmi3Float64* last) {
  SELF;
  const Stepped stepped = doStep(m, t, h, self->early);
  *event = stepped.needsEvent, *terminate = false, *early = stepped.early, *last = stepped.last;
  return stepped.refused ? fmi3Error : fmi3OK;
}
FUNCTION(GetFMUState)(fmi3Instance instance, fmi3FMUState* state) {
  *state = copyOf(instance, *state);
  return fmi3OK;
}
FUNCTION(SetFMUState)(fmi3Instance instance, fmi3FMUState state) {
  memcpy(instance, state, sizeof(Instance));
  return fmi3OK;
}
FUNCTION(FreeFMUState)(fmi3Instance instance, fmi3FMUState* state) {
  free(*state);
  *state = NULL;
  return fmi3OK;
}
FUNCTION(Terminate)(fmi3Instance instance) { return fmi3OK; }
FUNCTION(Reset)(fmi3Instance instance) { return fmi3Error; }
FUNCTION(SetTime)(fmi3Instance instance, fmi3Float64 time) {
  SELF;
  m->time = time;
  return fmi3OK;
}

FUNCTION(UpdateDiscreteStates)(fmi3Instance instance, fmi3Boolean* again, fmi3Boolean* terminate, fmi3Boolean* nominals,
                               fmi3Boolean* values, fmi3Boolean* hasNext, fmi3Float64* next) {
  SELF;
  const bool first = m->passes == 0;
  const Told told = update(m);
  const double time = nextEvent(m);
  *again = told.again;
  if (!m->sparse || first) *terminate = *nominals = false;
  if (!m->sparse || first || told.values) *values = told.values;
  if (m->sparse && !first && !told.stops) return fmi3OK;
  *hasNext = time < INFINITY;
  if (*hasNext) *next = time;
  return fmi3OK;
}

FUNCTION(CompletedIntegratorStep)(fmi3Instance instance, fmi3Boolean noSetStatePrior, fmi3Boolean* event,
                                  fmi3Boolean* terminate) {
  SELF;
  *event = m->stepEvents, *terminate = false;
  return fmi3OK;
}

FUNCTION(GetFloat64)(fmi3Instance instance, const fmi3ValueReference r[], size_t n, fmi3Float64 v[], size_t count) {
  SELF;
  Unit copy, *now = seen(self, &copy);
  size_t place = 0;
  for (size_t i = 0; i < n; i++) place += elements(now, r[i], v + place);
  return place == count ? fmi3OK : fmi3Error;
}
FUNCTION(SetFloat64)(fmi3Instance instance, const fmi3ValueReference r[], size_t n, const fmi3Float64 v[], size_t count) {
  SELF;
  size_t place = 0;
  for (size_t i = 0; i < n; i++) {
    const size_t more = setElements(m, r[i], v + place);
    if (more == 0 && (r[i] < 81 || r[i] > 82)) return fmi3Error;
    place += more;
  }
  return place == count ? fmi3OK : fmi3Error;
}
FUNCTION(GetInt8)(fmi3Instance instance, const fmi3ValueReference r[], size_t n, fmi3Int8 v[], size_t count) {
  SELF;
  const size_t length = m->arrays.rows * m->arrays.n;
  if (n != 1 || r[0] != 81 || count != length) return fmi3Error;
  for (size_t k = 0; k < length; k++) v[k] = (fmi3Int8)m->arrays.a[k];
  return fmi3OK;
}
FUNCTION(SetInt8)(fmi3Instance instance, const fmi3ValueReference r[], size_t n, const fmi3Int8 v[], size_t count) {
  SELF;
  const size_t length = m->arrays.rows * m->arrays.n;
  if (n != 1 || r[0] != 81 || count != length) return fmi3Error;
  for (size_t k = 0; k < length; k++) m->arrays.a[k] = v[k];
  return fmi3OK;
}
FUNCTION(GetUInt64)(fmi3Instance instance, const fmi3ValueReference r[], size_t n, fmi3UInt64 v[], size_t count) {
  SELF;
  if (n != 1 || r[0] != 80 || count != 1) return fmi3Error;
  v[0] = m->arrays.n;
  return fmi3OK;
}
FUNCTION(SetUInt64)(fmi3Instance instance, const fmi3ValueReference r[], size_t n, const fmi3UInt64 v[], size_t count) {
  SELF;
  if (!self->configures || n != 1 || r[0] != 80 || count != 1) return fmi3Error;
  resize(&m->arrays, (int)v[0]);
  return fmi3OK;
}
FUNCTION(EnterConfigurationMode)(fmi3Instance instance) {
  SELF;
  self->configures = true;
  return fmi3OK;
}
FUNCTION(ExitConfigurationMode)(fmi3Instance instance) {
  SELF;
  self->configures = false;
  return fmi3OK;
}
FUNCTION(GetString)(fmi3Instance instance, const fmi3ValueReference r[], size_t n, fmi3String v[], size_t count) {
  SELF;
  Unit copy, *now = seen(self, &copy);
  for (size_t i = 0; i < n; i++) v[i] = word(now, r[i]);
  return n == count ? fmi3OK : fmi3Error;
}
FUNCTION(SetString)(fmi3Instance instance, const fmi3ValueReference r[], size_t n, const fmi3String v[], size_t count) {
  SELF;
  for (size_t i = 0; i < n; i++)
    if (!setWord(m, r[i], v[i])) return fmi3Error;
  return n == count ? fmi3OK : fmi3Error;
}
FUNCTION(GetBinary)(fmi3Instance instance, const fmi3ValueReference r[], size_t n, size_t sizes[], fmi3Binary v[],
                    size_t count) {
  SELF;
  if (n != 1 || r[0] != 88 || count != 1) return fmi3Error;
  const unsigned char bytes[] = {m->texts.q, m->texts.s, 0, 255};
  memcpy(self->bytes, bytes, sizeof bytes);
  v[0] = self->bytes, sizes[0] = sizeof bytes;
  return fmi3OK;
}
FUNCTION(GetInt32)(fmi3Instance instance, const fmi3ValueReference r[], size_t n, fmi3Int32 v[], size_t count) {
  SELF;
  for (size_t i = 0; i < n; i++) v[i] = (fmi3Int32)*at(m, r[i]);
  return n == count ? fmi3OK : fmi3Error;
}
FUNCTION(SetInt32)(fmi3Instance instance, const fmi3ValueReference r[], size_t n, const fmi3Int32 v[], size_t count) {
  SELF;
  for (size_t i = 0; i < n; i++) *at(m, r[i]) = v[i];
  return n == count ? fmi3OK : fmi3Error;
}
FUNCTION(SetClock)(fmi3Instance instance, const fmi3ValueReference r[], size_t n, const fmi3Clock v[]) {
  SELF;
  for (size_t i = 0; i < n; i++) m->active[r[i] - 70] = v[i];
  return self->event ? fmi3OK : fmi3Error;
}
FUNCTION(GetClock)(fmi3Instance instance, const fmi3ValueReference r[], size_t n, fmi3Clock v[]) {
  SELF;
  Unit copy = *m;
  const Told told = pass(&copy, dueNow(m));
  for (size_t i = 0; i < n; i++) v[i] = self->event && (m->active[r[i] - 70] || told.ticks[r[i] - 70]);
  return fmi3OK;
}
FUNCTION(GetIntervalDecimal)(fmi3Instance instance, const fmi3ValueReference r[], size_t n, fmi3Float64 v[],
                             fmi3IntervalQualifier q[]) {
  SELF;
  for (size_t i = 0; i < n; i++) {
    Clock* c = &m->clock[r[i] - 70];
    const double rest[] = {c->told, 0, NAN, 0.0625};
    q[i] = c->kind == countdown && !c->known ? fmi3IntervalNotYetKnown
           : c->fresh                        ? fmi3IntervalChanged
                                             : fmi3IntervalUnchanged;
    if (c->kind == tunable) c->told = m->value[gP][0] / 1000;
    if (c->kind == fixed) c->told = c->interval / 3e6;
    v[i] = q[i] == fmi3IntervalChanged ? c->told : rest[c->rest];
    c->fresh = false;
  }
  return fmi3OK;
}
FUNCTION(GetShiftDecimal)(fmi3Instance instance, const fmi3ValueReference r[], size_t n, fmi3Float64 v[]) {
  SELF;
  for (size_t i = 0; i < n; i++) v[i] = m->clock[r[i] - 70].shift / 3e6;
  return fmi3OK;
}

FUNCTION(GetNumberOfContinuousStates)(fmi3Instance instance, size_t* n) {
  SELF;
  *n = m->nx;
  return fmi3OK;
}
FUNCTION(GetNumberOfEventIndicators)(fmi3Instance instance, size_t* n) {
  SELF;
  *n = m->crossings;
  return fmi3OK;
}
FUNCTION(GetContinuousStates)(fmi3Instance instance, fmi3Float64 x[], size_t n) {
  SELF;
  memcpy(x, m->value[gX], n * sizeof *x);
  return fmi3OK;
}
FUNCTION(SetContinuousStates)(fmi3Instance instance, const fmi3Float64 x[], size_t n) {
  SELF;
  memcpy(m->value[gX], x, n * sizeof *x);
  return fmi3OK;
}
FUNCTION(GetContinuousStateDerivatives)(fmi3Instance instance, fmi3Float64 dx[], size_t n) {
  SELF;
  derivatives(m, dx);
  return fmi3OK;
}
FUNCTION(GetNominalsOfContinuousStates)(fmi3Instance instance, fmi3Float64 x[], size_t n) {
  for (size_t i = 0; i < n; i++) x[i] = 1;
  return fmi3OK;
}
FUNCTION(GetEventIndicators)(fmi3Instance instance, fmi3Float64 z[], size_t n) {
  SELF;
  for (size_t i = 0; i < n; i++) z[i] = m->value[gX][m->levelOf[i]] - m->level[i];
  return fmi3OK;
}
