#define _GNU_SOURCE
#include "spawn-child.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static int start(pid_t* pid, const ChildOptions* o, const UnitEnds* ends, int reports, int output) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, ends->output, 1);
  posix_spawn_file_actions_adddup2(&files, ends->output, 2);
  posix_spawn_file_actions_adddup2(&files, ends->block, fd_block);
  posix_spawn_file_actions_adddup2(&files, ends->lifeline, fd_lifeline);
  posix_spawn_file_actions_adddup2(&files, output, fd_output);
  posix_spawn_file_actions_adddup2(&files, ends->channel, fd_channel);
  posix_spawn_file_actions_adddup2(&files, reports, fd_report);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  /* A new session: without Ctrl-C and terminal, and with one group for everything it starts. */
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  char memory[32], most[32], allow[16], without[16];
  const Confinement* c = &o->confinement;
  snprintf(memory, sizeof memory, "%llu", (unsigned long long)c->memory);
  snprintf(most, sizeof most, "%llu", (unsigned long long)c->files);
  snprintf(allow, sizeof allow, "%u", c->allow);
  snprintf(without, sizeof without, "%u", c->without);
  char* const arguments[] = {"fmukit-unit", "launch", memory, most, allow, without, (char*)c->folder, NULL};
  const int error = posix_spawn(pid, o->program, &files, &attributes, arguments, o->environment);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return error;
}

/*
 * Reads reports until the FMU's process is ready, or it and its relatives are gone. No code of the
 * FMU has run yet.
 */
static int read_reports(Child* c, int reports) {
  /* The launcher reports the FMU's number, the FMU that it is ready, in any order. */
  bool ready = false;
  for (int32_t record[2]; !ready || c->pid == 0;) {
    const ssize_t got = read(reports, record, sizeof record);
    if (got < 0 && errno == EINTR) continue;
    if (got != sizeof record) return EPROTO;
    if (record[0] == report_ready) ready = true;
    if (record[0] == report_keeper) c->keeper = record[1];
    if (record[0] == report_unit) c->pid = record[1];
    if (record[0] >= 0 && record[0] < partCount) c->states[record[0]] = record[1];
  }
  return 0;
}

/*
 * If nothing else protects this process' memory and environment from the FMU, makes them unreadable
 * for this user, debuggers included.
 */
static void hide(const Child* c) {
  if (c->states[part_userNamespace] != stands && c->states[part_landlock] != stands) prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

int spawn_unit(Child* c, const ChildOptions* o, const UnitEnds* ends) {
  int reports[2];
  pid_t launcher;
  for (int i = 0; i < partCount; i++) c->states[i] = ENOSYS;
  if (!pipe_high(reports)) return errno;
  int error = start(&launcher, o, ends, reports[1], c->output);
  close(reports[1]);
  if (error == 0) {
    error = read_reports(c, reports[0]);
    while (waitpid(launcher, NULL, 0) < 0 && errno == EINTR) continue;
    hide(c);
  }
  close(reports[0]);
  return error;
}
