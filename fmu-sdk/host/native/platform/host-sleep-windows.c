/*
 * Clocks. Waiting for a word of memory is part of the program (engine-windows.c). An FMU in its
 * caller's process never waits.
 */
#include <windows.h>
#include "../process/wait-child.h"

int64_t now_ns(void) {
  LARGE_INTEGER ticks, second;
  QueryPerformanceCounter(&ticks);
  QueryPerformanceFrequency(&second);
  const int64_t whole = ticks.QuadPart / second.QuadPart, rest = ticks.QuadPart % second.QuadPart;
  return whole * 1000000000 + rest * 1000000000 / second.QuadPart;
}

int64_t coarse_ns(void) { return (int64_t)GetTickCount64() * 1000000; }

void give_way(void) { SwitchToThread(); }

#ifdef FMUKIT_ADDON
void sleep_while(_Atomic uint32_t* word, uint32_t old, int64_t most) {
  (void)word, (void)old, (void)most;
  Sleep(1);
}

void wake(_Atomic uint32_t* word) { (void)word; }
#endif
