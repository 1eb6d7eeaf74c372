#define _GNU_SOURCE
#include "idle-time.h"
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "wait-child.h"

/*
 * Interval of looks. Cost of falling asleep. CPU time above which delays are read. All [ns]. One
 * pause in `stride` is measured. The FMU may use one part in `share` of the wall time.
 */
enum { interval = 50000000, falling = 20000, notable = 100000000, stride = 16, share = 10 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t left;
static IdleTime* first;
static pthread_t watcher;
static bool watches;
/* Number of the watching thread. A thread with an old number ends. */
static uintptr_t generation;

int64_t cpu_ns(pid_t pid) {
  clockid_t clock;
  struct timespec t;
  if (pid <= 0 || clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0) return 0;
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/*
 * Returns how long a thread has waited for a processor [ns], or 0 if unknown (proc(5), second field
 * of schedstat).
 */
static int64_t delay_of(int threads, const char* thread) {
  char name[40], text[80];
  snprintf(name, sizeof name, "%.20s/schedstat", thread);
  const int file = openat(threads, name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t got = read(file, text, sizeof text - 1);
  close(file);
  text[got > 0 ? got : 0] = 0;
  char* second;
  strtoll(text, &second, 10);
  return strtoll(second, NULL, 10);
}

/*
 * Returns how long the threads of a process have waited for a processor [ns]: the longest time of
 * one thread. The rest of the wall time that thread computed or paused.
 */
static int64_t delay_ns(pid_t pid) {
  char name[40];
  snprintf(name, sizeof name, "/proc/%d/task", (int)pid);
  DIR* threads = opendir(name);
  if (threads == NULL) return 0;
  int64_t most = 0;
  for (const struct dirent* entry; (entry = readdir(threads)) != NULL;) {
    const int64_t delay = entry->d_name[0] == '.' ? 0 : delay_of(dirfd(threads), entry->d_name);
    if (delay > most) most = delay;
  }
  closedir(threads);
  return most;
}

void idle_lock(void) { pthread_mutex_lock(&lock); }
void idle_unlock(void) { pthread_mutex_unlock(&lock); }

int64_t idle_used(const IdleTime* t) { return atomic_load(&t->watched) + atomic_load(&t->measured); }
int64_t idle_excess(const IdleTime* t) {
  return idle_used(t) - (now_ns() - t->begin - atomic_load(&t->delayed)) / share;
}

static bool overspends(IdleTime* t) {
  if (idle_excess(t) <= t->limit) return false;
  atomic_store(&t->overspent, idle_used(t));
  return true;
}

static void look(IdleTime* t) {
  const uint32_t phase = atomic_load(&t->phase);
  const pid_t pid = *t->pid;
  if (pid > 0 && idle_used(t) > notable) {
    const int64_t delay = delay_ns(pid);
    if (delay > atomic_load(&t->delayed)) atomic_store(&t->delayed, delay);
    /* Ended at its next call if a call is running. */
    overspends(t);
  }
  const int64_t cpu = phase % 2 == 1 ? cpu_ns(pid) : 0;
  /* A call has begun meanwhile. */
  if (cpu == 0 || atomic_load(&t->phase) != phase) return;
  if (t->seenPhase == phase && cpu > t->seenCpu) atomic_fetch_add(&t->watched, cpu - t->seenCpu);
  t->seenPhase = phase;
  t->seenCpu = cpu;
  if (overspends(t)) kill(pid, SIGKILL);
}

static void* watch(void* number) {
  pthread_mutex_lock(&lock);
  while (generation == (uintptr_t)number) {
    for (IdleTime* t = first; t != NULL; t = t->next) look(t);
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += interval;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&left, &lock, &until);
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

/* Without this thread an FMU is ended at its next call only. */
static void start_watcher(void) {
  pthread_attr_t attributes;
  pthread_condattr_t clock;
  sigset_t all, before;
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_cond_init(&left, &clock);
  pthread_condattr_destroy(&clock);
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 128 * 1024);
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  watches = pthread_create(&watcher, &attributes, watch, (void*)generation) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
}

void idle_open(IdleTime* t, const volatile pid_t* pid, int64_t limit) {
  *t = (IdleTime){.pid = pid, .limit = limit, .begin = now_ns(), .phase = 1};
  t->dice = (uint32_t)t->begin | 1;
  idle_lock();
  t->next = first;
  first = t;
  if (!watches) start_watcher();
  idle_unlock();
}

/* Nothing of this library may run after its last FMU, because Node may unload it. */
void idle_close(IdleTime* t) {
  idle_lock();
  IdleTime** at = &first;
  while (*at != NULL && *at != t) at = &(*at)->next;
  if (*at == t) *at = t->next;
  const bool last = first == NULL && watches;
  const pthread_t ending = watcher;
  if (last) {
    watches = false;
    generation++;
    pthread_cond_broadcast(&left);
  }
  idle_unlock();
  if (last) pthread_join(ending, NULL);
}

void idle_arm(IdleTime* t) {
  /* Xorshift, so that an FMU cannot foresee which pauses are measured. */
  t->dice ^= t->dice << 13;
  t->dice ^= t->dice >> 17;
  t->dice ^= t->dice << 5;
  t->skip = t->dice % (2 * stride - 1);
  t->watchedBegin = atomic_load(&t->watched);
  t->wallBegin = now_ns();
  t->cpuBegin = cpu_ns(*t->pid);
  t->armed = t->cpuBegin > 0;
}

/*
 * Returns how long the FMU's process waited actively for its call, which is our own doing. The FMU
 * can forge `asleep`, and gains a moment at most.
 */
static int64_t active(uint32_t asleep) {
  return falling + (asleep == slept_at_once ? 0 : asleep == slept_after_moment ? moment : offered);
}

void idle_measure(IdleTime* t, uint32_t asleep) {
  t->armed = false;
  const int64_t wall = now_ns() - t->wallBegin, longest = active(asleep), waiting = wall < longest ? wall : longest;
  const int64_t cpu = cpu_ns(*t->pid) - t->cpuBegin - waiting - (atomic_load(&t->watched) - t->watchedBegin);
  if (cpu <= 0) return;
  atomic_fetch_add(&t->measured, stride * cpu);
  overspends(t);
}
