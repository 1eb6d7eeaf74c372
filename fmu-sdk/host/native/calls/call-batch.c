/*
 * Finds the owner of a callback. Some FMUs pass a wrong environment or NULL, for example exported
 * code with a private one.
 */
#include "../engine/engine.h"
#include "../process/wait-child.h"

static atomic_flag lock = ATOMIC_FLAG_INIT;
static Engine* opened;

static void take_lock(void) {
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) give_way();
}

static void leave(void) { atomic_flag_clear_explicit(&lock, memory_order_release); }

Engine* _Atomic engine_called;

void caller_add(Engine* e) {
  take_lock();
  e->next = opened;
  opened = e;
  leave();
}

void caller_remove(Engine* e) {
  take_lock();
  for (Engine** at = &opened; *at != NULL; at = &(*at)->next)
    if (*at == e) {
      *at = e->next;
      break;
    }
  leave();
}

Engine* caller_of(const void* environment) {
  const Engine* last = atomic_load_explicit(&engine_called, memory_order_relaxed);
  Engine *own = NULL, *other = NULL;
  take_lock();
  for (Engine* e = opened; e != NULL; e = e->next) {
    if (e == environment) own = e;
    if (e == last) other = e;
  }
  leave();
  return own != NULL ? own : other;
}
