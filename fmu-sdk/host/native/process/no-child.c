/* For programs without FMU processes: FMUs run in this process. */
#include "child-process.h"
#include <errno.h>

void* child_start(Child* c, const ChildOptions* o, uint64_t size) {
  (void)c, (void)o, (void)size;
  errno = ENOSYS;
  return NULL;
}

void* child_extend(Child* c, Block* block, uint32_t segment, uint64_t bytes) {
  (void)c, (void)block, (void)segment, (void)bytes;
  return NULL;
}

int child_call(Child* c, Block* block, uint32_t op, uint32_t operand) {
  (void)c, (void)block, (void)op, (void)operand;
  return gone;
}

void child_post(Child* c, Block* block, uint32_t op, uint32_t operand) { (void)c, (void)block, (void)op, (void)operand; }

int child_wait(Child* c, Block* block) {
  (void)c, (void)block;
  return gone;
}

int child_hold(Child* c, Block* block, uint32_t place) {
  (void)c, (void)block, (void)place;
  return gone;
}

int child_return(Child* c, Block* block, uint32_t place) {
  (void)c, (void)block, (void)place;
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
