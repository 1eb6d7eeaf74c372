/* Clocks. How to sleep by a word of memory is the program's own (windows.c, addon.c). */
#include <windows.h>
#include "wait.h"

int64_t now_ns(void) {
  LARGE_INTEGER ticks, second;
  QueryPerformanceCounter(&ticks);
  QueryPerformanceFrequency(&second);
  const int64_t whole = ticks.QuadPart / second.QuadPart, rest = ticks.QuadPart % second.QuadPart;
  return whole * 1000000000 + rest * 1000000000 / second.QuadPart;
}

int64_t coarse_ns(void) { return (int64_t)GetTickCount64() * 1000000; }

void give_way(void) { SwitchToThread(); }
