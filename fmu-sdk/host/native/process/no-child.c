/* For programs without FMU processes: FMUs run in this process. */
#include "child-process.h"
#include <errno.h>

void* child_start(Child* c, const ChildOptions* o, uint64_t size) {
  (void)c, (void)o, (void)size;
  errno = ENOSYS;
  return NULL;
}

void* child_join(Child* c, uint64_t size) {
  (void)c, (void)size;
  return NULL;
}

void* child_extend(Child* c, uint32_t member, uint32_t segment, uint64_t bytes) {
  (void)c, (void)member, (void)segment, (void)bytes;
  return NULL;
}

int child_call(Child* c, ChildCall call) {
  (void)c, (void)call;
  return gone;
}

void child_post(Child* c, ChildCall call) { (void)c, (void)call; }

int child_wait(Child* c) {
  (void)c;
  return gone;
}

int child_hold(Child* c, uint32_t place) {
  (void)c, (void)place;
  return gone;
}

int child_return(Child* c, uint32_t place) {
  (void)c, (void)place;
  return gone;
}

void child_drop(Child* c, uint32_t place) { (void)c, (void)place; }

bool copies_hear(Child* c, bool wait) {
  (void)c, (void)wait;
  return false;
}

size_t child_output(Child* c, char* into, size_t bytes) {
  (void)c, (void)into, (void)bytes;
  return 0;
}

void child_close(Child* c) { (void)c; }

int64_t idle_used(const IdleTime* t) {
  (void)t;
  return 0;
}

int64_t idle_excess(const IdleTime* t) {
  (void)t;
  return 0;
}
