/* Copies numbers between arrays with JavaScript's conversions of typed arrays. */
#ifndef FMUKIT_MOVES_H_
#define FMUKIT_MOVES_H_
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Numbers of `napi_typedarray_type`. */
enum { kind_i8, kind_u8, kind_clamped, kind_i16, kind_u16, kind_i32, kind_u32, kind_f32, kind_f64, kind_i64, kind_u64, kindCount };
static const uint8_t sizes[kindCount] = {1, 1, 1, 2, 2, 4, 4, 4, 8, 8, 8};

typedef struct {
  const void* from;
  void* to;
  uint8_t fromKind, toKind;
} Move;

typedef struct {
  const double* from;
  double* to;
} Double;

static inline double real_at(const void* from, uint32_t kind) {
  switch (kind) {
    case kind_f64: return *(const double*)from;
    case kind_f32: return *(const float*)from;
    case kind_i8: return *(const int8_t*)from;
    case kind_u8: return *(const uint8_t*)from;
    case kind_i16: return *(const int16_t*)from;
    case kind_u16: return *(const uint16_t*)from;
    case kind_i32: return *(const int32_t*)from;
    case kind_u32: return *(const uint32_t*)from;
    case kind_i64: return (double)*(const int64_t*)from;
    default: return (double)*(const uint64_t*)from;
  }
}

static inline bool is_wide(uint32_t kind) { return kind == kind_i64 || kind == kind_u64; }
static inline bool is_float(uint32_t kind) { return kind == kind_f32 || kind == kind_f64; }

/*
 * Converts an integer as JavaScript does for integer arrays of up to 32 bits: a 64-bit integer
 * becomes a double first.
 */
static inline uint64_t whole_at(const void* from, uint32_t kind) {
  const double number = real_at(from, kind);
  if (number >= -0x1p63 && number < 0x1p63) return (uint64_t)(int64_t)number;
  return number < 0x1p64 ? (uint64_t)number : 0;
}

static inline bool can_move(uint32_t from, uint32_t to) {
  if (from == to) return true;
  if (from == kind_clamped || to == kind_clamped) return false;
  if (is_float(to)) return !is_wide(from);
  return !is_float(from) && !(is_wide(from) && is_wide(to));
}

static inline void put_whole(void* to, uint32_t size, uint64_t value) { memcpy(to, &value, size); }

/* All supported machines are little-endian. */
static inline void move(const Move* m) {
  if (m->fromKind == m->toKind)
    switch (sizes[m->toKind]) {
      case 1: *(uint8_t*)m->to = *(const uint8_t*)m->from; return;
      case 2: *(uint16_t*)m->to = *(const uint16_t*)m->from; return;
      case 4: *(uint32_t*)m->to = *(const uint32_t*)m->from; return;
      default: *(uint64_t*)m->to = *(const uint64_t*)m->from; return;
    }
  if (m->toKind == kind_f64)
    *(double*)m->to = real_at(m->from, m->fromKind);
  else if (m->toKind == kind_f32)
    *(float*)m->to = (float)real_at(m->from, m->fromKind);
  else
    put_whole(m->to, sizes[m->toKind], whole_at(m->from, m->fromKind));
}

/*
 * Reports whether `move` would change its target. NaNs are equal, zeros of different sign are not.
 */
static inline bool differs(const Move* m) {
  uint64_t there = 0;
  const uint32_t size = sizes[m->toKind];
  memcpy(&there, m->to, size);
  if (is_float(m->toKind) && isnan(real_at(m->to, m->toKind)) && isnan(real_at(m->from, m->fromKind))) return false;
  uint64_t given = 0;
  const Move copy = {m->from, &given, m->fromKind, m->toKind};
  move(&copy);
  return given != there;
}
#endif
