#define _GNU_SOURCE
#include "child-process.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "../engine/host-descriptor.h"
#include "spawn-child.h"

/*
 * Interval of checks that the process lives. Longest wall time that one interval counts for,
 * because the program or the machine may have slept. Interval while the FMU waits for its output to
 * be read [ns].
 */
enum { glance = 10000000, longest_glance = 100000000, short_glance = 100000 };

/* Returns a descriptor that is high enough not to be overwritten when descriptors are passed on. */
static int high(int fd) {
  if (fd < 0) return fd;
  const int moved = fcntl(fd, F_DUPFD_CLOEXEC, 64);
  close(fd);
  return moved;
}

bool pipe_high(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  ends[0] = high(ends[0]);
  ends[1] = high(ends[1]);
  return ends[0] >= 0 && ends[1] >= 0;
}

static bool pair_high(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  ends[0] = high(ends[0]);
  ends[1] = high(ends[1]);
  return ends[0] >= 0 && ends[1] >= 0;
}

static void* map_shared(int file, uint64_t bytes) {
  void* at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return at == MAP_FAILED ? NULL : at;
}

void* child_start(Child* c, const ChildOptions* o, uint64_t size) {
  memset(c, 0, sizeof *c);
  c->callTime = o->callTime;
  c->wallTime = o->wallTime;
  int lifeline[2] = {-1, -1}, output[2] = {-1, -1}, channel[2] = {-1, -1}, error = EMFILE;
  const int memory = high(shared_memory(size));
  void* block = memory < 0 ? NULL : map_shared(memory, size);
  void* own = block == NULL ? NULL : map_shared(memory, size);
  if (own != NULL && pipe_high(lifeline) && pair_high(output) && pair_high(channel)) {
    *c = (Child){.callTime = o->callTime, .wallTime = o->wallTime, .lifeline = lifeline[1], .output = output[0], .channel = channel[1]};
    c->copied = (o->confinement.allow & allow_copies) != 0;
    c->wine = (o->confinement.allow & allow_wine) != 0;
    /* The kernel reports the sender of a message. */
    if (c->copied) setsockopt(c->channel, SOL_SOCKET, SO_PASSCRED, &(int){1}, sizeof(int));
    error = spawn_unit(c, o, &(UnitEnds){memory, lifeline[0], output[1], channel[0]});
  }
  close(memory);
  close(lifeline[0]);
  close(output[1]);
  close(channel[0]);
  if (error == 0) {
    c->block = own;
    c->blockBytes = size;
    c->members = 1;
    if (c->copied) c->group = getpgid(c->pid);
    idle_open(&c->idle, &c->pid, c->callTime);
    return block;
  }
  child_end(c);
  if (block != NULL) munmap(block, size);
  if (own != NULL) munmap(own, size);
  close(lifeline[1]);
  close(output[0]);
  close(channel[1]);
  c->ending = exited;
  errno = error;
  return NULL;
}

void* child_join(Child* c, uint64_t size) {
  if (c->ending != running || c->copied || c->wine || c->members == memberLimit) return NULL;
  const int memory = shared_memory(size);
  void* at = memory < 0 ? NULL : map_shared(memory, size);
  const ChildCall join = {0, op_join, c->members};
  const bool sent = at != NULL && send_descriptor(c->channel, memory) && child_call(c, join) == ok;
  close(memory);
  if (sent) {
    c->members++;
    return at;
  }
  if (at != NULL) munmap(at, size);
  return NULL;
}

void* child_extend(Child* c, uint32_t member, uint32_t segment, uint64_t bytes) {
  if (c->ending != running) return NULL;
  const int memory = shared_memory(bytes);
  void* at = memory < 0 ? NULL : map_shared(memory, bytes);
  const ChildCall extend = {member, op_segment, segment};
  const bool sent = at != NULL && send_descriptor(c->channel, memory) && child_call(c, extend) == ok;
  if (sent && c->copied)
    c->segments[c->segmentCount++] = high(memory);
  else
    close(memory);
  if (sent) return at;
  if (at != NULL) munmap(at, bytes);
  return NULL;
}

/*
 * Ends everything the FMU started: its process group, while its number is reserved, and its PID
 * namespace. Returns the group.
 */
