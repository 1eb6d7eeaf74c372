#define _GNU_SOURCE
#include "process-copies.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "../process/child-process.h"

/* ---- the call ---- */

/*
 * clone(flags, 0, 0, thread, 0): the thread's number is stored at `thread`, where the C library
 * expects it. The library is not informed of this call.
 */
long copies_clone(uint64_t flags, void* stack, void* parent, void* thread, uint64_t storage);
extern const char copies_cloned[];
#if defined(__x86_64__)
__asm__(
    ".text\n.hidden copies_clone\n.hidden copies_cloned\n.globl copies_clone\n.type copies_clone, @function\n"
    "copies_clone: mov %rcx, %r10\n mov $56, %eax\n syscall\n.globl copies_cloned\ncopies_cloned: ret\n");
#elif defined(__aarch64__)
/* The last two operands are swapped on this processor. */
__asm__(
    ".text\n.hidden copies_clone\n.hidden copies_cloned\n.globl copies_clone\n.type copies_clone, %function\n"
    "copies_clone: mov x5, x3\n mov x3, x4\n mov x4, x5\n mov x8, #220\n svc #0\n.globl copies_cloned\ncopies_cloned: ret\n");
#endif

uint64_t copies_flags(void) { return CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD; }
uint64_t copies_return(void) { return (uint64_t)(uintptr_t)copies_cloned; }

static long clone_sibling(void) {
  static void* thread;
  static pid_t nowhere;
  enum { get_thread_address = 40 };
  if (thread == NULL && prctl(get_thread_address, &thread, 0, 0, 0) != 0) thread = &nowhere;
  const long pid = copies_clone(copies_flags(), NULL, NULL, thread, 0);
  if (pid >= 0) return pid;
  errno = (int)-pid;
  return -1;
}

/* ---- what is open ---- */

enum { first_file = 3, last_file = 1023, most_files = 64 };

/* Files that the FMU reads, with their positions, because copies share them. */
static struct {
  int file;
  off_t at;
} reading[most_files];
static int readings;

static int refuse(Engine* e, const char* what) {
  const size_t length = strlen(what);
  memcpy(e->block->arguments, what, length);
  e->block->resultBytes = (uint32_t)length;
  return failed;
}

/*
 * Returns the reason why a copy would share this file with the continuing process, so that each
 * would see the other's actions. Returns NULL for a file that is not shared.
 */
static const char* shared_by(int file) {
  struct stat s;
  if (fstat(file, &s) != 0 || S_ISCHR(s.st_mode)) return NULL;
  if (!S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode)) return "it has an open pipe, socket or event descriptor, which cannot return to an earlier state";
  if ((fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY) return "it has a file open for writing, which cannot return to an earlier state";
  if (readings == most_files) return "it has more than 64 open files";
  reading[readings].file = file;
  reading[readings++].at = lseek(file, 0, SEEK_CUR);
  return NULL;
}

/* One call finds all open files. */
static const char* look_at_files(void) {
  static struct pollfd files[last_file + 1 - first_file];
  for (int i = 0; i <= last_file - first_file; i++) files[i] = (struct pollfd){.fd = first_file + i};
  readings = 0;
  if (poll(files, sizeof files / sizeof *files, 0) < 0) return "its open files cannot be determined";
  for (int i = 0; i <= last_file - first_file; i++) {
    const int file = files[i].fd;
    const char* why = (files[i].revents & POLLNVAL) != 0 || file == fd_output || file == fd_channel ? NULL : shared_by(file);
    if (why != NULL) return why;
  }
  return NULL;
}

static void read_on(void) {
  for (int i = 0; i < readings; i++) lseek(reading[i].file, reading[i].at, SEEK_SET);
}

/* ---- copies ---- */

static void say(uint8_t what) {
  if (send(fd_channel, &what, 1, MSG_NOSIGNAL) != 1) _exit(2);
}

static void begin(uint8_t what, bool follows) {
  if (follows) prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  say(what);
}

/* Reports whether this is a restored process. */
static bool keep_state(_Atomic uint32_t* order, uint32_t seen, uint32_t place, bool follows) {
  begin((uint8_t)place, follows);
  for (;;) {
    while (atomic_load(order) == seen) syscall(SYS_futex, order, FUTEX_WAIT, seen, NULL, NULL, 0);
    seen = atomic_load(order);
    const long pid = clone_sibling();
    if (pid == 0) return true;
    if (pid < 0) say(born_not);
  }
}

int copies_hold(Engine* e, uint32_t place, bool follows) {
  const char* why = look_at_files();
  if (why != NULL) return refuse(e, why);
  if (place >= copyLimit) return refuse(e, "invalid place of a copy");
  _Atomic uint32_t* order = &e->block->orders[place];
  const uint32_t seen = atomic_load(order);
  const long pid = clone_sibling();
  if (pid > 0) return ok;
  if (pid < 0) return refuse(e, errno == EPERM ? "its sandbox forbids it" : "its process cannot be copied because memory or processes are exhausted");
  if (!keep_state(order, seen, place, follows)) _exit(2);
  begin(born_runner, follows);
  read_on();
  return born;
}
