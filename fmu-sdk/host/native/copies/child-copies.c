/*
 * Copies of an isolated FMU's process, on the side of the process that started it. Requests the
 * actions of `process-copies.c`. Does not wait for results that can be received later.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../process/child-process.h"
#include "process-copies.h"
#include "../engine/host-descriptor.h"

static bool complete(const Child* c) {
  for (uint32_t i = 0; i < copyLimit; i++)
    if (c->copies[i] == unheard) return false;
  return c->pid != unheard;
}

/* Records a new process, or returns false if creating it failed. The kernel reports its number. */
static bool note(Child* c, uint8_t what, pid_t who) {
  if (what < copyLimit && c->copies[what] == unheard) c->copies[what] = who;
  if (what == born_runner && c->pid == unheard) c->pid = who;
  return what != born_not;
}

static bool lost(Child* c) {
  child_end(c);
  return false;
}

bool copies_hear(Child* c, bool wait) {
  union {
    char bytes[CMSG_SPACE(sizeof(struct ucred))];
    struct cmsghdr aligned;
  } control;
  for (const int64_t begin = now_ns(); !complete(c);) {
    uint8_t what = 0;
    struct iovec data = {&what, 1};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    const ssize_t got = recvmsg(c->channel, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    const struct cmsghdr* header = got == 1 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_CREDENTIALS) {
      struct ucred who;
      memcpy(&who, CMSG_DATA(header), sizeof who);
      if (!note(c, what, who.pid)) return lost(c);
      continue;
    }
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return lost(c);
    if (!wait) return true;
    if (now_ns() - begin > c->wallTime) return lost(c);
    poll(&(struct pollfd){.fd = c->channel, .events = POLLIN}, 1, 10);
  }
  return true;
}

/* Waits for the ended processes: all of them, or only the ones that are gone by now. */
static void reap(Child* c, bool all) {
  uint32_t left = 0;
  idle_lock();
  for (uint32_t i = 0; i < c->leavingCount; i++) {
    pid_t done;
    while ((done = waitpid(c->leaving[i], NULL, all ? 0 : WNOHANG)) < 0 && errno == EINTR) continue;
    if (done == 0) c->leaving[left++] = c->leaving[i];
  }
  c->leavingCount = left;
  idle_unlock();
}

static void end_process(Child* c, pid_t pid) {
  if (pid <= 0) return;
  kill(pid, SIGKILL);
  reap(c, c->leavingCount == leavingLimit);
  c->leaving[c->leavingCount++] = pid;
}

/*
 * Returns the number of threads of the FMU's process, or 0 if unknown. A folder's link count is its
 * number of subfolders plus two.
 */
static int threads_of(pid_t pid) {
  char path[64];
  struct stat s;
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  return stat(path, &s) == 0 ? (int)s.st_nlink - 2 : 0;
}

int child_hold(Child* c, uint32_t place) {
  if (c->ending != running || place >= copyLimit || !copies_hear(c, true)) return gone;
  const int threads = threads_of(c->pid);
  if (threads != 1) return copy_threads + threads;
  const pid_t before = c->copies[place];
  const uint32_t seen = c->segmentCount;
  const int status = child_call(c, (ChildCall){0, op_hold, place});
  if (status != ok) return status;
  end_process(c, before);
  c->copies[place] = unheard;
  c->seen[place] = seen;
  return ok;
}

/*
 * The current process takes no further calls, because it checks `runner` before each. One with
 * threads may still be working.
 */
int child_return(Child* c, uint32_t place) {
  Block* block = c->block;
  if (c->posted) child_wait(c);
  if (c->ending != running || place >= copyLimit || c->copies[place] == 0 || !copies_hear(c, true)) return gone;
  const pid_t before = c->pid;
  const bool busy = threads_of(before) != 1;
  atomic_fetch_add(&block->runner, 1);
  c->pid = unheard;
  end_process(c, before);
  if (busy) {
    reap(c, true);
    /* A process that was ended while it wrote a message has not released this lock. */
    atomic_store(&block->log.lock, 0);
  }
  atomic_store(&block->resumed, c->calls);
  atomic_fetch_add(&block->orders[place], 1);
  /* A process that is ending may still wait there. */
  syscall(SYS_futex, &block->orders[place], FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
  for (uint32_t i = c->seen[place]; i < c->segmentCount; i++)
    if (!send_descriptor(c->channel, c->segments[i]) || child_call(c, (ChildCall){0, op_segment, i}) != ok) return lost(c) ? ok : gone;
  return ok;
}

void child_drop(Child* c, uint32_t place) {
  if (c->ending != running || place >= copyLimit || c->copies[place] == 0 || !copies_hear(c, true)) return;
  end_process(c, c->copies[place]);
  c->copies[place] = 0;
}
