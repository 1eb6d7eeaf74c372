/*
 * Included in front of every file of the host in sanitizer builds.
 *    The program of an isolated FMU has no environment of the user. A report there ends in a distinct exit code, which
 *    the parent process records.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define REPORT_EXIT 99
#define TEXT_OF(number) #number
#define OPTIONS(number) "exitcode=" TEXT_OF(number) ":symbolize=0"

/* Signals are the unit's own business: what it does with them is what the tests are about. */
__attribute__((weak, visibility("default"))) const char* __asan_default_options(void) {
  return OPTIONS(REPORT_EXIT) ":detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigfpe=0:handle_sigill=0:"
                              "allocator_may_return_null=1";
}
__attribute__((weak, visibility("default"))) const char* __ubsan_default_options(void) { return OPTIONS(REPORT_EXIT); }

static inline int waitid_and_note(idtype_t type, id_t id, siginfo_t* info, int options) {
  const int result = waitid(type, id, info, options);
  const char* file = getenv("FMUKIT_SANITIZER_REPORTS");
  if (result == 0 && file != NULL && info->si_pid != 0 && info->si_code == CLD_EXITED && info->si_status == REPORT_EXIT) {
    const int reports = open(file, O_WRONLY | O_CREAT | O_APPEND, 0600);
    dprintf(reports, "the program of an isolated unit, process %d\n", (int)info->si_pid);
    close(reports);
  }
  return result;
}
#define waitid waitid_and_note
