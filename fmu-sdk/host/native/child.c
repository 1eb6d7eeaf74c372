#define _GNU_SOURCE
#include "child.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How long to sleep between looks whether the process still lives [ns]. */
enum { glance = 10000000 };

/* Descriptors high enough not to be overwritten while they are handed on. */
static int high(int fd) {
  const int moved = fcntl(fd, F_DUPFD_CLOEXEC, 64);
  close(fd);
  return moved;
}

static bool pipe_high(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  ends[0] = high(ends[0]);
  ends[1] = high(ends[1]);
  return ends[0] >= 0 && ends[1] >= 0;
}

static int spawn(Child* c, const ChildOptions* o, int lifeline, int output) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, output, 1);
  posix_spawn_file_actions_adddup2(&files, output, 2);
  posix_spawn_file_actions_adddup2(&files, c->block, fd_block);
  posix_spawn_file_actions_adddup2(&files, lifeline, fd_lifeline);
  posix_spawn_file_actions_adddup2(&files, c->output, fd_output);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  /* A session of its own: no Ctrl-C, and one group to end with all that it has started. */
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  char memory[32];
  snprintf(memory, sizeof memory, "%llu", (unsigned long long)o->memory);
  char* const arguments[] = {"fmukit-unit", memory, (char*)o->folder, NULL};
  const int error = posix_spawn(&c->pid, o->program, &files, &attributes, arguments, o->environment);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return error;
}

void* child_start(Child* c, const ChildOptions* o, uint64_t size) {
  memset(c, 0, sizeof *c);
  c->callTime = o->callTime;
  c->wallTime = o->wallTime;
  c->size = size;
  int lifeline[2] = {-1, -1}, output[2] = {-1, -1};
  void* block = MAP_FAILED;
  c->block = high(memfd_create("fmukit-unit", MFD_CLOEXEC));
  int error = EMFILE;
  if (c->block >= 0 && pipe_high(lifeline) && pipe_high(output)) {
    c->lifeline = lifeline[1];
    c->output = output[0];
    fcntl(c->output, F_SETFL, O_NONBLOCK);
    error = ftruncate(c->block, (off_t)size) == 0 ? 0 : errno;
    if (error == 0) block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, c->block, 0);
    if (error == 0) error = block == MAP_FAILED ? errno : spawn(c, o, lifeline[0], output[1]);
  }
  close(lifeline[0]);
  close(output[1]);
  if (error == 0) return block;
  if (block != MAP_FAILED) munmap(block, size);
  close(c->block);
  close(lifeline[1]);
  close(output[0]);
  c->ending = exited;
  errno = error;
  return NULL;
}

void* child_extend(Child* c, Block* block, uint32_t segment, uint64_t bytes) {
  if (c->ending != running) return NULL;
  if (ftruncate(c->block, (off_t)(c->size + bytes)) != 0) return NULL;
  void* at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, c->block, (off_t)c->size);
  if (at == MAP_FAILED) return NULL;
  const uint64_t place[2] = {c->size, bytes};
  memcpy(block->arguments, place, sizeof place);
  c->size += bytes;
  if (child_call(c, block, op_segment, segment) == ok) return at;
  munmap(at, bytes);
  return NULL;
}

/* Takes note of its end, if it has come; `wait` says to wait for it. Its group is ended before its number is given back. */
static bool ended(Child* c, bool wait) {
  siginfo_t info = {0};
  if (waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOWAIT | (wait ? 0 : WNOHANG)) != 0 || info.si_pid != c->pid) return false;
  kill(-c->pid, SIGKILL);
  waitpid(c->pid, NULL, 0);
  c->pid = 0;
  if (c->ending == running) {
    c->ending = info.si_code == CLD_EXITED ? exited : killed;
    c->code = info.si_status;
  }
  return true;
}

/* CPU time of all its threads [ns]; 0 where it cannot be known. */
static int64_t cpu_ns(pid_t pid) {
  clockid_t clock;
  struct timespec t;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0) return 0;
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Ends it when a call has taken too long: CPU time, but never before as much wall time, which several threads would use up
   together; or wall time alone. */
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

int child_call(Child* c, Block* block, uint32_t op, uint32_t operand) {
  if (c->ending != running) return gone;
  block->op = op;
  block->operand = operand;
  const uint32_t call = atomic_load_explicit(&block->request, memory_order_relaxed) + 1;
  const int64_t begin = now_ns();
  /* Read when the first glance has passed, not before each call: a call is a fraction of what reading takes. */
  int64_t cpu = -1;
  change(&block->request, call, &block->asleep);
  while (!wait_changed(&block->answer, call - 1, &block->waiting, &c->patience, glance)) {
    if (ended(c, false)) return gone;
    if (cpu < 0) cpu = cpu_ns(c->pid);
    if (overdue(c, cpu_ns(c->pid) - cpu, now_ns() - begin)) return gone;
  }
  return (unsigned)block->status < statusCount ? block->status : failed;
}

size_t child_output(Child* c, char* into, size_t bytes) {
  const ssize_t got = read(c->output, into, bytes);
  return got > 0 ? (size_t)got : 0;
}

void child_end(Child* c) {
  if (c->pid == 0) return;
  kill(c->pid, SIGKILL);
  ended(c, true);
}

void child_close(Child* c) {
  child_end(c);
  close(c->block);
  close(c->lifeline);
  close(c->output);
}
