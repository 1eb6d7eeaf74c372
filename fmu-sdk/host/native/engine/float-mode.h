/* Mode of floating-point arithmetic of a thread: rounding, and whether subnormal numbers become 0. */
#ifndef FMUKIT_FLOAT_MODE_H_
#define FMUKIT_FLOAT_MODE_H_

#include <stdint.h>
#include "c-attributes.h"

#if defined(__x86_64__) || defined(_M_X64)
#include <xmmintrin.h>

/* Bits of MXCSR that are no results of operations. */
enum { modeBits = 0xFFC0 };

#if defined(__GNUC__)
/*
 * Bits of the control word of x87 that are no results, 16 bits higher in a mode. The C library reads
 * and prints numbers with its rounding.
 */
enum { modeBits87 = 0x0F3F };

ALWAYS_INLINE uint32_t float_mode87(void) {
  uint16_t word;
  __asm__ volatile("fnstcw %0" : "=m"(word));
  return (uint32_t)(word & modeBits87) << 16;
}

/* Clears the results first, because each could raise an exception that the mode lets through. */
SELDOM void set_float_mode87(uint32_t mode) {
  uint16_t word;
  __asm__ volatile("fnclex\n\tfnstcw %0" : "=m"(word));
  word = (uint16_t)((word & ~modeBits87) | (mode >> 16));
  __asm__ volatile("fldcw %0" : : "m"(word));
}
#else
ALWAYS_INLINE uint32_t float_mode87(void) { return 0; }

SELDOM void set_float_mode87(uint32_t mode) { (void)mode; }
#endif

ALWAYS_INLINE uint32_t float_mode(void) { return (_mm_getcsr() & modeBits) | float_mode87(); }

SELDOM void set_float_mode(uint32_t mode) {
  _mm_setcsr((_mm_getcsr() & ~(uint32_t)modeBits) | (mode & modeBits));
  if (float_mode87() != (mode & ~(uint32_t)0xFFFF)) set_float_mode87(mode);
}

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
