#define _GNU_SOURCE
#include "sandbox.h"
#include <errno.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "../process/child-process.h"

static uint32_t in_force;

uint32_t standing_parts(void) { return in_force; }
void continue_from(uint32_t parts) { in_force = parts; }

void report(int part, int state) {
  if (state == stands) in_force |= 1u << part;
  const int32_t record[2] = {part, state};
  if (write(fd_report, record, sizeof record) != sizeof record) _exit(2);
}

bool standing(int part) { return (in_force >> part & 1) != 0; }

bool wanted(const Confinement* c, int part) {
  if ((c->without >> part & 1) == 0) return true;
  report(part, ENOSYS);
  return false;
}

/* ---- capabilities ---- */

int lose_capabilities(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {{0}};
  for (int each = 0; prctl(PR_CAPBSET_DROP, each, 0, 0, 0) == 0; each++) continue;
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  return syscall(SYS_capset, &header, none) == 0 ? 0 : errno;
}

void drop_capabilities(const Confinement* c) {
  if (wanted(c, part_capabilities)) report(part_capabilities, lose_capabilities());
}

void follow_parent(const Confinement* c) {
  if (wanted(c, part_parentDeath)) report(part_parentDeath, prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 ? 0 : errno);
}

/* ---- limits ---- */

/*
 * Address space beyond private memory [bytes] for code, unused reservations and shared memory.
 * Shared memory is possible without the system call filter, or by /dev/zero without Landlock, so
 * the limit is lower then. An FMU that can write the user's files has such memory anyway.
 */
static uint64_t room(const Confinement* c) {
  const bool bounded = standing(part_landlock) || (c->allow & allow_files) != 0;
  return standing(part_seccomp) && bounded ? (uint64_t)64 << 30 : (uint64_t)1 << 29;
}

static int limit(int what, uint64_t most) {
  struct rlimit now;
  if (getrlimit(what, &now) != 0) return errno;
  const rlim_t wanted = most < now.rlim_max ? most : now.rlim_max;
  return setrlimit(what, &(struct rlimit){wanted, wanted}) == 0 ? 0 : errno;
}

void set_limits(const Confinement* c) {
  if (!wanted(c, part_limits)) return;
  const struct {
    int what;
    uint64_t most;
  } limits[] = {
#ifdef __SANITIZE_ADDRESS__
      /* The sanitizers reserve more than every limit. */
      {RLIMIT_AS, RLIM_INFINITY},
#else
      {RLIMIT_DATA, c->memory},
      {RLIMIT_AS, c->memory + room(c)},
#endif
      {RLIMIT_FSIZE, c->files},
      /* 1, not 0: a core is piped to a collecting program even if the limit is 0. */
      {RLIMIT_CORE, 1},
      {RLIMIT_NOFILE, 1024},
      {RLIMIT_MSGQUEUE, 0},
  };
  int error = 0;
  for (size_t i = 0; i < sizeof limits / sizeof *limits && error == 0; i++) error = limit(limits[i].what, limits[i].most);
  report(part_limits, error);
}

/* ---- what any unit may read ---- */

const SystemPath system_paths[] = {
    {"/usr", 0},
    {"/bin", 0},
    {"/sbin", 0},
    {"/lib", 0},
    {"/lib32", 0},
    {"/lib64", 0},
    {"/libx32", 0},
    {"/opt", 0},
    {"/nix/store", 0},
    {"/gnu/store", 0},
    {"/etc/ld.so.cache", 0},
    {"/etc/ld.so.conf", 0},
    {"/etc/ld.so.conf.d", 0},
    {"/etc/ld.so.preload", 0},
    {"/etc/alternatives", 0},
    {"/etc/localtime", 0},
    {"/etc/timezone", 0},
    {"/etc/fonts", 0},
    {"/sys/devices/system/cpu", 0},
    {"/sys/devices/system/node", 0},
    {"/etc/passwd", allow_processes},
    {"/etc/group", allow_processes},
    {"/etc/nsswitch.conf", allow_net | allow_processes},
    {"/etc/resolv.conf", allow_net},
    {"/etc/hosts", allow_net},
    {"/etc/host.conf", allow_net},
    {"/etc/gai.conf", allow_net},
    {"/etc/services", allow_net},
    {"/etc/protocols", allow_net},
    {"/etc/ssl", allow_net},
    {"/etc/pki", allow_net},
    {"/etc/ca-certificates", allow_net},
    {"/etc/crypto-policies", allow_net},
    {NULL, 0},
};

void each_system_path(const Confinement* c, void (*use)(const char*, void*), void* with) {
  struct stat found;
  for (const SystemPath* p = system_paths; p->path != NULL; p++)
    if ((p->allow == 0 || (p->allow & c->allow) != 0) && lstat(p->path, &found) == 0) use(p->path, with);
  const char* libraries = getenv("LD_LIBRARY_PATH");
  char* list = strdup(libraries == NULL ? "" : libraries);
  for (char *rest = list, *each; (each = strsep(&rest, ":")) != NULL;)
    if (each[0] == '/' && each[1] != 0 && strncmp(each, c->folder, strlen(c->folder)) != 0 && lstat(each, &found) == 0 &&
        S_ISDIR(found.st_mode))
      use(each, with);
  free(list);
}
