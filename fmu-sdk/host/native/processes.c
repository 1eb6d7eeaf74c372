/* How many processes and threads a unit can have, whatever else stands of its sandbox. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "sandbox.h"

enum { most_processes = 1024 };

/* Whether the kernel is of this version or a later one. */
static bool kernel_has(int major, int minor) {
  struct utsname system;
  int a = 0, b = 0;
  if (uname(&system) != 0 || sscanf(system.release, "%d.%d", &a, &b) != 2) return false;
  return a > major || (a == major && b >= minor);
}

void bound_number_space(const Confinement* c, const char* path) {
  /* Before Linux 6.14 there is one number for the whole machine, which root would change. */
  if ((c->without >> part_processLimit & 1) != 0 || standing(part_processLimit) || !standing(part_pidNamespace) || !kernel_has(6, 14)) return;
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  char text[16];
  const int length = snprintf(text, sizeof text, "%d", most_processes);
  if (write(file, text, (size_t)length) == length) report(part_processLimit, stands);
  close(file);
}

/* The kernel counts all that a user has, in the whole machine or (Linux 5.14) in a user namespace; root has no such limit. */
static int bound_user(void) {
  struct sysinfo now;
  if (geteuid() == 0) return EPERM;
  if (sysinfo(&now) != 0) return errno;
  const rlim_t others = standing(part_userNamespace) && kernel_has(5, 14) ? 0 : now.procs;
  struct rlimit limit;
  if (getrlimit(RLIMIT_NPROC, &limit) != 0) return errno;
  const rlim_t most = others + most_processes < limit.rlim_max ? others + most_processes : limit.rlim_max;
  return setrlimit(RLIMIT_NPROC, &(struct rlimit){most, most}) == 0 ? 0 : errno;
}

void bound_processes(const Confinement* c) {
  if (!wanted(c, part_processLimit)) return;
  const int error = bound_user();
  if (!standing(part_processLimit)) report(part_processLimit, error);
}
