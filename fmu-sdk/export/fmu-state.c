/*
 * Stored states are flat and contain no addresses, so a copy of the bytes is the serialized form.
 * The state machine defines their content.
 */
#include "instance-functions.h"

typedef struct {
  char token[64];
  uint64_t bytes;
  uint8_t machine[];
} State;

static uint64_t bytes_of(const Unit* u) { return sizeof(State) + u->state_size; }

/* Returns OK for a state of this unit. Otherwise logs an error. */
static int known(Unit* u, const State* s) {
  if (s == NULL) return unit_refused(u, "there is no state (null).");
  if (strncmp(s->token, unit_token, sizeof s->token) != 0 || s->bytes != bytes_of(u))
    return unit_refused(u, "the state is of another unit or another build.");
  return OK;
}

int unit_get_state(Unit* i, const char* call, void** state) {
  BEGIN(i, call)
  const uint32_t result = w2c_unit_fmiGetFmuState(&u->core, SELF);
  if (*unit_memory(u, result) != 0) END(unit_word(u, result + 4) & 0xff);
  if (state == NULL) END(unit_refused(u, "no place for the state (null)."));
  State* s = *state == NULL ? calloc(1, bytes_of(u)) : *state;
  if (s == NULL) END(unit_refused(u, "no memory (%llu bytes).", (unsigned long long)bytes_of(u)));
  const int status = *state == NULL ? OK : known(u, s);
  if (status != OK) END(status);
  strncpy(s->token, unit_token, sizeof s->token - 1);
  s->bytes = bytes_of(u);
  *state = s;
  END(unit_take(u, result, s->machine, u->state_size, 1));
}

int unit_set_state(Unit* i, const char* call, const void* state) {
  BEGIN(i, call)
  int status = (int)w2c_unit_faceState(&u->core);
  const State* s = state;
  if (status == OK) status = known(u, s);
  if (status == OK) status = (int)w2c_unit_fmiSetFmuState(&u->core, SELF, unit_put(u, s->machine, u->state_size, 1), u->state_size);
  END(status);
}

int unit_free_state(Unit* u, const char* call, void** state) {
  (void)call;
  if (u == NULL) return ERROR;
  if (state == NULL) return OK;
  free(*state);
  *state = NULL;
  return OK;
}

int unit_state_size(Unit* i, const char* call, const void* state, size_t* size) {
  BEGIN(i, call)
  int status = (int)w2c_unit_faceState(&u->core);
  if (status == OK) status = known(u, state);
  if (status == OK) *size = (size_t)bytes_of(u);
  END(status);
}

int unit_serialize(Unit* i, const char* call, const void* state, void* bytes, size_t size) {
  BEGIN(i, call)
  int status = (int)w2c_unit_faceState(&u->core);
  if (status == OK) status = known(u, state);
  if (status == OK && size < bytes_of(u))
    status = unit_refused(u, "room for %llu bytes; a state of this unit has %llu.", (unsigned long long)size, (unsigned long long)bytes_of(u));
  if (status == OK) memcpy(bytes, state, bytes_of(u));
  END(status);
}

int unit_deserialize(Unit* i, const char* call, const void* bytes, size_t size, void** state) {
  BEGIN(i, call)
  int status = (int)w2c_unit_faceState(&u->core);
  if (status == OK && (bytes == NULL || state == NULL || size != bytes_of(u)))
    status = unit_refused(u, "got %llu bytes; a state of this unit has %llu.", (unsigned long long)size, (unsigned long long)bytes_of(u));
  if (status != OK) END(status);
  State* s = malloc(size);
  if (s == NULL) END(unit_refused(u, "no memory (%llu bytes).", (unsigned long long)size));
  memcpy(s, bytes, size);
  status = known(u, s);
  if (status != OK) free(s);
  else *state = s;
  END(status);
}
