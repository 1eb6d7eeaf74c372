/*
 * The system call filter: rejects calls that FMUs do not need with EPERM. Calls unknown to this
 * file are reported as not implemented.
 */
#define _GNU_SOURCE
#include <asm/sockios.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "../copies/process-copies.h"
#include "sandbox.h"

#if defined(__x86_64__)
enum { architecture = AUDIT_ARCH_X86_64 };
#elif defined(__aarch64__)
enum { architecture = AUDIT_ARCH_AARCH64 };
#else
enum { architecture = 0 };
#endif

/* Values of the kernel headers since Linux 5.0, which the build system may lack. */
enum { to_listener = 0x7fc00000, set_mode_filter = 1, new_listener = 8 };

/*
 * The last call that was reviewed here (set_mempolicy_home_node, Linux 5.17). Numbers from 424 on
 * are equal on all processors.
 */
enum { last_known = 450 };

typedef struct {
  int number;
  const char* name;
} Named;

/*
 * Always rejected: other processes and their memory, mounts and namespaces, keys, the kernel's
 * programs, counters and rings, unlimited shared memory, and the machine.
 */
#define CALL(name) {SYS_##name, #name}
static const Named refused[] = {
    CALL(ptrace), CALL(process_vm_readv), CALL(process_vm_writev), CALL(kcmp), CALL(pidfd_open), CALL(pidfd_getfd), CALL(pidfd_send_signal),
    CALL(process_madvise), CALL(process_mrelease), CALL(migrate_pages), CALL(move_pages),
    CALL(mount), CALL(umount2), CALL(pivot_root), CALL(chroot), CALL(unshare), CALL(setns), CALL(open_tree), CALL(move_mount), CALL(fsopen),
    CALL(fsconfig), CALL(fsmount), CALL(fspick), CALL(mount_setattr), CALL(name_to_handle_at), CALL(open_by_handle_at), CALL(mknodat),
    CALL(fanotify_init), CALL(fanotify_mark), CALL(quotactl), CALL(quotactl_fd), CALL(swapon), CALL(swapoff), CALL(acct), CALL(nfsservctl),
    CALL(keyctl), CALL(add_key), CALL(request_key),
    CALL(bpf), CALL(perf_event_open), CALL(userfaultfd), CALL(io_uring_setup), CALL(io_uring_enter), CALL(io_uring_register), CALL(io_setup),
    CALL(io_submit),
    CALL(memfd_create), CALL(memfd_secret), CALL(vmsplice), CALL(shmget), CALL(shmat), CALL(shmctl), CALL(semget), CALL(msgget), CALL(mq_open),
    CALL(kexec_load), CALL(init_module), CALL(finit_module), CALL(delete_module), CALL(reboot), CALL(sethostname), CALL(setdomainname),
    CALL(settimeofday), CALL(clock_settime), CALL(adjtimex), CALL(clock_adjtime), CALL(syslog), CALL(vhangup), CALL(lookup_dcookie),
    CALL(inotify_init1), CALL(inotify_add_watch), CALL(setuid), CALL(setgid), CALL(setreuid), CALL(setregid), CALL(setresuid), CALL(setresgid),
    CALL(setgroups), CALL(setfsuid), CALL(setfsgid),
#ifdef SYS_kexec_file_load
    CALL(kexec_file_load),
#endif
#ifdef __x86_64__
    CALL(mknod), CALL(inotify_init), CALL(iopl), CALL(ioperm), CALL(modify_ldt), CALL(uselib), CALL(ustat), CALL(sysfs), CALL(_sysctl),
    CALL(create_module), CALL(get_kernel_syms), CALL(query_module),
#endif
};

/*
 * Modes, owners, times and attributes of files. Landlock does not restrict them, nor `truncate`
 * before Linux 6.2, and root owns the whole system. Rejected unless a private, read-only file tree
 * protects them.
 */
static const Named of_files[] = {
    CALL(fchmod), CALL(fchmodat), CALL(fchown), CALL(fchownat), CALL(utimensat), CALL(truncate), CALL(setxattr), CALL(lsetxattr),
    CALL(fsetxattr), CALL(removexattr), CALL(lremovexattr), CALL(fremovexattr),
#ifdef __x86_64__
    CALL(chmod), CALL(chown), CALL(lchown), CALL(utime), CALL(utimes), CALL(futimesat),
#endif
};

static struct sock_filter program[768];
static unsigned short length;

