/* The first of a unit's processes: it makes the namespaces, forks the two that stay, and ends. */
#define _GNU_SOURCE
#include "launch.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "child.h"
#include "folder.h"

enum { number_close_range = 436 };

/* What the parent had inherited itself is not for the unit. */
static void close_others(void) {
  if (syscall(number_close_range, fd_count, ~0u, 0) == 0) return;
  const long most = sysconf(_SC_OPEN_MAX);
  for (int fd = fd_count; fd < (most < 65536 ? most : 65536); fd++) close(fd);
}

/* A child of the parent: who has started this process waits for it. The C library's fork cannot do that. */
static pid_t fork_sibling(void) { return (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL); }

/* Stays outside of what confines the unit, and runs none of its code. As the first of a number space all others in it end
   with it. When the parent ends, so do they, and the unit's folder goes. */
static _Noreturn void keep(const Confinement* c, int program) {
  const pid_t group = getpgrp();
  setsid();
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  lose_capabilities();
  /* It holds no folder of the user, and no descriptor of the unit's. */
  if (chdir("/") != 0) _exit(2);
  for (int fd = 0; fd <= program; fd++)
    if (fd != fd_lifeline) close(fd);
  /* Orphans are not waited for. */
  signal(SIGCHLD, SIG_IGN);
  struct pollfd lifeline = {.fd = fd_lifeline, .events = POLLIN};
  while (poll(&lifeline, 1, -1) < 0 && errno == EINTR) continue;
  if (getpid() == 1 && standing(part_pidNamespace))
    kill(-1, SIGKILL);
  else if (group > 1)
    kill(-group, SIGKILL);
  remove_folder(c->folder);
  _exit(0);
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
  /* The unit begins as a program of its own, in a tree of files that may not have it. */
  const int program = open("/proc/self/exe", O_PATH | O_CLOEXEC);
  enter_namespaces(c);
  const pid_t keeper = fork_sibling();
  if (keeper == 0) keep(c, program);
  if (keeper < 0) _exit(2);
  report(report_keeper, keeper);
  const pid_t unit = fork_sibling();
  if (unit == 0) become_unit(c, program, arguments);
  if (unit < 0) _exit(2);
  report(report_unit, unit);
  _exit(0);
}
