/*
 * Windows program that runs an FMU's Windows library. It serves the calls that come through the
 * block, which it maps through the descriptors of its helper (wine-host.c).
 */
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>
#include "wine-ipc.h"
#include "../process/child-process.h"

static Block* block;
static HANDLE orders, answers;
static int32_t helper;

/* ---- the helper ---- */

static void order(uint32_t which, uint32_t operand) {
  const BellOrder o = {which, operand};
  DWORD written;
  if (!WriteFile(orders, &o, sizeof o, &written, NULL) || written != sizeof o) ExitProcess(0);
}

static int32_t answer_of(void) {
  int32_t answer = 0;
  DWORD got, have = 0;
  for (; have < sizeof answer; have += got)
    if (!ReadFile(answers, (uint8_t*)&answer + have, sizeof answer - have, &got, NULL) || got == 0) ExitProcess(0);
  return answer;
}

/* Waiting is needed only for `request`, and waking only for `answer`. */
void sleep_while(_Atomic uint32_t* word, uint32_t old, int64_t most) {
  (void)word, (void)most;
  order(bell_sleep, old);
  answer_of();
}

void wake(_Atomic uint32_t* word) {
  (void)word;
  order(bell_wake, 0);
}

/* Maps the memory of a descriptor of the helper, or returns NULL. */
static void* map_descriptor(int descriptor) {
  char path[64];
  snprintf(path, sizeof path, "Z:\\proc\\%d\\fd\\%d", helper, descriptor);
  const DWORD both = FILE_SHARE_READ | FILE_SHARE_WRITE;
  HANDLE file = CreateFileA(path, GENERIC_READ | GENERIC_WRITE, both, NULL, OPEN_EXISTING, 0, NULL);
  HANDLE mapping = file == INVALID_HANDLE_VALUE ? NULL : CreateFileMappingA(file, NULL, PAGE_READWRITE, 0, 0, NULL);
  void* at = mapping == NULL ? NULL : MapViewOfFile(mapping, FILE_MAP_WRITE, 0, 0, 0);
  if (mapping != NULL) CloseHandle(mapping);
  if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
  return at;
}

/* ---- the FMU's surroundings ---- */

static HANDLE copy_of(DWORD which) {
  HANDLE copy = INVALID_HANDLE_VALUE;
  DuplicateHandle(GetCurrentProcess(), GetStdHandle(which), GetCurrentProcess(), &copy, 0, FALSE, DUPLICATE_SAME_ACCESS);
  return copy;
}

/* Separates the program's pipes from the FMU: its output goes to standard error. */
static void take_pipes(void) {
  answers = copy_of(STD_INPUT_HANDLE);
  orders = copy_of(STD_OUTPUT_HANDLE);
  SetStdHandle(STD_INPUT_HANDLE, INVALID_HANDLE_VALUE);
  SetStdHandle(STD_OUTPUT_HANDLE, GetStdHandle(STD_ERROR_HANDLE));
  /* The C library of this program has separate descriptor numbers and closes what they refer to. */
  _dup2(2, 1);
  setvbuf(stdout, NULL, _IONBF, 0);
}

/* Sets variables that normally come from a registry. */
static void set_environment(void) {
  char work[MAX_PATH];
  if (GetCurrentDirectoryA(sizeof work, work) == 0) return;
  const char* const values[][2] = {{"TEMP", work},           {"TMP", work},
                                   {"USERPROFILE", work},    {"APPDATA", work},
                                   {"LOCALAPPDATA", work},   {"SystemRoot", "C:\\windows"},
                                   {"windir", "C:\\windows"}, {"PATH", "C:\\windows\\system32;C:\\windows"}};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) SetEnvironmentVariableA(values[i][0], values[i][1]);
}

/* Exit codes as on Linux: 128 plus the number of the signal. */
enum { illegal = 128 + 4, aborted = 128 + 6, arithmetic = 128 + 8, segment = 128 + 11 };

static UINT code_of(DWORD exception) {
  switch (exception) {
    case EXCEPTION_ILLEGAL_INSTRUCTION:
    case EXCEPTION_PRIV_INSTRUCTION: return illegal;
    case EXCEPTION_INT_DIVIDE_BY_ZERO:
    case EXCEPTION_INT_OVERFLOW:
    case EXCEPTION_FLT_DIVIDE_BY_ZERO:
    case EXCEPTION_FLT_INVALID_OPERATION: return arithmetic;
    case EXCEPTION_ACCESS_VIOLATION:
    case EXCEPTION_STACK_OVERFLOW:
    case EXCEPTION_IN_PAGE_ERROR:
    case EXCEPTION_DATATYPE_MISALIGNMENT: return segment;
    default: return aborted;
  }
}

static LONG CALLBACK on_crash(EXCEPTION_POINTERS* what) {
  const EXCEPTION_RECORD* record = what->ExceptionRecord;
  if (record->ExceptionCode != EXCEPTION_STACK_OVERFLOW) {
    char text[128];
    snprintf(text, sizeof text, "exception %08lx of Windows at %p", (unsigned long)record->ExceptionCode, record->ExceptionAddress);
    log_put(&block->log, fatal, "fmukit", text);
  }
  TerminateProcess(GetCurrentProcess(), code_of(record->ExceptionCode));
  return EXCEPTION_EXECUTE_HANDLER;
}

/* ---- calls ---- */

static int add_segment(Engine* e, uint32_t number) {
  order(bell_segment, number);
  const int descriptor = answer_of();
  void* at = descriptor < 0 || number >= segmentLimit ? NULL : map_descriptor(descriptor);
  if (at == NULL) return failed;
  e->segments[number] = at;
  return ok;
}

static _Noreturn void serve(Engine* e) {
  Patience patience = {0};
  for (uint32_t done = 0;;) {
    if (!wait_changed(&block->request, done, &block->asleep, &patience, INT64_MAX)) continue;
    block->status = block->op == op_segment ? add_segment(e, block->operand) : engine_call(e, block->op, block->operand);
    patience.woke = change(&block->answer, ++done, &block->waiting);
  }
}

int main(void) {
  take_pipes();
  helper = answer_of();
  block = map_descriptor(fd_block);
  if (block == NULL) {
    fprintf(stderr, "fmukit: Wine cannot share memory with this program (error %lu): /proc is needed.\n", (unsigned long)GetLastError());
    return 2;
  }
  set_environment();
  SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
  SetUnhandledExceptionFilter(on_crash);
  static Engine engine;
  engine_open(&engine, block);
  engine.own_process = true;
  serve(&engine);
}