static pid_t end_kin(const Child* c) {
  const pid_t group = getpgid(c->pid);
  const bool own = group > 1 && group != getpgrp();
  if (own) kill(-group, SIGKILL);
  if (c->keeper > 0) kill(c->keeper, SIGKILL);
  return own ? group : 0;
}

/*
 * Waits for the ended keeper. The keeper stays until all processes of its PID namespace have been
 * waited for. Some of them may have become children of this process. They are found through the
 * FMU's group. A process that left the group, too, delays the keeper. Waiting ends after
 * `patience`.
 */
static void wait_keeper(Child* c, pid_t group) {
  enum { patience = 1000000000, first = 50000, longest = 5000000 };
  const int64_t begin = now_ns();
  for (int64_t pause = first; c->keeper > 0; pause = pause < longest ? 2 * pause : pause) {
    while (group > 1 && waitpid(-group, NULL, WNOHANG) > 0) continue;
    const pid_t done = waitpid(c->keeper, NULL, WNOHANG);
    if (done == c->keeper || (done < 0 && errno != EINTR) || now_ns() - begin > patience) c->keeper = 0;
    if (c->keeper > 0) nanosleep(&(struct timespec){.tv_nsec = (long)pause}, NULL);
  }
}

/* Ends the group and all copies of its process, including unreported ones. */
static void end_group(Child* c) {
  if (c->group > 1) kill(-c->group, SIGKILL);
  if (c->keeper > 0) kill(c->keeper, SIGKILL);
  idle_lock();
  while (waitpid(-c->group, NULL, 0) > 0 || errno == EINTR) continue;
  c->pid = 0;
  idle_unlock();
  memset(c->copies, 0, sizeof c->copies);
  c->leavingCount = 0;
}

/* Records the end of the process, if it has ended. `wait` waits for it. */
static bool ended(Child* c, bool wait) {
  siginfo_t info = {0};
  if (c->copied && !copies_hear(c, false)) return true;
  if (c->pid == unheard) return false;
  if (waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOWAIT | (wait ? 0 : WNOHANG)) != 0 || info.si_pid != c->pid) return false;
  pid_t group = c->group;
  if (c->copied) {
    end_group(c);
  } else {
    group = end_kin(c);
    idle_lock();
    waitpid(c->pid, NULL, 0);
    c->pid = 0;
    idle_unlock();
  }
  wait_keeper(c, group);
  const int64_t overspent = atomic_load(&c->idle.overspent);
  if (c->ending == running && overspent > 0) {
    c->ending = lingers;
    c->spent = overspent;
  } else if (c->ending == running) {
    c->ending = info.si_code == CLD_EXITED ? exited : killed;
    c->code = info.si_status;
  }
  if (c->wine && c->ending == exited && c->code > 128) {
    c->ending = killed;
    c->code -= 128;
  }
  return true;
}

/*
 * Ends the process if a call takes too long: by CPU time, but not before that much wall time,
 * because several threads add up. Or by wall time alone.
 */
static bool overdue(Child* c, int64_t cpu, int64_t wall) {
  if (cpu >= c->callTime && wall >= c->callTime)
    c->ending = computes;
  else if (wall >= c->wallTime)
    c->ending = waits;
  else
    return false;
  c->spent = cpu;
  child_end(c);
  return true;
}

/* How far a call of several steps was at the last check. */
typedef struct {
  double rows;
  int32_t unit, step;
  /* How often a loop may still advance: it ends with the step in which its time is up. */
  uint32_t left;
} Progress;

/* Reports whether it has completed steps since the last check. */
static bool advanced(const Block* block, uint32_t op, Progress* p) {
  if (op == op_runLoop) {
    const volatile Block* seen = block;
    const int32_t unit = seen->loopUnit, step = seen->loopStep;
    const bool more = p->left > 0 && (step > p->step || (step == p->step && unit > p->unit));
    if (more) *p = (Progress){0, unit, step, p->left - 1};
    return more;
  }
  const double now = ((const volatile double*)block->registers)[reg_rows];
  const bool more = op == op_march && now > p->rows && now <= rowLimit;
  if (more) p->rows = now;
  return more;
}

