/*
 * Wine inside an FMU's sandbox.
 *
 *     JavaScript ── shared block ── engine-windows.c (Wine's process with the FMU's library)
 *          └─ futex ── helper ── pipes ─┘
 *
 * Wine gets a private folder that contains only its libraries, without registry and services. FMUs
 * do not need them, and creating them takes half a minute.
 */
#define _GNU_SOURCE
#include "wine-host.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "wine-ipc.h"
#include "../process/child-process.h"
#include "../engine/host-descriptor.h"
#include "../process/wait-child.h"

static _Noreturn void fail(const char* what) {
  fprintf(stderr, "fmukit: %s: %s\n", what, strerror(errno));
  _exit(127);
}

/* The whole registry: the Windows version. Without it, FMUs see an old version. */
static const char registry[] = "WINE REGISTRY Version 2\n\n[Software\\\\Wine]\n\"Version\"=\"win10\"\n";

static void make_prefix(const char* prefix, const char* system) {
  static const char* const folders[] = {"", "/dosdevices", "/drive_c", "/drive_c/windows"};
  const char* const links[][2] = {
      {"/dosdevices/c:", "../drive_c"}, {"/dosdevices/z:", "/"}, {"/drive_c/windows/system32", system}};
  char path[PATH_MAX];
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    snprintf(path, sizeof path, "%s%s", prefix, folders[i]);
    if (mkdir(path, 0700) != 0 && errno != EEXIST) fail(path);
  }
  for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
    snprintf(path, sizeof path, "%s%s", prefix, links[i][0]);
    if (symlink(links[i][1], path) != 0) fail(path);
  }
  snprintf(path, sizeof path, "%s/user.reg", prefix);
  const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || write(file, registry, sizeof registry - 1) != (ssize_t)sizeof registry - 1) fail(path);
  close(file);
}

static bool take_whole(int from, void* into, size_t bytes) {
  uint8_t* at = into;
  for (size_t got = 0; got < bytes;) {
    const ssize_t more = read(from, at + got, bytes - got);
    if (more == 0 || (more < 0 && errno != EINTR)) return false;
    if (more > 0) got += (size_t)more;
  }
  return true;
}

/* Returns its number in /proc, which may belong to another PID namespace. */
static int32_t own_number(void) {
  char text[16] = {0};
  return readlink("/proc/self", text, sizeof text - 1) > 0 ? (int32_t)strtol(text, NULL, 10) : 0;
}

/* Runs until Wine's process ends. The first word is the helper's number. */
static _Noreturn void help(Block* block, int from, int to) {
  const int32_t number = own_number();
  if (write(to, &number, sizeof number) != sizeof number) _exit(0);
  for (BellOrder o; take_whole(from, &o, sizeof o);) {
    int32_t answer = 0;
    if (o.order == bell_wake) {
      wake(&block->answer);
      continue;
    }
    if (o.order == bell_segment) answer = receive_descriptor(fd_channel);
    while (o.order == bell_sleep && atomic_load(&block->request) == o.operand) sleep_while(&block->request, o.operand, INT64_MAX);
    if (write(to, &answer, sizeof answer) != sizeof answer) break;
  }
  _exit(0);
}

_Noreturn void become_wine(const Confinement* c, Block* block, void (*watch)(void)) {
  const char *wine = getenv("FMUKIT_WINE"), *system = getenv("FMUKIT_WINE_SYSTEM");
  char prefix[PATH_MAX], program[PATH_MAX];
  int orders[2], answers[2];
  if (wine == NULL || system == NULL) errno = ENOENT, fail("Wine is not configured");
  snprintf(prefix, sizeof prefix, "%s/%s/.wine", c->folder, "work");
  snprintf(program, sizeof program, "%s/unit.exe", c->folder);
  make_prefix(prefix, system);
  if (setenv("WINEPREFIX", prefix, 1) != 0 || pipe2(orders, O_CLOEXEC) != 0 || pipe2(answers, O_CLOEXEC) != 0) fail("a pipe");
  const pid_t pid = fork();
  if (pid < 0) fail("a helper of Wine");
  if (pid == 0) {
    close(orders[1]);
    close(answers[0]);
    watch();
    help(block, orders[0], answers[1]);
  }
  if (dup2(answers[0], 0) < 0 || dup2(orders[1], 1) < 0) fail("the pipes of Wine");
  for (int fd = fd_block; fd < fd_count; fd++) close(fd);
  execl(wine, wine, program, NULL);
  fail(wine);
}