static void add(uint16_t code, uint32_t k, uint8_t yes, uint8_t no) {
  if (length < sizeof program / sizeof *program) program[length++] = (struct sock_filter){code, yes, no, k};
}

static void load(size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }
/* Loads the lower half of an argument. Both processors are little-endian. */
static void load_argument(int n) { load(offsetof(struct seccomp_data, args) + 8 * (size_t)n); }
static void give(uint32_t what) { add(BPF_RET | BPF_K, what, 0, 0); }
/*
 * Whether a thread of this process answers rejected calls and records them. Otherwise the kernel
 * answers.
 */
static bool noted;
static void refuse(int error) { give(noted && error == EPERM ? to_listener : SECCOMP_RET_ERRNO | (uint32_t)error); }
/* Executes the next instruction only if equal. */
static void if_equal(uint32_t k) { add(BPF_JMP | BPF_JEQ | BPF_K, k, 0, 1); }
static void if_bits(uint32_t k) { add(BPF_JMP | BPF_JSET | BPF_K, k, 0, 1); }
static void if_no_bits(uint32_t k) { add(BPF_JMP | BPF_JSET | BPF_K, k, 1, 0); }
static void if_above(uint32_t k) { add(BPF_JMP | BPF_JGT | BPF_K, k, 0, 1); }

static void refuse_call(int number, int error) {
  if_equal((uint32_t)number);
  refuse(error);
}

/*
 * The instructions between these two belong to one call and check one of its arguments. The call is
 * allowed unless one of them rejects it.
 */
static unsigned short begin_call(int number, int argument) {
  add(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 0);
  const unsigned short at = length - 1;
  load_argument(argument);
  return at;
}
static void end_call(unsigned short at) {
  give(SECCOMP_RET_ALLOW);
  program[at].jf = (uint8_t)(length - at - 1);
}

/* Permits only the process itself: an argument that is 0 or its number. */
static void only_itself(int number, uint32_t own) {
  const unsigned short at = begin_call(number, 0);
  if_equal(0);
  give(SECCOMP_RET_ALLOW);
  if_equal(own);
  give(SECCOMP_RET_ALLOW);
  refuse(EPERM);
  end_call(at);
}

static void only_value(int number, int argument, uint32_t value) {
  const unsigned short at = begin_call(number, argument);
  if_equal(value);
  give(SECCOMP_RET_ALLOW);
  refuse(EPERM);
  end_call(at);
}

/*
 * After loading an argument: permits the call by which this program copies its process. Checks
 * continue for other calls.
 */
static void pass_copies(void) {
  const uint64_t from = copies_return();
  add(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)copies_flags(), 0, 5);
  load(offsetof(struct seccomp_data, instruction_pointer));
  add(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)from, 0, 3);
  load(offsetof(struct seccomp_data, instruction_pointer) + 4);
  if_equal((uint32_t)(from >> 32));
  give(SECCOMP_RET_ALLOW);
  load_argument(0);
}

/*
 * In a process with copies, `own` is not its current number. Signals still cannot leave a PID
 * namespace or a scope.
 */
static bool signals_stay(const Confinement* c) {
  return (c->allow & allow_copies) != 0 && (standing(part_pidNamespace) || standing(part_scopes));
}

static void processes(const Confinement* c) {
  const bool allowed = (c->allow & (allow_processes | allow_wine)) != 0;
  const uint32_t namespaces = 0x7e020000;
  const unsigned short at = begin_call(SYS_clone, 0);
  if ((c->allow & allow_copies) != 0) pass_copies();
  /* A child of this program's parent would never be waited for. */
  if_bits(namespaces | CLONE_PARENT);
  refuse(EPERM);
  if (!allowed) {
    if_no_bits(CLONE_THREAD);
    refuse(EPERM);
  }
  end_call(at);
  /* Its flags are in memory, where they cannot be checked. The C library works without it. */
  refuse_call(SYS_clone3, ENOSYS);
  if (allowed) return;
  refuse_call(SYS_execve, EPERM);
  refuse_call(SYS_execveat, EPERM);
#ifdef __x86_64__
  refuse_call(SYS_fork, EPERM);
  refuse_call(SYS_vfork, EPERM);
#endif
  const uint32_t own = (uint32_t)getpid();
  only_itself(SYS_prlimit64, own);
  if (signals_stay(c)) return;
  only_itself(SYS_kill, own);
  only_itself(SYS_tkill, own);
  only_itself(SYS_tgkill, own);
  only_itself(SYS_rt_sigqueueinfo, own);
  only_itself(SYS_rt_tgsigqueueinfo, own);
}

