/* A unit's variables where they lie in the core's memory. */
#include "unit.h"

static uint32_t word(Unit* u, uint32_t at) {
  uint32_t value;
  if (at > sizeof u->core.w2c_memory.data - 4) return 0;
  memcpy(&value, u->core.w2c_memory.data + at, 4);
  return value;
}

/* Address of the first element (of the first pointer to a `Bytes`, for String and Binary). */
uint8_t* unit_address(Unit* u, uint32_t variable) {
  return u->core.w2c_memory.data + word(u, u->table + 4 * variable);
}

/* [u, u', u''] of an element of a continuous Float64 input. */
double* unit_polynomial(Unit* u, const Variable* v, uint32_t element) {
  return (double*)(void*)(u->core.w2c_memory.data + u->derivatives) + 3 * ((uint32_t)v->extra + element);
}

/* FMI 3.0, 2.3.2 to 2.3.8, 4.2.1.1 and 4.2.1.2: which variables an importer may set in which state. */
bool unit_may_be_set(const Variable* v, int mode) {
  if (v->variability == CONSTANT) return false;
  bool tunable = v->variability == TUNABLE;
  if (v->causality == STRUCTURAL) return mode == CONFIGURATION || (mode == RECONFIGURATION && tunable);
  if (mode == CONFIGURATION || mode == RECONFIGURATION) return false;
  if (mode == INTERMEDIATE) return v->causality == INPUT && v->type == FLOAT64 && v->extra >= 0;
  if (v->type == CLOCK) return v->causality == INPUT && mode == EVENT;
  if (v->causality == INPUT) return true;
  return v->causality == PARAMETER && (tunable || (mode != STEP && mode != EVENT));
}

int unit_set_refused(Unit* u, const char* call, uint32_t reference, const Variable* v) {
  static const char* const variabilities[] = {"constant", "fixed", "tunable", "discrete", "continuous"};
  static const char* const causalities[] = {"input", "output", "parameter", "structuralParameter", "calculatedParameter", "local", "independent"};
  int bit = 0;
  while (u->life.mode >> (bit + 1) != 0) bit++;
  return unit_fail(u, "%s: value reference %u (%s %s) cannot be set in %s.", call, reference, variabilities[v->variability],
                   causalities[v->causality], u->voice.mode_names[bit]);
}

/* An event that was evaluated begins anew, from the values before it. */
void unit_change(Unit* u) {
  if (u->life.mode == INITIALIZATION || u->life.mode == EVENT) u->life.stale = 1;
  if (!u->life.evaluated) return;
  memcpy(u->core.w2c_memory.data, u->before, u->state_size);
  u->life.evaluated = 0;
}

/* A `Bytes` of the author's SDK: length, address of the data. */
const uint8_t* unit_bytes(Unit* u, uint32_t variable, uint32_t element, uint32_t* length) {
  uint32_t at = word(u, word(u, u->table + 4 * variable) + 4 * element);
  uint32_t data = word(u, at + 4), room = (uint32_t)unit_variables[variable].extra;
  *length = word(u, at);
  /* The unit wrote them: believe nothing that leads out of its memory. */
  if (*length > room || data > sizeof u->core.w2c_memory.data - room) *length = data = 0;
  return u->core.w2c_memory.data + data;
}

int unit_set_bytes(Unit* u, const char* call, uint32_t variable, uint32_t element, const uint8_t* data, size_t length) {
  int32_t room = unit_variables[variable].extra;
  if (length > (size_t)room)
    return unit_fail(u, "%s: value reference %u holds %d bytes; got %llu bytes.", call, variable, room, (unsigned long long)length);
  uint32_t at = word(u, word(u, u->table + 4 * variable) + 4 * element), size = (uint32_t)length;
  memcpy(u->core.w2c_memory.data + at, &size, 4);
  uint32_t to = word(u, at + 4);
  if (to > sizeof u->core.w2c_memory.data - size) return unit_fail(u, "%s: value reference %u has lost its place.", call, variable);
  if (size > 0) memcpy(u->core.w2c_memory.data + to, data, size);
  return OK;
}

char* unit_scratch(Unit* u, const char* call, size_t bytes) {
  char* room = realloc(u->scratch, bytes > 0 ? bytes : 1);
  if (room == NULL) unit_fail(u, "%s: no memory (%llu bytes).", call, (unsigned long long)bytes);
  else u->scratch = room;
  return room;
}
