/*
 * Saved states of both standards. call-fmi2.c and call-fmi3.c define the function names and how to
 * call them (CALL).
 */
static int get_state(Engine* e) {
  const uint32_t handle = take_word(e);
  void* state = state_at(e, handle);
  const bool isReused = state != NULL;
  const int status = CALL(GET_STATE, e->instance, &state);
  if (status >= discard) return status;
  if (isReused) e->states[handle] = state;
  put_word(e, isReused ? handle : state_add(e, state));
  return status;
}

static int free_state(Engine* e) {
  const uint32_t handle = take_word(e);
  void* state = state_at(e, handle);
  const int status = CALL(FREE_STATE, e->instance, &state);
  if (status < discard) guard_freed_state(e, state);
  if (handle < e->stateCount) e->states[handle] = NULL;
  return status;
}

static int serialize_state(Engine* e) {
  void* state = state_at(e, take_word(e));
  size_t size = 0;
  const int status = CALL(STATE_SIZE, e->instance, state, &size);
  if (status >= discard) return status;
  put_word(e, (uint32_t)size);
  return CALL(SERIALIZE_STATE, e->instance, state, answer(e, size), size);
}

static int deserialize_state(Engine* e) {
  size_t size;
  const void* bytes = take_array(e, 1, &size);
  void* state = NULL;
  const int status = CALL(DESERIALIZE_STATE, e->instance, bytes, size, &state);
  if (status < discard) put_word(e, state_add(e, state));
  return status;
}
