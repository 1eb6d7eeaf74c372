/* Limits the processes and threads of an FMU, whatever other parts of its sandbox are active. */
#define _GNU_SOURCE
#include <dirent.h>
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

/* Reports whether the kernel has this version or a later one. */
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

/*
 * Returns the number of threads of this user in a process, as the kernel reports it. Returns 0 if
 * the process belongs to another user or has ended.
 */
static long threads_in(const char* process) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/%.20s/status", process);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  text[length < 0 ? 0 : length] = '\0';
  const char *user = strstr(text, "\nUid:"), *threads = strstr(text, "\nThreads:");
  unsigned number = 0;
  long count = 0;
  if (user == NULL || threads == NULL || sscanf(user, " Uid: %u", &number) != 1 || number != getuid()) return 0;
  return sscanf(threads, " Threads: %ld", &count) == 1 ? count : 0;
}

/*
 * The kernel counts all processes of a user, on the whole machine or (Linux 5.14) in a user
 * namespace.
 */
static bool counts_others(void) { return !(standing(part_userNamespace) && kernel_has(5, 14)); }

static rlim_t others;

void count_processes(const Confinement* c) {
  struct sysinfo now;
  if (!wanted(c, part_processLimit) || geteuid() == 0 || !counts_others()) return;
  DIR* all = opendir("/proc");
  const struct dirent* entry;
  while (all != NULL && (entry = readdir(all)) != NULL)
    if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9') others += (rlim_t)threads_in(entry->d_name);
  if (all != NULL) closedir(all);
  /* If /proc does not even show this process, uses the number for all users. */
  if (others == 0 && sysinfo(&now) == 0) others = now.procs;
}

/* This limit does not apply to root. */
static int bound_user(void) {
  if (geteuid() == 0) return EPERM;
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
