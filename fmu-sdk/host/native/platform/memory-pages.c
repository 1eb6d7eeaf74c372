#define _GNU_SOURCE
#include "memory-pages.h"
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static const int uses[] = {PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE};

size_t page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

uint8_t* pages_take(size_t bytes, PagesUse use) {
  void* at = mmap(NULL, bytes, uses[use], MAP_PRIVATE | MAP_ANONYMOUS | (use == pages_closed ? MAP_NORESERVE : 0), -1, 0);
  return at == MAP_FAILED ? NULL : at;
}

void pages_give_back(void* at, size_t bytes) { munmap(at, bytes); }

bool pages_allow(void* at, size_t bytes, PagesUse use) { return mprotect(at, bytes, uses[use]) == 0; }

void pages_forget(void* at, size_t bytes) { madvise(at, bytes, MADV_DONTNEED); }

static bool (*asked)(uint8_t* at);

static void on_fault(int signal, siginfo_t* info, void* context) {
  (void)context;
  if (asked(info->si_addr)) return;
  /* The signal is raised again and ends the process. */
  struct sigaction plain = {.sa_handler = SIG_DFL};
  sigaction(signal, &plain, NULL);
}

bool pages_watch(bool (*fault)(uint8_t* at)) {
  asked = fault;
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
  /* For systems with distinct signals for pages that exist and are closed. */
  return sigaction(SIGSEGV, &action, NULL) == 0 && (SIGBUS == SIGSEGV || sigaction(SIGBUS, &action, NULL) == 0);
}
