/*
 * Program that runs an isolated FMU. It serves the calls that come through the block shared with
 * its parent.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include "child-process.h"
#include "../copies/process-copies.h"
#include "../loop/process-loop.h"
#include "../engine/host-descriptor.h"
#include "launch-child.h"
#include "../wine/wine-host.h"

/* The first block. All calls come through it. */
static Block* block;

/* The FMUs of the process. Only the first one has it to itself. */
static Members members;

/* Returns the block of the FMU that was called last. */
static Block* block_called(void) {
  const Engine* e = atomic_load_explicit(&engine_called, memory_order_relaxed);
  return e == NULL ? block : e->block;
}

/* ---- the FMU's output becomes messages ---- */

static pthread_mutex_t output_lock = PTHREAD_MUTEX_INITIALIZER;
static char line[1024];
static size_t line_length;

static void end_line(void) {
  line[line_length] = 0;
  if (line_length > 0) log_put(&block_called()->log, ok, "output", line);
  line_length = 0;
}

static void drain_output(void) {
  char text[4096];
  pthread_mutex_lock(&output_lock);
  for (ssize_t got; (got = recv(fd_output, text, sizeof text, MSG_DONTWAIT)) > 0;)
    for (ssize_t i = 0; i < got; i++) {
      if (text[i] == '\n' || line_length == sizeof line - 1) end_line();
      if (text[i] != '\n') line[line_length++] = text[i];
    }
  pthread_mutex_unlock(&output_lock);
}

static void* watch(void* unused) {
  struct pollfd output = {.fd = fd_output, .events = POLLIN};
  for (;;) {
    if (poll(&output, 1, -1) < 0 && errno != EINTR) return unused;
    if ((output.revents & ~POLLIN) != 0) return unused;
    drain_output();
  }
}

static void start_watching(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  sigset_t all, before;
  sigfillset(&all);
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 128 * 1024);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pthread_create(&thread, &attributes, watch, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* ---- the limit of memory ---- */

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
/*
 * The program provides its own allocators, to distinguish an FMU that ran out of memory from one
 * that crashed for another reason.
 */
extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);

static void* allocated(void* at, size_t bytes) {
  if (at == NULL && block != NULL && bytes > 0) block_called()->refusedBytes = bytes;
  return at;
}

#pragma GCC visibility push(default)
void* malloc(size_t bytes) { return allocated(__libc_malloc(bytes), bytes); }
void* calloc(size_t count, size_t bytes) { return allocated(__libc_calloc(count, bytes), count * bytes); }
void* realloc(void* at, size_t bytes) { return allocated(__libc_realloc(at, bytes), bytes); }
#pragma GCC visibility pop
#endif

/* ---- calls ---- */

