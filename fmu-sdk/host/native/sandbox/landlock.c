/*
 * Landlock: restricts files, signals and abstract sockets for the process and its children. Numbers
 * and structures come from the kernel's `linux/landlock.h`, which the build system's kernel may
 * lack.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "sandbox.h"

enum { create_ruleset = 444, add_rule = 445, restrict_self = 446, version = 1, path_beneath = 1 };

enum {
  execute = 1,
  write_file = 1 << 1,
  read_file = 1 << 2,
  read_dir = 1 << 3,
  /*
   * Creating and removing all kinds except devices: bits 4 to 12, where 6 and 11 are character and
   * block devices.
   */
  change_dir = 0x1ff0 & ~(1 << 6) & ~(1 << 11),
  refer = 1 << 13,
  truncate_file = 1 << 14,
  ioctl_device = 1 << 15,
  of_files = execute | write_file | read_file | truncate_file | ioctl_device,
  to_read = execute | read_file | read_dir,
  to_change = of_files | read_dir | change_dir | refer,
};

struct ruleset {
  uint64_t files, net, scoped;
};
struct beneath {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

typedef struct {
  int file;
  uint64_t handled;
} Rules;

/* Rights by Landlock version. All known rights are denied unless a rule allows them. */
static uint64_t known_rights(int abi) {
  const uint64_t rights = 0x1fff | (abi >= 2 ? refer : 0) | (abi >= 3 ? truncate_file : 0);
  return rights | (abi >= 5 ? ioctl_device : 0);
}

static void allow_path(const Rules* r, const char* path, uint64_t rights) {
  struct stat s;
  const int parent = open(path, O_PATH | O_CLOEXEC);
  if (parent < 0) return;
  if (fstat(parent, &s) == 0) {
    const struct beneath rule = {rights & r->handled & (S_ISDIR(s.st_mode) ? ~(uint64_t)0 : of_files), parent};
    syscall(add_rule, r->file, path_beneath, &rule, 0);
  }
  close(parent);
}

static void allow_reading(const char* path, void* rules) { allow_path(rules, path, to_read); }

static void allow_paths(const Confinement* c, Rules* r) {
  static const char* const devices[] = {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"};
  /* Of the host's /proc only its own process, and files that describe the machine. */
  static const char* const numbers[] = {"/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/filesystems",
                                        "/proc/sys/vm", "/proc/sys/kernel"};
  char work[PATH_MAX];
  snprintf(work, sizeof work, "%s/work", c->folder);
  each_system_path(c, allow_reading, r);
  allow_path(r, c->folder, to_read);
  allow_path(r, work, to_change);
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) allow_path(r, devices[i], read_file | write_file);
  /* A process that can write it can share it, and shared memory is not limited. */
  allow_path(r, "/dev/zero", read_file);
  if (standing(part_mountNamespace)) {
    allow_path(r, "/", read_dir);
    allow_path(r, "/proc", read_file | read_dir);
    allow_path(r, "/tmp", to_change);
    allow_path(r, "/dev/shm", to_change);
  } else
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) allow_path(r, numbers[i], read_file | read_dir);
}

void enter_landlock(const Confinement* c) {
  const bool files = (c->allow & allow_files) == 0;
  if (!wanted(c, part_landlock)) {
    report(part_scopes, ENOSYS);
    return;
  }
  const int abi = (int)syscall(create_ruleset, NULL, 0, version);
  if (abi < 1) {
    report(part_landlock, errno);
    report(part_scopes, errno);
    return;
  }
  const bool scopes = abi >= 6 && (c->without >> part_scopes & 1) == 0;
  /* Abstract sockets of, and signals to, processes outside. */
  const struct ruleset set = {files ? known_rights(abi) : 0, 0, scopes ? 3 : 0};
  if (set.files == 0 && set.scoped == 0) {
    report(part_landlock, permitted);
    report(part_scopes, EOPNOTSUPP);
    return;
  }
  Rules r = {(int)syscall(create_ruleset, &set, abi >= 6 ? 24 : abi >= 4 ? 16 : 8, 0), set.files};
  if (r.file >= 0 && files) allow_paths(c, &r);
  const int error = r.file >= 0 && syscall(restrict_self, r.file, 0) == 0 ? 0 : errno;
  close(r.file);
  report(part_landlock, error != 0 ? error : files ? stands : permitted);
  report(part_scopes, error != 0 ? error : scopes ? stands : EOPNOTSUPP);
}
