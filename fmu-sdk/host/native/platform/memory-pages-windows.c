#include "memory-pages.h"
#include <windows.h>

static const DWORD uses[] = {PAGE_NOACCESS, PAGE_READONLY, PAGE_READWRITE};

size_t page_size(void) {
  SYSTEM_INFO system;
  GetSystemInfo(&system);
  return system.dwPageSize;
}

uint8_t* pages_take(size_t bytes, PagesUse use) {
  return VirtualAlloc(NULL, bytes, MEM_RESERVE | (use == pages_closed ? 0 : MEM_COMMIT), uses[use]);
}

void pages_give_back(void* at, size_t bytes) {
  (void)bytes;
  VirtualFree(at, 0, MEM_RELEASE);
}

/* Pages that start closed are not backed by memory yet. */
bool pages_allow(void* at, size_t bytes, PagesUse use) { return VirtualAlloc(at, bytes, MEM_COMMIT, uses[use]) != NULL; }

void pages_forget(void* at, size_t bytes) { VirtualFree(at, bytes, MEM_DECOMMIT); }

static bool (*asked)(uint8_t* at);

static LONG CALLBACK on_fault(EXCEPTION_POINTERS* what) {
  const EXCEPTION_RECORD* record = what->ExceptionRecord;
  if (record->ExceptionCode != EXCEPTION_ACCESS_VIOLATION || record->NumberParameters < 2) return EXCEPTION_CONTINUE_SEARCH;
  return asked((uint8_t*)record->ExceptionInformation[1]) ? EXCEPTION_CONTINUE_EXECUTION : EXCEPTION_CONTINUE_SEARCH;
}

bool pages_watch(bool (*fault)(uint8_t* at)) {
  asked = fault;
  return AddVectoredExceptionHandler(1, on_fault) != NULL;
}