/* Reads the FMU's output during a call, because a full pipe would block the FMU. */
static bool spill(Child* c) {
  char text[4096];
  bool any = false;
  for (ssize_t got; (got = recv(c->output, text, sizeof text, MSG_DONTWAIT)) > 0;) {
    const size_t kept = c->spilledBytes + (size_t)got > spillBytes ? spillBytes - (size_t)got : c->spilledBytes;
    memmove(c->spilled, c->spilled + c->spilledBytes - kept, kept);
    memcpy(c->spilled + kept, text, (size_t)got);
    c->spilledBytes = kept + (size_t)got;
    any = true;
  }
  return any;
}

void child_post(Child* c, ChildCall call) {
  Block* block = c->block;
  if (c->posted) child_wait(c);
  if (c->ending != running) return;
  if (!idle_call(&c->idle, &block->asleep)) {
    child_end(c);
    return;
  }
  block->member = call.member;
  block->op = call.op;
  block->operand = call.operand;
  c->posted = true;
  c->postedOp = call.op;
  change(&block->request, ++c->calls, &block->asleep);
}

int child_wait(Child* c) {
  Block* block = c->block;
  if (c->ending != running || !c->posted) return gone;
  const uint32_t call = c->calls, op = c->postedOp;
  c->posted = false;
  int64_t last = now_ns(), wall = 0;
  Progress progress = {0, -1, -1, c->members + 1};
  /*
   * Read after the first interval, not before each call, because reading takes longer than a call.
   */
  int64_t cpu = -1, look = glance;
  while (!wait_changed(&block->answer, call - 1, &block->waiting, &c->patience, look)) {
    if (ended(c, false)) return gone;
    if (c->copied) look = spill(c) ? short_glance : glance;
    /* Each step of a row has its own time limit, up to the number of rows. */
    if (advanced(block, op, &progress)) {
      last = now_ns();
      wall = 0;
      cpu = cpu_ns(c->pid);
    }
    if (cpu < 0) cpu = cpu_ns(c->pid);
    const int64_t now = now_ns();
    wall += now - last < longest_glance ? now - last : longest_glance;
    last = now;
    if (overdue(c, cpu_ns(c->pid) - cpu, wall)) return gone;
  }
  idle_answer(&c->idle);
  /* Read once, because the FMU can write there at any time. */
  const int status = atomic_load_explicit(&block->status, memory_order_relaxed);
  return (unsigned)status < statusCount ? status : failed;
}

int child_call(Child* c, ChildCall call) {
  child_post(c, call);
  return child_wait(c);
}

static size_t take_spilled(Child* c, char* into, size_t bytes) {
  const size_t taken = c->spilledBytes < bytes ? c->spilledBytes : bytes;
  memcpy(into, c->spilled + c->spilledBytes - taken, taken);
  c->spilledBytes = 0;
  return taken;
}

size_t child_output(Child* c, char* into, size_t bytes) {
  if (c->copied) {
    spill(c);
    return take_spilled(c, into, bytes);
  }
  /* Does not rely on O_NONBLOCK, which the FMU can change. */
  const ssize_t got = recv(c->output, into, bytes, MSG_DONTWAIT);
  return got > 0 ? (size_t)got : 0;
}

void child_end(Child* c) {
  if (c->copied && c->pid != 0) {
    end_group(c);
    wait_keeper(c, c->group);
    if (c->ending == running) {
      c->spent = atomic_load(&c->idle.overspent);
      c->ending = c->spent > 0 ? lingers : killed;
      c->code = SIGKILL;
    }
  } else if (c->pid > 0) {
    kill(c->pid, SIGKILL);
    ended(c, true);
  } else if (c->keeper > 0) {
    kill(c->keeper, SIGKILL);
    wait_keeper(c, c->group);
  }
}

void child_close(Child* c) {
  child_end(c);
  idle_close(&c->idle);
  for (uint32_t i = 0; c->copied && i < c->segmentCount; i++) close(c->segments[i]);
  close(c->lifeline);
  close(c->output);
  close(c->channel);
  munmap(c->block, c->blockBytes);
  c->block = NULL;
}