/* Maps memory whose descriptor comes with its call. Its size is fixed. Returns NULL if it cannot. */
static void* receive_memory(void) {
  const int file = receive_descriptor(fd_channel);
  struct stat s;
  void* at = MAP_FAILED;
  if (file >= 0 && fstat(file, &s) == 0) at = mmap(NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (file >= 0) close(file);
  return at == MAP_FAILED ? NULL : at;
}

static int add_segment(Engine* e, uint32_t segment) {
  void* at = receive_memory();
  if (at == NULL || segment >= segmentLimit) return failed;
  e->segments[segment] = at;
  return ok;
}

/* Folder of the process, and the FMU whose working folder is the present one. */
static const char* home;
static uint32_t present;

/* Enters the working folder of an FMU: `work` of the first one, and a folder in it of any other. */
static void enter_folder(uint32_t number) {
  if (number == present) return;
  char path[PATH_MAX];
  snprintf(path, sizeof path, number == 0 ? "%s/work" : "%s/work/%u", home, number);
  if (number != 0) mkdir(path, 0700);
  if (chdir(path) == 0) present = number;
}

/* Adds an FMU with this number. A process of several FMUs is neither renewed nor guarded. */
static int add_member(uint32_t number) {
  Block* own = receive_memory();
  if (own == NULL || number != members.count) return failed;
  members.all = realloc(members.all, (number + 1) * sizeof *members.all);
  Engine* e = calloc(1, sizeof *e);
  members.all[number] = e;
  members.count++;
  engine_open(e, own);
  members.all[0]->own_process = false;
  process_loops(&members);
  return ok;
}

/* Number of this process among the processes restored from copies. */
static uint32_t number;

/* Reports whether this process continues from a copy, with new calls. */
static bool hold(Engine* e, uint32_t* done) {
  const int status = copies_hold(e, block->operand, standing(part_parentDeath));
  if (status != born) {
    block->status = status;
    return false;
  }
  *done = atomic_load(&block->resumed);
  number = atomic_load(&block->runner);
  return true;
}

static void serve(void) {
  Patience patience = {0};
  for (uint32_t done = 0;;) {
    if (!wait_changed(&block->request, done, &block->asleep, &patience, INT64_MAX)) continue;
    /* Another process has replaced it. */
    if (atomic_load(&block->runner) != number) _exit(0);
    const uint32_t op = block->op, operand = block->operand, member = block->member;
    const uint32_t known = member < members.count ? member : 0;
    Engine* e = members.all[known];
    if (op != op_runLoop) enter_folder(known);
    if (op == op_segment)
      block->status = add_segment(e, operand);
    else if (op == op_join)
      block->status = add_member(operand);
    else if (op == op_hold) {
      if (hold(e, &done)) continue;
    } else
      block->status = engine_call(e, op, operand);
    if (op > op_run && op != op_runLoop) drain_output();
    patience.woke = change(&block->answer, ++done, &block->waiting);
  }
}

static bool map_block(bool kept) {
  struct stat file;
  if (fstat(fd_block, &file) != 0) return false;
  block = mmap(NULL, (size_t)file.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd_block, 0);
  if (!kept) close(fd_block);
  return block != MAP_FAILED;
}

/*
 * A holder of this descriptor could permit rejected calls, so it is closed before any code of the
 * FMU runs. Without the keeper's answers the kernel reports that these calls do not exist.
 */
static void hand_over(int listener) {
  if (listener >= 0) {
    send_descriptor(fd_handover, listener);
    close(listener);
  }
  close(fd_handover);
}

/*
 * Arguments: `launch`, or the active parts, then private memory and files [bytes], permissions,
 * parts to leave out, and the FMU's folder.
 */
int main(int count, char** arguments) {
  if (count != 7) return 2;
  const Confinement c = {.memory = strtoull(arguments[2], NULL, 10),
                         .files = strtoull(arguments[3], NULL, 10),
                         .allow = (uint32_t)strtoul(arguments[4], NULL, 10),
                         .without = (uint32_t)strtoul(arguments[5], NULL, 10),
                         .folder = arguments[6]};
  if (strcmp(arguments[1], "launch") == 0) launch(&c, arguments);
  continue_from((uint32_t)strtoul(arguments[1], NULL, 10));
  if (chdir(c.folder) != 0 || chdir("work") != 0 || !map_block((c.allow & allow_wine) != 0)) return 2;
  home = c.folder;
  /* A file beyond its size limit fails the writing call instead of ending the FMU. */
  signal(SIGXFSZ, SIG_IGN);
  setvbuf(stdout, NULL, _IOLBF, 0);
  follow_parent(&c);
  count_processes(&c);
  enter_landlock(&c);
  hand_over(enter_seccomp(&c));
  set_limits(&c);
  bound_processes(&c);
  report(report_ready, 0);
  close(fd_report);
  if ((c.allow & allow_wine) != 0) become_wine(&c, block, start_watching);
  /* A process that is copied has one thread. */
  if ((c.allow & allow_copies) == 0) start_watching();
  static Engine engine;
  engine_open(&engine, block);
  engine.own_process = true;
  members.all = malloc(sizeof *members.all);
  members.all[0] = &engine;
  members.count = 1;
  serve();
}
