/*
 * Stubs for the system calls of a C library (WASI preview 1). Files and environment do not exist.
 * Clocks show the simulation time, and random numbers are always equal. Output is lost, and an exit
 * traps.
 */
#include <stdint.h>

/* As in component-lists.h, which needs FMI 3.0. */
typedef struct {
  const char* at;
  uint32_t length;
} Text;
extern double componentTime;

#define ASKED(name) __imported_wasi_snapshot_preview1_##name
enum { done = 0, noFile = 8, notThere = 44, notSupported = 52 };

int32_t ASKED(fd_write)(int32_t fd, int32_t parts, int32_t n, int32_t written) {
  const Text* part = (const Text*)parts;
  uint32_t sum = 0;
  for (int32_t i = 0; i < n; i++) sum += part[i].length;
  *(uint32_t*)written = sum;
  return done;
}

int32_t ASKED(clock_time_get)(int32_t clock, int64_t precision, int32_t nanoseconds) {
  *(uint64_t*)nanoseconds = componentTime > 0 ? (uint64_t)(componentTime * 1e9) : 0;
  return done;
}

int32_t ASKED(clock_res_get)(int32_t clock, int32_t nanoseconds) {
  *(uint64_t*)nanoseconds = 1;
  return done;
}

/* 64-bit xorshift. */
int32_t ASKED(random_get)(int32_t at, int32_t n) {
  static uint64_t x = 88172645463325252;
  for (int32_t i = 0; i < n; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    ((uint8_t*)at)[i] = (uint8_t)(x >> 56);
  }
  return done;
}

/* No arguments, no environment. */
static int32_t none(int32_t count, int32_t bytes) {
  *(uint32_t*)count = *(uint32_t*)bytes = 0;
  return done;
}
int32_t ASKED(args_sizes_get)(int32_t count, int32_t bytes) { return none(count, bytes); }
int32_t ASKED(environ_sizes_get)(int32_t count, int32_t bytes) { return none(count, bytes); }
int32_t ASKED(args_get)(int32_t list, int32_t bytes) { return done; }
int32_t ASKED(environ_get)(int32_t list, int32_t bytes) { return done; }
int32_t ASKED(sched_yield)(void) { return done; }
/* Sleeping is not supported: simulation time does not pass within a call. */
int32_t ASKED(poll_oneoff)(int32_t what, int32_t events, int32_t n, int32_t happened) { return notSupported; }
_Noreturn void ASKED(proc_exit)(int32_t code) { __builtin_trap(); }

/* No file and no folder. */
int32_t ASKED(fd_close)(int32_t fd) { return noFile; }
int32_t ASKED(fd_fdstat_get)(int32_t fd, int32_t stat) { return noFile; }
int32_t ASKED(fd_fdstat_set_flags)(int32_t fd, int32_t flags) { return noFile; }
int32_t ASKED(fd_filestat_get)(int32_t fd, int32_t stat) { return noFile; }
int32_t ASKED(fd_prestat_get)(int32_t fd, int32_t stat) { return noFile; }
int32_t ASKED(fd_prestat_dir_name)(int32_t fd, int32_t path, int32_t n) { return noFile; }
int32_t ASKED(fd_read)(int32_t fd, int32_t parts, int32_t n, int32_t read) { return noFile; }
int32_t ASKED(fd_seek)(int32_t fd, int64_t offset, int32_t whence, int32_t at) { return noFile; }
int32_t ASKED(path_open)(int32_t fd, int32_t look, int32_t path, int32_t n, int32_t flags, int64_t rights, int64_t inherited,
                         int32_t fdflags, int32_t opened) {
  return notThere;
}
int32_t ASKED(path_filestat_get)(int32_t fd, int32_t flags, int32_t path, int32_t n, int32_t stat) { return notThere; }
int32_t ASKED(path_remove_directory)(int32_t fd, int32_t path, int32_t n) { return notThere; }
int32_t ASKED(path_unlink_file)(int32_t fd, int32_t path, int32_t n) { return notThere; }