/* File sockets, for FMUs with a private file tree. */
static void local_sockets(void) {
  const unsigned short at = begin_call(SYS_socket, 0);
  if_equal(AF_UNIX);
  give(SECCOMP_RET_ALLOW);
  refuse(EPERM);
  end_call(at);
}

static void sockets(bool allowed, bool local) {
  if (!allowed && local) local_sockets();
  if (!allowed && !local) refuse_call(SYS_socket, EPERM);
  unsigned short at = begin_call(SYS_socket, 0);
  for (size_t i = 0; i < 4; i++) {
    if_equal((const uint32_t[]){AF_UNIX, AF_INET, AF_INET6, AF_NETLINK}[i]);
    give(SECCOMP_RET_ALLOW);
  }
  refuse(EAFNOSUPPORT);
  end_call(at);
  if (allowed) return;
  static const int calls[] = {SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4};
  for (size_t i = 0; !local && i < sizeof calls / sizeof *calls; i++) refuse_call(calls[i], EPERM);
  /* A pair of datagram sockets could send to other addresses. */
  at = begin_call(SYS_socketpair, 1);
  add(BPF_ALU | BPF_AND | BPF_K, 15, 0, 0);
  if_equal(SOCK_DGRAM);
  refuse(EPERM);
  end_call(at);
  /* Data in socket pairs is limited only by their buffers. */
  at = begin_call(SYS_setsockopt, 2);
  if_equal(SO_SNDBUF);
  refuse(EPERM);
  if_equal(SO_SNDBUFFORCE);
  refuse(EPERM);
  end_call(at);
}

/* Shared memory, and memory that grows downwards, is not limited. */
static void memory(void) {
  const unsigned short at = begin_call(SYS_mmap, 3);
  if_bits(MAP_GROWSDOWN);
  refuse(EPERM);
  add(BPF_ALU | BPF_AND | BPF_K, MAP_TYPE | MAP_ANONYMOUS, 0, 0);
  if_equal(MAP_SHARED | MAP_ANONYMOUS);
  refuse(ENOMEM);
  if_equal(MAP_SHARED_VALIDATE | MAP_ANONYMOUS);
  refuse(ENOMEM);
  end_call(at);
}

/*
 * A descriptor can send any signal to the process that is set as its owner, including any process
 * of the user.
 */
static void owners(void) {
  const unsigned short at = begin_call(SYS_fcntl, 1);
  for (size_t i = 0; i < 3; i++) {
    if_equal((const uint32_t[]){F_SETOWN, F_SETOWN_EX, F_SETSIG}[i]);
    refuse(EPERM);
  }
  end_call(at);
}

/*
 * Terminal input injection, descriptor owners, and file flags and attributes, which need only a
 * read descriptor. An immutable file could not be removed.
 */
static void controls(bool files) {
  const unsigned short at = begin_call(SYS_ioctl, 1);
  static const uint32_t of_file[] = {FS_IOC_SETFLAGS, FS_IOC32_SETFLAGS, FS_IOC_FSSETXATTR, FS_IOC_SETVERSION, FS_IOC32_SETVERSION,
                                     0x40806685 /* FS_IOC_ENABLE_VERITY */, 0x800c6613 /* FS_IOC_SET_ENCRYPTION_POLICY */};
  for (size_t i = 0; !files && i < sizeof of_file / sizeof *of_file; i++) {
    if_equal(of_file[i]);
    refuse(EPERM);
  }
  if_equal(FIOSETOWN);
  refuse(EPERM);
  if_equal(SIOCSPGRP);
  refuse(EPERM);
  if_equal(TIOCSTI);
  refuse(EPERM);
  if_equal(0x541c /* TIOCLINUX */);
  refuse(EPERM);
  end_call(at);
}

