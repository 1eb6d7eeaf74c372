/*
 * The first of an FMU's processes: creates the namespaces, forks the two permanent processes, and
 * ends.
 */
#define _GNU_SOURCE
#include "launch-child.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "child-process.h"
#include "../engine/host-descriptor.h"
#include "../platform/working-folder.h"

enum { number_close_range = 436 };

/* Descriptors inherited by the parent are not for the FMU. */
static void close_others(void) {
  if (syscall(number_close_range, fd_count, ~0u, 0) == 0) return;
  const long most = sysconf(_SC_OPEN_MAX);
  for (int fd = fd_count; fd < (most < 65536 ? most : 65536); fd++) close(fd);
}

/*
 * Forks a child of the parent, so that the parent can wait for it. The C library's fork cannot do
 * that.
 */
static pid_t fork_sibling(void) { return (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL); }

/*
 * Rejected calls are recorded in the block. The FMU can write to it, so its contents are not
 * trusted.
 */
static Refusals* refusals_in(int file) {
  static Refusals nowhere;
  struct stat s;
  if (fstat(file, &s) != 0) return &nowhere;
  Block* block = mmap(NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return block == MAP_FAILED ? &nowhere : &block->refusals;
}

/* Answers rejected calls of the FMU until the parent ends. */
static void answer_until_end(int handover, Refusals* into) {
  struct pollfd from[] = {{.fd = fd_lifeline, .events = POLLIN}, {.fd = handover, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
  for (;;) {
    if (poll(from, 3, -1) < 0) {
      if (errno == EINTR) continue;
      return;
    }
    if (from[0].revents != 0) return;
    if (from[1].revents != 0) {
      from[2].fd = receive_descriptor(handover);
      from[1].fd = -1;
      from[1].revents = from[2].revents = 0;
    }
    if (from[2].revents == 0) continue;
    if ((from[2].revents & ~POLLIN) == 0 && answer_refused(from[2].fd, into)) continue;
    close(from[2].fd);
    from[2].fd = -1;
  }
}

/*
 * Stays outside the sandbox and does not run code of the FMU. As the first process of a PID
 * namespace, it takes all others with it when it ends. When the parent ends, they end and the FMU's
 * folder is removed.
 */
static _Noreturn void keep(const Confinement* c, int program, int handover) {
  const pid_t group = getpgrp();
  setsid();
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  lose_capabilities();
  /* It holds neither folders of the user nor descriptors of the FMU. */
  if (chdir("/") != 0) _exit(2);
  Refusals* refusals = refusals_in(fd_block);
  for (int fd = 0; fd <= program; fd++)
    if (fd != fd_lifeline && fd != handover) close(fd);
  /* Orphans are not waited for. */
  signal(SIGCHLD, SIG_IGN);
  answer_until_end(handover, refusals);
  if (getpid() == 1 && standing(part_pidNamespace))
    kill(-1, SIGKILL);
  else if (group > 1)
    kill(-group, SIGKILL);
  remove_folder(c->folder);
  _exit(0);
}

/* The FMU's end is `fd_handover`. The keeper's end is above all descriptors that are passed on. */
static int open_handover(void) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) _exit(2);
  const int own = fcntl(ends[0], F_DUPFD_CLOEXEC, 64), other = fcntl(ends[1], F_DUPFD_CLOEXEC, 64);
  close(ends[0]);
  close(ends[1]);
  if (own < 0 || dup2(other, fd_handover) < 0) _exit(2);
  close(other);
  return own;
}

static _Noreturn void become_unit(const Confinement* c, int program, char** arguments) {
  char parts[16];
  close(fd_lifeline);
  bound_number_space(c, "/proc/sys/kernel/pid_max");
  enter_root(c);
  drop_capabilities(c);
  snprintf(parts, sizeof parts, "%u", standing_parts());
  arguments[1] = parts;
  syscall(SYS_execveat, program, "", arguments, environ, AT_EMPTY_PATH);
  _exit(2);
}

_Noreturn void launch(const Confinement* c, char** arguments) {
  close_others();
  if (wanted(c, part_noNewPrivileges)) report(part_noNewPrivileges, prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno);
  /* The FMU starts as a new program, in a file tree that may not contain it. */
  const int handover = open_handover();
  const int program = open("/proc/self/exe", O_PATH | O_CLOEXEC);
  enter_namespaces(c);
  const pid_t keeper = fork_sibling();
  if (keeper == 0) keep(c, program, handover);
  if (keeper < 0) _exit(2);
  report(report_keeper, keeper);
  const pid_t unit = fork_sibling();
  if (unit == 0) become_unit(c, program, arguments);
  if (unit < 0) _exit(2);
  report(report_unit, unit);
  _exit(0);
}
