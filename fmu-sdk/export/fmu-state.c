/*
 * Stored states are flat and contain no addresses, so a copy of the bytes is the serialized form.
 * The state machine defines their content. The states of carried FMUs follow.
 */
#include "instance-functions.h"
#ifdef CARRIED
#include "carried/carried-fmus.h"
#else
enum { carried_count = 0 };
static inline void carried_save(Unit* u, uint8_t** bytes, size_t* size) { (void)u, *bytes = NULL, *size = 0; }
static inline bool carried_fits(const uint8_t* bytes, size_t size) { return (void)bytes, size == 0; }
static inline void carried_load(Unit* u, const uint8_t* bytes) { (void)u, (void)bytes; }
#endif

typedef struct {
  char token[64];
  uint64_t bytes;
  uint8_t machine[];
} State;

/* Size of a state without those of carried FMUs. */
static uint64_t bytes_of(const Unit* u) {
  const uint64_t bytes = sizeof(State) + u->state_size;
  return carried_count > 0 ? (bytes + 7) & ~(uint64_t)7 : bytes;
}

static const uint8_t* carried_in(const Unit* u, const State* s) { return (const uint8_t*)s + bytes_of(u); }

static bool has_size(const Unit* u, uint64_t bytes) { return carried_count > 0 ? bytes > bytes_of(u) : bytes == bytes_of(u); }

/* Returns OK for a state of this unit. Otherwise logs an error. */
static int known(Unit* u, const State* s) {
  if (s == NULL) return unit_refused(u, "there is no state (null).");
  if (strncmp(s->token, unit_token, sizeof s->token) != 0 || !has_size(u, s->bytes))
    return unit_refused(u, "the state is of another unit or another build.");
  return OK;
}

int unit_get_state(Unit* i, const char* call, void** state) {
  BEGIN(i, call)
  const uint32_t result = w2c_unit_fmiGetFmuState(&u->core, SELF);
  if (*unit_memory(u, result) != 0) END(unit_word(u, result + 4) & 0xff);
  if (state == NULL) END(unit_refused(u, "no place for the state (null)."));
  const int status = *state == NULL ? OK : known(u, *state);
  if (status != OK) END(status);
  uint8_t* carried;
  size_t size;
  carried_save(u, &carried, &size);
  const uint64_t bytes = bytes_of(u) + size;
  State* s = *state == NULL ? calloc(1, bytes) : ((State*)*state)->bytes == bytes ? *state : realloc(*state, bytes);
  if (s == NULL) END((free(carried), unit_refused(u, "no memory (%llu bytes).", (unsigned long long)bytes)));
  memset(s, 0, sizeof *s);
  strncpy(s->token, unit_token, sizeof s->token - 1);
  s->bytes = bytes;
  *state = s;
  if (size > 0) memcpy((uint8_t*)s + bytes_of(u), carried, size);
  free(carried);
  END(unit_take(u, result, s->machine, u->state_size, 1));
}

int unit_set_state(Unit* i, const char* call, const void* state) {
  BEGIN(i, call)
  int status = (int)w2c_unit_faceState(&u->core);
  const State* s = state;
  if (status == OK) status = known(u, s);
  /* A state that is refused changes nothing. */
  if (status == OK && !carried_fits(carried_in(u, s), (size_t)(s->bytes - bytes_of(u))))
    status = unit_refused(u, "the state is of another unit or another build.");
  if (status == OK) status = (int)w2c_unit_fmiSetFmuState(&u->core, SELF, unit_put(u, s->machine, u->state_size, 1), u->state_size);
  if (status == OK) carried_load(u, carried_in(u, s));
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
  if (status == OK) *size = (size_t)((const State*)state)->bytes;
  END(status);
}

int unit_serialize(Unit* i, const char* call, const void* state, void* bytes, size_t size) {
  BEGIN(i, call)
  int status = (int)w2c_unit_faceState(&u->core);
  if (status == OK) status = known(u, state);
  const uint64_t needed = status == OK ? ((const State*)state)->bytes : 0;
  if (status == OK && size < needed)
    status = unit_refused(u, "room for %llu bytes; a state of this unit has %llu.", (unsigned long long)size, (unsigned long long)needed);
  if (status == OK) memcpy(bytes, state, needed);
  END(status);
}

int unit_deserialize(Unit* i, const char* call, const void* bytes, size_t size, void** state) {
  BEGIN(i, call)
  int status = (int)w2c_unit_faceState(&u->core);
  if (status == OK && (bytes == NULL || state == NULL || !has_size(u, size)))
    status = unit_refused(u, "got %llu bytes; a state of this unit has %llu.", (unsigned long long)size, (unsigned long long)bytes_of(u));
  if (status != OK) END(status);
  State* s = malloc(size);
  if (s == NULL) END(unit_refused(u, "no memory (%llu bytes).", (unsigned long long)size));
  memcpy(s, bytes, size);
  status = s->bytes == size ? known(u, s) : unit_refused(u, "the state is of another unit or another build.");
  if (status != OK) free(s);
  else *state = s;
  END(status);
}
