/*
 * Precedes every source where cl is missing: clang's system headers, and then a compiler without
 * the macros of gcc. It has cl's name, and extensions of gcc end the compilation.
 */
#include <assert.h>
#include <float.h>
#include <intrin.h>
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(WIN32_LEAN_AND_MEAN)
#include <windows.h>
#endif
#undef __GNUC__
#undef __clang__
#undef __MINGW32__
#undef __MINGW64__
#undef __has_builtin
#undef __forceinline
#define _MSC_VER 1938
#define _M_X64 100
#define _M_AMD64 100
#define __forceinline inline
/* clang's own header, which would now be cl's. */
#define __INTRIN_H
#pragma GCC poison __attribute__ __attribute __builtin_trap __builtin_expect __builtin_setjmp __builtin_longjmp
#pragma GCC poison __builtin_mul_overflow __builtin_unreachable __builtin_clz __builtin_clzll
#pragma GCC poison __builtin_ctz __builtin_ctzll __builtin_popcount __builtin_popcountll __builtin_alloca __builtin_ia32_pause
#pragma GCC poison __asm__ __asm asm __typeof__ typeof __extension__ __int128 _Thread_local ssize_t
