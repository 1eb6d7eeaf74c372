/*
 * Confines an FMU's process, in a fixed order before the first code of the FMU runs. Each part is
 * tried, and its state is reported to the parent. Nothing is taken for granted.
 */
#ifndef FMUKIT_SANDBOX_H_
#define FMUKIT_SANDBOX_H_
#include <stdbool.h>
#include <stdint.h>

/* Parts in the order of activation. */
#define PARTS(X)                                                                                                                  \
  X(noNewPrivileges) X(userNamespace) X(pidNamespace) X(ipcNamespace) X(utsNamespace) X(netNamespace) X(mountNamespace)           \
  X(capabilities) X(parentDeath) X(landlock) X(scopes) X(seccomp) X(limits) X(processLimit)

#define X(name) part_##name,
enum { PARTS(X) partCount };
#undef X

/*
 * State of a part: active, left out because of a permission, or the number of the kernel's error.
 */
enum { stands = 0, permitted = -1 };
/* Other reports: numbers of the processes, and the end of the reports. */
enum { report_keeper = partCount, report_unit, report_ready };

/* Permissions of an FMU. */
enum { allow_net = 1, allow_files = 2, allow_processes = 4 };
/*
 * In addition: this program copies the FMU's process (process-copies.h). This is not a permission
 * of the FMU.
 */
enum { allow_copies = 8 };
/*
 * In addition: Wine runs a Windows FMU (wine-host.h). Wine starts processes inside the sandbox,
 * which communicate through file sockets.
 */
enum { allow_wine = 16 };

typedef struct {
  /* Limits of private memory and of files [bytes]. */
  uint64_t memory, files;
  uint32_t allow;
  /*
   * Parts to leave out as if the kernel lacked them, as bits, for tests of the remaining sandbox.
   */
  uint32_t without;
  /* The FMU's folder. The working folder is `work` below it. */
  const char* folder;
} Confinement;

/* Reports the state of a part to the parent, and remembers it for `standing`. */
void report(int part, int state);
bool standing(int part);
/*
 * Returns all active parts as bits. `continue_from` adds parts that were active before this
 * program started.
 */
uint32_t standing_parts(void);
void continue_from(uint32_t parts);
/* Reports whether to try the part, and informs the parent if not. */
bool wanted(const Confinement*, int part);

/*
 * First step: private processes, network and similar. Called before the process to be confined is
 * forked.
 */
void enter_namespaces(const Confinement*);
/* In the forked process: a private file tree. */
void enter_root(const Confinement*);
/* Drops all capabilities, now and after any exec. */
void drop_capabilities(const Confinement*);
int lose_capabilities(void);
/* Ends this process by a signal when the thread that started it ends. */
void follow_parent(const Confinement*);
/*
 * Permits only the files, signals and system calls that an FMU needs. Applies to threads started
 * afterwards.
 */
void enter_landlock(const Confinement*);
/* Returns the listener for `answer_refused`, or −1 if the kernel answers itself. */
int enter_seccomp(const Confinement*);
void set_limits(const Confinement*);
/*
 * Limits processes and threads of its PID namespace with the kernel's file at this path, if it
 * exists.
 */
void bound_number_space(const Confinement*, const char* path);
/*
 * Counts the processes of this user outside the FMU while they are visible, before
 * `enter_landlock`.
 */
void count_processes(const Confinement*);
/* Limits processes by the user's limit. One of the two is enough. */
void bound_processes(const Confinement*);

/*
 * First call that the filter rejected, for each permission: `net`, `processes`, `files`, and calls
 * without a permission. Empty without a rejection.
 */
enum { refusalBytes = 24 };
typedef struct {
  char names[4][refusalBytes];
} Refusals;
/* Rejects the next call and records it. Returns whether more may follow. */
bool answer_refused(int listener, Refusals*);

/*
 * System folders and files that any FMU may read, and additional ones by permission. NULL ends the
 * list.
 */
typedef struct {
  const char* path;
  uint32_t allow;
} SystemPath;
extern const SystemPath system_paths[];
/* Calls `use` for each of them that exists, and for each existing folder of LD_LIBRARY_PATH. */
void each_system_path(const Confinement*, void (*use)(const char* path, void*), void* with);
#endif
