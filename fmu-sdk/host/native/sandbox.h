/* What keeps a unit's process from all but its own: put up in a fixed order before the first code of the unit runs. Each part
   is tried, and what became of it is reported to the parent: nothing is taken for granted. */
#ifndef FMUKIT_SANDBOX_H_
#define FMUKIT_SANDBOX_H_
#include <stdbool.h>
#include <stdint.h>

/* In the order in which they are put up. */
#define PARTS(X)                                                                                                                  \
  X(noNewPrivileges) X(userNamespace) X(pidNamespace) X(ipcNamespace) X(utsNamespace) X(netNamespace) X(mountNamespace)           \
  X(capabilities) X(parentDeath) X(landlock) X(scopes) X(seccomp) X(limits) X(processLimit)

#define X(name) part_##name,
enum { PARTS(X) partCount };
#undef X

/* What became of a part: it stands, it is left out because the unit is allowed what it keeps from others, or the number of
   the kernel's error. */
enum { stands = 0, permitted = -1 };
/* What else is reported: numbers of the processes, and the end of the reports. */
enum { report_keeper = partCount, report_unit, report_ready };

/* What a unit may be allowed. */
enum { allow_net = 1, allow_files = 2, allow_processes = 4 };
/* Beside these: that this program copies the unit's process (process-copies.h), which is no right of the unit's. */
enum { allow_copies = 8 };
/* And that it is a unit for Windows, run by Wine (wine-host.h): within its sandbox that starts processes, which speak by sockets of files. */
enum { allow_wine = 16 };

typedef struct {
  /* Bytes of private memory, and of files. */
  uint64_t memory, files;
  uint32_t allow;
  /* Parts to be left out as if the kernel did not have them, bit by bit: for tests of what is left then. */
  uint32_t without;
  /* The unit's folder; it works in `work` below it. */
  const char* folder;
} Confinement;

/* Tells the parent what became of a part, and remembers it for `standing`. */
void report(int part, int state);
bool standing(int part);
/* All that stand, bit by bit; and those that did before this program began. */
uint32_t standing_parts(void);
void continue_from(uint32_t parts);
/* Whether the part is to be tried; says so to the parent where it is not. */
bool wanted(const Confinement*, int part);

/* First: processes, network and the like of its own. Called before the process that is to be confined is forked. */
void enter_namespaces(const Confinement*);
/* In the forked process: a tree of files of its own. */
void enter_root(const Confinement*);
/* No capability, now and after any exec. */
void drop_capabilities(const Confinement*);
int lose_capabilities(void);
/* A signal ends this process with the thread that has started it. */
void follow_parent(const Confinement*);
/* No files, signals, calls of the kernel but those that a unit needs. Holds for threads that are started afterwards. */
void enter_landlock(const Confinement*);
/* Gives what `answer_refused` listens at; −1 where the kernel answers itself. */
int enter_seccomp(const Confinement*);
void set_limits(const Confinement*);
/* Bounds processes and threads of its number space, by the kernel's file at this path, where there is one. */
void bound_number_space(const Confinement*, const char* path);
/* Counts what this user runs beside the unit, while that is seen: before `enter_landlock`. */
void count_processes(const Confinement*);
/* The same by a limit of the user. One of the two is enough. */
void bound_processes(const Confinement*);

/* The first call that the filter has refused, of those that `net`, that `processes`, that `files` and that nothing allows; empty: none. */
enum { refusalBytes = 24 };
typedef struct {
  char names[4][refusalBytes];
} Refusals;
/* Refuses the next call, and notes it; whether there may be more. */
bool answer_refused(int listener, Refusals*);

/* Folders and files of the system that any unit may read, and those that come with what it is allowed; NULL ends them. */
typedef struct {
  const char* path;
  uint32_t allow;
} SystemPath;
extern const SystemPath system_paths[];
/* Calls `use` for each of them, and for each folder of LD_LIBRARY_PATH, that is there. */
void each_system_path(const Confinement*, void (*use)(const char* path, void*), void* with);
#endif
