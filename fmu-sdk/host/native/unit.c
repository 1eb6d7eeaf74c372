/* The program in which an isolated unit runs: it serves the calls that come through the block it shares with its parent. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "child.h"
#include "folder.h"

static Block* block;
static const char* folder;

/* ---- the unit's output becomes messages ---- */

static pthread_mutex_t output_lock = PTHREAD_MUTEX_INITIALIZER;
static char line[1024];
static size_t line_length;

static void end_line(void) {
  line[line_length] = 0;
  if (line_length > 0) log_put(&block->log, ok, "output", line);
  line_length = 0;
}

static void drain_output(void) {
  char text[4096];
  pthread_mutex_lock(&output_lock);
  for (ssize_t got; (got = read(fd_output, text, sizeof text)) > 0;)
    for (ssize_t i = 0; i < got; i++) {
      if (text[i] == '\n' || line_length == sizeof line - 1) end_line();
      if (text[i] != '\n') line[line_length++] = text[i];
    }
  pthread_mutex_unlock(&output_lock);
}

/* Reads the unit's output; when the parent ends, ends this process and all that it has started. */
static void* watch(void* unused) {
  struct pollfd files[2] = {{.fd = fd_lifeline, .events = POLLIN}, {.fd = fd_output, .events = POLLIN}};
  for (;;) {
    if (poll(files, 2, -1) < 0 && errno != EINTR) return unused;
    if (files[0].revents != 0) {
      remove_folder(folder);
      kill(0, SIGKILL);
    }
    if (files[1].revents != 0) drain_output();
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
/* The program's own allocators, so that a unit that was refused memory can be told from one that crashed for another reason. */
extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);

static void* allocated(void* at, size_t bytes) {
  if (at == NULL && block != NULL && bytes > 0) block->refusedBytes = bytes;
  return at;
}

void* malloc(size_t bytes) { return allocated(__libc_malloc(bytes), bytes); }
void* calloc(size_t count, size_t bytes) { return allocated(__libc_calloc(count, bytes), count * bytes); }
void* realloc(void* at, size_t bytes) { return allocated(__libc_realloc(at, bytes), bytes); }
#endif

static void limit(int what, rlim_t most) { setrlimit(what, &(struct rlimit){most, most}); }

/* ---- calls ---- */

static void add_segment(Engine* e, uint32_t segment) {
  uint64_t place[2];
  memcpy(place, block->arguments, sizeof place);
  void* at = mmap(NULL, place[1], PROT_READ | PROT_WRITE, MAP_SHARED, fd_block, (off_t)place[0]);
  if (at != MAP_FAILED && segment < segmentLimit) e->segments[segment] = at;
  block->status = at == MAP_FAILED ? failed : ok;
}

static void serve(Engine* e) {
  Patience patience = {0};
  for (uint32_t done = 0;;) {
    if (!wait_changed(&block->request, done, &block->asleep, &patience, INT64_MAX)) continue;
    if (block->op == op_segment)
      add_segment(e, block->operand);
    else
      block->status = engine_call(e, block->op, block->operand);
    if (block->op > op_run) drain_output();
    change(&block->answer, ++done, &block->waiting);
  }
}

/* Arguments: bytes of private memory, the unit's folder. */
int main(int count, char** arguments) {
  struct stat file;
  if (count != 3 || fstat(fd_block, &file) != 0) return 2;
  folder = arguments[2];
  if (chdir(folder) != 0 || chdir("work") != 0) return 2;
  block = mmap(NULL, (size_t)file.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd_block, 0);
  if (block == MAP_FAILED) return 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  start_watching();
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_DATA, (rlim_t)strtoull(arguments[1], NULL, 10));
  static Engine engine;
  engine_open(&engine, block);
  serve(&engine);
}
