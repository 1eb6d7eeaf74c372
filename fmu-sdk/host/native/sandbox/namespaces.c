/* Namespaces: private processes, network and files for an FMU. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "sandbox.h"

/* ---- processes and network ---- */

static int write_text(const char* path, const char* text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  const int error = write(file, text, strlen(text)) == (ssize_t)strlen(text) ? 0 : errno;
  close(file);
  return error;
}

/* Maps only the current user and group into the namespace. */
static int map_user(uid_t user, gid_t group) {
  char text[64];
  snprintf(text, sizeof text, "%u %u 1", user, user);
  int error = write_text("/proc/self/uid_map", text);
  write_text("/proc/self/setgroups", "deny");
  snprintf(text, sizeof text, "%u %u 1", group, group);
  if (error == 0) error = write_text("/proc/self/gid_map", text);
  return error;
}

/*
 * A namespace whose users cannot be mapped cannot be left. Therefore a temporary process tries it.
 */
static int try_user(uid_t user, gid_t group) {
  int state = 0;
  const pid_t pid = fork();
  if (pid < 0) return errno;
  if (pid == 0) _exit(unshare(CLONE_NEWUSER) != 0 ? errno : map_user(user, group));
  while (waitpid(pid, &state, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(state) ? WEXITSTATUS(state) : EPROTO;
}

/* A user namespace grants the right to create the others. Root does not need it. */
static void enter_user(const Confinement* c) {
  const uid_t user = geteuid();
  const gid_t group = getegid();
  if (!wanted(c, part_userNamespace)) return;
  int error = try_user(user, group);
  if (error == 0) error = unshare(CLONE_NEWUSER) == 0 ? 0 : errno;
  if (error == 0) error = map_user(user, group);
  report(part_userNamespace, error);
}

static void enter(const Confinement* c, int part, int flag, uint32_t allowed) {
  if ((c->allow & allowed) != 0)
    report(part, permitted);
  else if (wanted(c, part))
    report(part, unshare(flag) == 0 ? 0 : errno);
}

void enter_namespaces(const Confinement* c) {
  enter_user(c);
  enter(c, part_pidNamespace, CLONE_NEWPID, 0);
  enter(c, part_ipcNamespace, CLONE_NEWIPC, 0);
  enter(c, part_utsNamespace, CLONE_NEWUTS, 0);
  enter(c, part_netNamespace, CLONE_NEWNET, allow_net);
}

/* ---- files ---- */

/* Path of the new root, mounted over the FMU's working folder. */
static char root[PATH_MAX];

static const char* inside(const char* path) {
  static char whole[2 * PATH_MAX];
  snprintf(whole, sizeof whole, "%s%s", root, path);
  return whole;
}

static void make_folders(char* path) {
  for (char* slash = path + strlen(root) + 1; (slash = strchr(slash, '/')) != NULL; *slash++ = '/') {
    *slash = 0;
    mkdir(path, 0755);
  }
}

/* `mount_setattr` of Linux 5.12, which older headers lack. */
struct attributes {
  uint64_t set, clear, propagation, user;
};
enum { attribute_readonly = 1, attribute_nosuid = 2, number_mount_setattr = 442, at_recursive = 0x8000 };

static int make_readonly(const char* path) {
  struct attributes a = {.set = attribute_readonly | attribute_nosuid};
  if (syscall(number_mount_setattr, AT_FDCWD, path, at_recursive, &a, sizeof a) == 0) return 0;
  struct statvfs s;
  if (statvfs(path, &s) != 0) return errno;
  const unsigned long kept = s.f_flag & (ST_NODEV | ST_NOEXEC | ST_NOATIME | ST_NODIRATIME | ST_RELATIME);
  return mount(NULL, path, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | kept, NULL) == 0 ? 0 : errno;
}

/*
 * Makes `from` visible read-only at `path` of the new root, with MS_REC including mounts below it.
 */
static int bind_at(const char* from, const char* path, unsigned long how) {
  struct stat s;
  if (stat(from, &s) != 0) return 0;
  char* at = strdup(inside(path));
  make_folders(at);
  if (S_ISDIR(s.st_mode))
    mkdir(at, 0755);
  else
    close(open(at, O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  int error = mount(from, at, NULL, MS_BIND | how, NULL) == 0 ? 0 : errno;
  if (error == 0) error = make_readonly(at);
  free(at);
  return error;
}

static void add_system_path(const char* path, void* error) {
  char target[PATH_MAX];
  struct stat s;
  if (*(int*)error != 0 || lstat(path, &s) != 0) return;
  /*
   * `/lib` as `usr/lib` stays a link. Other links in the system may lead to folders that do not
   * exist in the new root.
   */
  const ssize_t length = S_ISLNK(s.st_mode) && strrchr(path, '/') == path ? readlink(path, target, sizeof target - 1) : -1;
  if (length > 0) {
    target[length] = 0;
    if (symlink(target, inside(path)) != 0) *(int*)error = errno;
  } else
    *(int*)error = bind_at(path, path, MS_REC);
}

/*
 * Mounted read-only, which still permits writing to devices. Root, who owns them, cannot change
 * their modes.
 */
static int add_devices(void) {
  static const char* const names[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
  int error = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names && error == 0; i++) error = bind_at(names[i], names[i], 0);
  mkdir(inside("/dev/shm"), 01777);
  if (symlink("/proc/self/fd", inside("/dev/fd")) != 0 && error == 0) error = errno;
  return error;
}

/*
 * Mounts /proc of the new processes. If a container hides parts of its /proc, the kernel rejects
 * the mount, and /proc stays absent.
 */
static void add_proc(const Confinement* c) {
  mkdir(inside("/proc"), 0555);
  if (!standing(part_pidNamespace)) return;
  mount("proc", inside("/proc"), "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
  bound_number_space(c, inside("/proc/sys/kernel/pid_max"));
  make_readonly(inside("/proc"));
}

static int add_folders(const Confinement* c) {
  char work[PATH_MAX];
  mkdir(inside("/tmp"), 01777);
  mkdir(inside("/work"), 0700);
  int error = bind_at(c->folder, c->folder, 0);
  if (error != 0) return error;
  snprintf(work, sizeof work, "%s/work", c->folder);
  char* at = strdup(inside(work));
  if (mount(inside("/work"), at, NULL, MS_BIND, NULL) != 0) error = errno;
  free(at);
  return error;
}

static int change_root(void) {
  if (chdir(root) != 0 || syscall(SYS_pivot_root, ".", ".") != 0) return errno;
  return umount2(".", MNT_DETACH) == 0 && chdir("/") == 0 ? 0 : errno;
}

static int make_root(const Confinement* c) {
  char size[96];
  /* The folder is mounted below itself. */
  if (2 * strlen(c->folder) + 64 > PATH_MAX) return ENAMETOOLONG;
  if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return errno;
  snprintf(root, sizeof root, "%s/work", c->folder);
  snprintf(size, sizeof size, "size=%llu,nr_inodes=65536,mode=0755", (unsigned long long)c->files);
  if (mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, size) != 0) return errno;
  if ((c->allow & allow_files) != 0) return 0;
  int error = 0;
  each_system_path(c, add_system_path, &error);
  if (error == 0) error = add_devices();
  if (error != 0) return error;
  add_proc(c);
  error = add_folders(c);
  return error == 0 ? change_root() : error;
}

void enter_root(const Confinement* c) {
  if (wanted(c, part_mountNamespace)) report(part_mountNamespace, make_root(c));
}
