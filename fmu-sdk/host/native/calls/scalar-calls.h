/*
 * Calls that are equal in FMI 1.0 and 2.0. call-fmi1.c and call-fmi2.c define how to call a function
 * (PLAIN, CALL) and the type CallbackStatus.
 */
#include <stdarg.h>
#include <stdio.h>

/* The first argument is FMI 2.0's environment, or FMI 1.0's instance, which names no engine. */
static void log_message(void* environment, const char* name, CallbackStatus status, const char* category, const char* format, ...) {
  (void)name;
  Engine* e = caller_of(environment);
  if (e == NULL) return;
  char text[messageBytes];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format == NULL ? "" : format, values);
  va_end(values);
  log_put(&e->block->log, (uint32_t)status < statusCount ? (uint32_t)status : failed, category, text);
}

static int get(Engine* e, const Buffer* b) {
  switch (b->type) {
    case type_Float64: return PLAIN(GetReal, e->instance, b->reference, b->references, b->values);
    case type_Boolean: return PLAIN(GetBoolean, e->instance, b->reference, b->references, b->values);
    default: return PLAIN(GetInteger, e->instance, b->reference, b->references, b->values);
  }
}

static int set(Engine* e, const Buffer* b) {
  switch (b->type) {
    case type_Float64: return PLAIN(SetReal, e->instance, b->reference, b->references, b->values);
    case type_Boolean: return PLAIN(SetBoolean, e->instance, b->reference, b->references, b->values);
    default: return PLAIN(SetInteger, e->instance, b->reference, b->references, b->values);
  }
}

static int get_strings(Engine* e) {
  size_t count;
  const uint32_t* references = take_array(e, sizeof *references, &count);
  const char** values = space_for(e, count * sizeof *values);
  const int status = CALL(GetString, e->instance, references, count, values);
  for (size_t i = 0; status < discard && i < count; i++) put_text(e, values[i]);
  give_back(e, values);
  return status;
}

static int set_strings(Engine* e) {
  size_t references;
  const uint32_t* reference = take_array(e, sizeof *reference, &references);
  const size_t count = take_count(e);
  const char** values = malloc((count + 1) * sizeof *values);
  for (size_t i = 0, bytes; i < count; i++) values[i] = take_array(e, 1, &bytes);
  const int status = CALL(SetString, e->instance, reference, count, values);
  free(values);
  return status;
}

static int set_input_derivatives(Engine* e) {
  size_t references, orders, values;
  const uint32_t* reference = take_array(e, sizeof *reference, &references);
  const int* order = take_array(e, sizeof *order, &orders);
  const double* value = take_array(e, sizeof *value, &values);
  return CALL(SetRealInputDerivatives, e->instance, reference, references, order, value);
}

static int get_output_derivatives(Engine* e) {
  size_t references, orders;
  const uint32_t* reference = take_array(e, sizeof *reference, &references);
  const int* order = take_array(e, sizeof *order, &orders);
  double* value = answer(e, take_word(e) * sizeof *value);
  return CALL(GetRealOutputDerivatives, e->instance, reference, references, order, value);
}
