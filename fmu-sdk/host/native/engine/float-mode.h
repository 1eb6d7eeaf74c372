/* Mode of floating-point arithmetic of a thread: rounding, and whether subnormal numbers become 0. */
#ifndef FMUKIT_FLOAT_MODE_H_
#define FMUKIT_FLOAT_MODE_H_

#include <stdint.h>
#include "c-attributes.h"

#if defined(__x86_64__) || defined(_M_X64)
#include <xmmintrin.h>

/* Bits of MXCSR that are no results of operations. */
enum { modeBits = 0xFFC0 };

ALWAYS_INLINE uint32_t float_mode(void) { return _mm_getcsr() & modeBits; }

SELDOM void set_float_mode(uint32_t mode) { _mm_setcsr((_mm_getcsr() & ~(uint32_t)modeBits) | mode); }

#elif defined(__aarch64__)

ALWAYS_INLINE uint32_t float_mode(void) {
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  return (uint32_t)mode;
}

SELDOM void set_float_mode(uint32_t mode) {
  const uint64_t bits = mode;
  __asm__ volatile("msr fpcr, %0" ::"r"(bits));
}

#else

ALWAYS_INLINE uint32_t float_mode(void) { return 0; }

SELDOM void set_float_mode(uint32_t mode) { (void)mode; }

#endif
#endif
