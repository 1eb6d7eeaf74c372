/* The filter of system calls: those that no unit needs are refused with EPERM, those that this file does not know do not exist. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "sandbox.h"

#if defined(__x86_64__)
enum { architecture = AUDIT_ARCH_X86_64 };
#elif defined(__aarch64__)
enum { architecture = AUDIT_ARCH_AARCH64 };
#else
enum { architecture = 0 };
#endif

/* The last call that was looked at here (set_mempolicy_home_node, Linux 5.17); numbers are the same everywhere from 424 on. */
enum { last_known = 450 };

/* Refused always. Other processes and their memory; mounts and namespaces; keys; the kernel's own programs, counters and rings;
   memory that is shared without a bound; the machine. */
static const int refused[] = {
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_pidfd_open, SYS_pidfd_getfd, SYS_pidfd_send_signal,
    SYS_process_madvise, SYS_process_mrelease, SYS_migrate_pages, SYS_move_pages,
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_open_tree, SYS_move_mount, SYS_fsopen,
    SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_mount_setattr, SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_mknodat,
    SYS_fanotify_init, SYS_fanotify_mark, SYS_quotactl, SYS_quotactl_fd, SYS_swapon, SYS_swapoff, SYS_acct, SYS_nfsservctl,
    SYS_keyctl, SYS_add_key, SYS_request_key,
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_io_setup,
    SYS_io_submit,
    SYS_memfd_create, SYS_memfd_secret, SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_msgget, SYS_mq_open,
    SYS_kexec_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_reboot, SYS_sethostname, SYS_setdomainname,
    SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_syslog, SYS_vhangup, SYS_lookup_dcookie,
    SYS_inotify_init1, SYS_inotify_add_watch, SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid, SYS_setresuid, SYS_setresgid,
    SYS_setgroups, SYS_setfsuid, SYS_setfsgid,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef __x86_64__
    SYS_mknod, SYS_inotify_init, SYS_iopl, SYS_ioperm, SYS_modify_ldt, SYS_uselib, SYS_ustat, SYS_sysfs, SYS__sysctl,
    SYS_create_module, SYS_get_kernel_syms, SYS_query_module,
#endif
};

static struct sock_filter program[640];
static unsigned short length;

static void add(uint16_t code, uint32_t k, uint8_t yes, uint8_t no) {
  if (length < sizeof program / sizeof *program) program[length++] = (struct sock_filter){code, yes, no, k};
}

static void load(size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }
/* The lower half of an argument: both processors are little-endian. */
static void load_argument(int n) { load(offsetof(struct seccomp_data, args) + 8 * (size_t)n); }
static void give(uint32_t what) { add(BPF_RET | BPF_K, what, 0, 0); }
static void refuse(int error) { give(SECCOMP_RET_ERRNO | (uint32_t)error); }
/* The next instruction, if it is so. */
static void if_equal(uint32_t k) { add(BPF_JMP | BPF_JEQ | BPF_K, k, 0, 1); }
static void if_bits(uint32_t k) { add(BPF_JMP | BPF_JSET | BPF_K, k, 0, 1); }
static void if_no_bits(uint32_t k) { add(BPF_JMP | BPF_JSET | BPF_K, k, 1, 0); }
static void if_above(uint32_t k) { add(BPF_JMP | BPF_JGT | BPF_K, k, 0, 1); }

static void refuse_call(int number, int error) {
  if_equal((uint32_t)number);
  refuse(error);
}

/* What stands between these is for one call, by one of its arguments; it is allowed where nothing refused it. */
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

/* Only for itself: an argument that is 0 or its own number. */
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

static void processes(bool allowed) {
  const uint32_t namespaces = 0x7e020000;
  const unsigned short at = begin_call(SYS_clone, 0);
  if_bits(namespaces);
  refuse(EPERM);
  if (!allowed) {
    if_no_bits(CLONE_THREAD);
    refuse(EPERM);
  }
  end_call(at);
  /* Its flags lie in memory, where they cannot be looked at: the C library does without it. */
  refuse_call(SYS_clone3, ENOSYS);
  if (allowed) return;
  refuse_call(SYS_execve, EPERM);
  refuse_call(SYS_execveat, EPERM);
#ifdef __x86_64__
  refuse_call(SYS_fork, EPERM);
  refuse_call(SYS_vfork, EPERM);
#endif
  const uint32_t own = (uint32_t)getpid();
  only_itself(SYS_kill, own);
  only_itself(SYS_tkill, own);
  only_itself(SYS_tgkill, own);
  only_itself(SYS_rt_sigqueueinfo, own);
  only_itself(SYS_rt_tgsigqueueinfo, own);
  only_itself(SYS_prlimit64, own);
}

static void sockets(bool allowed) {
  if (!allowed) refuse_call(SYS_socket, EPERM);
  unsigned short at = begin_call(SYS_socket, 0);
  for (size_t i = 0; i < 4; i++) {
    if_equal((const uint32_t[]){AF_UNIX, AF_INET, AF_INET6, AF_NETLINK}[i]);
    give(SECCOMP_RET_ALLOW);
  }
  refuse(EAFNOSUPPORT);
  end_call(at);
  if (allowed) return;
  static const int calls[] = {SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) refuse_call(calls[i], EPERM);
  /* A pair of sockets for datagrams could send to names of others. */
  at = begin_call(SYS_socketpair, 1);
  add(BPF_ALU | BPF_AND | BPF_K, 15, 0, 0);
  if_equal(SOCK_DGRAM);
  refuse(EPERM);
  end_call(at);
}

/* Memory that is shared, or grows downwards, is in no limit. */
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

/* Keys put into a terminal. */
static void terminals(void) {
  const unsigned short at = begin_call(SYS_ioctl, 1);
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
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) refuse_call(refused[i], EPERM);
  processes((c->allow & allow_processes) != 0);
  sockets((c->allow & allow_net) != 0);
  memory();
  terminals();
  /* Priorities of itself, not of all that this user runs. */
  only_value(SYS_setpriority, 0, 0 /* PRIO_PROCESS */);
  only_value(SYS_ioprio_set, 0, 1 /* IOPRIO_WHO_PROCESS */);
  /* Without a number space of its own, all that it has started is found by its group. */
  if (!standing(part_pidNamespace)) {
    refuse_call(SYS_setsid, EPERM);
    refuse_call(SYS_setpgid, EPERM);
  }
  give(SECCOMP_RET_ALLOW);
}

void enter_seccomp(const Confinement* c) {
  if (!wanted(c, part_seccomp)) return;
  if (architecture == 0) {
    report(part_seccomp, ENOSYS);
    return;
  }
  write_program(c);
  if (length == sizeof program / sizeof *program) _exit(2);
  const struct sock_fprog filter = {length, program};
  report(part_seccomp, prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0 ? 0 : errno);
}