static void write_program(const Confinement* c) {
  load(offsetof(struct seccomp_data, arch));
  add(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
  refuse(EPERM);
  load(offsetof(struct seccomp_data, nr));
  if_above(last_known);
  refuse(ENOSYS);
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) refuse_call(refused[i].number, EPERM);
  processes(c);
  sockets((c->allow & allow_net) != 0, (c->allow & allow_wine) != 0);
  memory();
  owners();
  controls((c->allow & allow_files) != 0);
  /* Only its own priority, not that of all processes of this user. */
  only_value(SYS_setpriority, 0, 0 /* PRIO_PROCESS */);
  only_value(SYS_ioprio_set, 0, 1 /* IOPRIO_WHO_PROCESS */);
  /*
   * Without a PID namespace, everything it started is found through its process group. It waits for
   * its copies by group, too.
   */
  if (!standing(part_pidNamespace) || (c->allow & allow_copies) != 0) {
    refuse_call(SYS_setsid, EPERM);
    refuse_call(SYS_setpgid, EPERM);
  }
  if (!standing(part_mountNamespace) && (c->allow & allow_files) == 0)
    for (size_t i = 0; i < sizeof of_files / sizeof *of_files; i++) refuse_call(of_files[i].number, EPERM);
  give(SECCOMP_RET_ALLOW);
}

static int install(const Confinement* c, bool listen) {
  length = 0;
  noted = listen;
  write_program(c);
  if (length == sizeof program / sizeof *program) _exit(2);
  const struct sock_fprog filter = {length, program};
  if (listen) return (int)syscall(SYS_seccomp, set_mode_filter, new_listener, &filter);
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

int enter_seccomp(const Confinement* c) {
  if (!wanted(c, part_seccomp)) return -1;
  if (architecture == 0) {
    report(part_seccomp, ENOSYS);
    return -1;
  }
  const int listener = install(c, true);
  report(part_seccomp, listener >= 0 || install(c, false) == 0 ? 0 : errno);
  return listener;
}

/* Returns the permission that an FMU needs for a rejected call, or 0 if it does not exist. */
static uint32_t permission_for(int number) {
  static const int net[] = {SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_socketpair, SYS_setsockopt};
  static const int processes[] = {SYS_clone, SYS_execve, SYS_execveat, SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo,
                                  SYS_rt_tgsigqueueinfo, SYS_prlimit64,
#ifdef __x86_64__
                                  SYS_fork, SYS_vfork,
#endif
  };
  for (size_t i = 0; i < sizeof net / sizeof *net; i++)
    if (net[i] == number) return allow_net;
  for (size_t i = 0; i < sizeof processes / sizeof *processes; i++)
    if (processes[i] == number) return allow_processes;
  for (size_t i = 0; i < sizeof of_files / sizeof *of_files; i++)
    if (of_files[i].number == number) return allow_files;
  return 0;
}

static const char* name_of(int number) {
  static const Named others[] = {CALL(socket), CALL(connect), CALL(bind), CALL(listen), CALL(accept), CALL(accept4), CALL(socketpair), CALL(setsockopt),
                                 CALL(clone), CALL(execve), CALL(execveat), CALL(kill), CALL(tkill), CALL(tgkill),
                                 CALL(rt_sigqueueinfo), CALL(rt_tgsigqueueinfo), CALL(prlimit64), CALL(mmap), CALL(ioctl), CALL(fcntl),
                                 CALL(setpriority), CALL(ioprio_set), CALL(setsid), CALL(setpgid),
#ifdef __x86_64__
                                 CALL(fork), CALL(vfork),
#endif
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    if (refused[i].number == number) return refused[i].name;
  for (size_t i = 0; i < sizeof of_files / sizeof *of_files; i++)
    if (of_files[i].number == number) return of_files[i].name;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (others[i].number == number) return others[i].name;
  return "another call";
}

/* `struct seccomp_notif` and its response. */
struct notice {
  uint64_t id;
  uint32_t process, flags;
  struct seccomp_data call;
};
struct answer {
  uint64_t id;
  int64_t value;
  int32_t error;
  uint32_t flags;
};

bool answer_refused(int listener, Refusals* into) {
  struct notice notice = {0};
  if (ioctl(listener, _IOWR('!', 0, struct notice), &notice) != 0) return errno == ENOENT || errno == EINTR;
  const uint32_t permission = permission_for(notice.call.nr);
  char* name = into->names[permission == allow_net ? 0 : permission == allow_processes ? 1 : permission == allow_files ? 2 : 3];
  if (name[0] == 0) strncpy(name, name_of(notice.call.nr), refusalBytes - 1);
  const struct answer answer = {.id = notice.id, .error = -EPERM};
  return ioctl(listener, _IOWR('!', 1, struct answer), &answer) == 0 || errno == ENOENT;
}
