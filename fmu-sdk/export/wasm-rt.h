/*
 * Runtime for the C of wasm2c (npm wabt 1.0.39), for one sealed module with a memory of fixed size.
 *
 * The memory lies inside the instance, so an instance is one flat block without mmap, signal
 * handlers and shared data. A trap leaves the running call by longjmp. `unit_trap_target` is its
 * target in this thread, and is set only during a call. UNIT_PAGES, the memory's number of 64 KiB
 * pages, comes from the compiler's command line.
 */
#ifndef WASM_RT_H_
#define WASM_RT_H_
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define wasm_rt_memcpy memcpy
#define WASM_RT_USE_SEGUE 0
#define WASM_RT_SANITY_CHECKS 0
#define WASM_RT_MEMCHECK_GUARD_PAGES 0
#define WASM_RT_MEMCHECK_BOUNDS_CHECK 1
#define WASM_RT_THREAD_LOCAL
#define WABT_BIG_ENDIAN 0
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "units are little-endian"
#endif

/* Extensions that C11 lacks. */
#if defined(_MSC_VER)
/* The C of wasm2c uses it with every compiler. */
#if !defined(__has_builtin)
#define __has_builtin(x) 0
#endif
#define WASM_RT_NO_RETURN __declspec(noreturn)
#define UNIT_THREAD_LOCAL __declspec(thread)
#define UNIT_COLD __declspec(noinline)
#define wasm_rt_unreachable abort
#define LIKELY(x) (x)
#define UNLIKELY(x) (x)
#else
#define WASM_RT_NO_RETURN __attribute__((noreturn))
#define UNIT_THREAD_LOCAL _Thread_local
#define UNIT_COLD __attribute__((unused, cold, noinline))
#define wasm_rt_unreachable __builtin_trap
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#endif

/*
 * The processor's square root conforms to IEEE 754. MinGW's library uses the x87's, which rounds
 * twice, and the compiler calls it unless it emits an instruction.
 */
#if defined(_WIN32) && (defined(__SSE2__) || defined(_M_X64))
#include <emmintrin.h>
#include <math.h>
static inline double unit_sqrt(double x) {
  const __m128d one = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_sqrt_sd(one, one));
}
static inline float unit_sqrtf(float x) { return _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(x))); }
#define sqrt unit_sqrt
#define sqrtf unit_sqrtf
#endif

/*
 * The call depth is counted in the instance, so that endless recursion traps instead of crashing
 * the host.
 */
#define WASM_RT_STACK_DEPTH_COUNT 1
#define WASM_RT_MAX_CALL_STACK_DEPTH 1000
#define wasm_rt_call_stack_depth (instance->w2c_memory.depth)

typedef enum {
  WASM_RT_TRAP_NONE,
  WASM_RT_TRAP_OOB,
  WASM_RT_TRAP_INT_OVERFLOW,
  WASM_RT_TRAP_DIV_BY_ZERO,
  WASM_RT_TRAP_INVALID_CONVERSION,
  WASM_RT_TRAP_UNREACHABLE,
  WASM_RT_TRAP_CALL_INDIRECT,
  WASM_RT_TRAP_EXHAUSTION
} wasm_rt_trap_t;

/*
 * On Windows longjmp unwinds through the frames of the host. The compiler's builtin does not, and
 * neither does longjmp without a frame to unwind to.
 */
#if defined(_MSC_VER)
typedef jmp_buf unit_jump;
#define UNIT_SETJMP(jump) setjmp(jump)
#define UNIT_LONGJMP(jump) (((_JUMP_BUFFER*)(jump))->Frame = 0, longjmp(jump, 1))
#elif defined(_WIN32)
typedef void* unit_jump[5];
#define UNIT_SETJMP(jump) __builtin_setjmp(jump)
#define UNIT_LONGJMP(jump) __builtin_longjmp(jump, 1)
#else
typedef jmp_buf unit_jump;
#define UNIT_SETJMP(jump) setjmp(jump)
#define UNIT_LONGJMP(jump) longjmp(jump, 1)
#endif

typedef struct {
  unit_jump jump;
  volatile wasm_rt_trap_t reason;
} unit_trap;

extern UNIT_THREAD_LOCAL unit_trap* unit_trap_target;

static WASM_RT_NO_RETURN UNIT_COLD void wasm_rt_trap(wasm_rt_trap_t reason) {
  unit_trap_target->reason = reason;
  UNIT_LONGJMP(unit_trap_target->jump);
}

/* Size of the memory. */
#define UNIT_BYTES ((uint64_t)UNIT_PAGES * 65536)
typedef struct {
  uint64_t pages, size;
  uint32_t page_size;
  /* Open calls, see wasm_rt_call_stack_depth. */
  uint32_t depth;
  _Alignas(16) uint8_t data[UNIT_BYTES];
} wasm_rt_memory_t;

typedef enum { WASM_RT_I32, WASM_RT_I64, WASM_RT_F32, WASM_RT_F64 } wasm_rt_type_t;
typedef const char* wasm_rt_func_type_t;
typedef void (*wasm_rt_function_ptr_t)(void);
typedef struct {
  void* fn;
} wasm_rt_tailcallee_t;
typedef struct {
  wasm_rt_func_type_t func_type;
  wasm_rt_function_ptr_t func;
  wasm_rt_tailcallee_t func_tailcallee;
  void* module_instance;
} wasm_rt_funcref_t;
#define wasm_rt_funcref_null_value ((wasm_rt_funcref_t){NULL, NULL, {NULL}, NULL})
typedef void* wasm_rt_externref_t;
#define wasm_rt_externref_null_value NULL
/* Tables hold functions for indirect calls. A sealed unit has few. */
#define UNIT_TABLE_ENTRIES 256
typedef struct {
  /* Points to `entries`. */
  wasm_rt_funcref_t* data;
  uint32_t max_size, size;
  wasm_rt_funcref_t entries[UNIT_TABLE_ENTRIES];
} wasm_rt_funcref_table_t;
typedef struct {
  wasm_rt_externref_t* data;
  uint32_t max_size, size;
} wasm_rt_externref_table_t;

static inline bool wasm_rt_is_initialized(void) { return true; }
static inline void wasm_rt_allocate_memory(wasm_rt_memory_t* m, uint64_t pages, uint64_t max, bool is64, uint32_t page) {
  (void)max, (void)is64;
  if (pages != UNIT_PAGES || page != 65536) wasm_rt_trap(WASM_RT_TRAP_OOB);
  m->pages = pages;
  m->size = sizeof m->data;
  m->page_size = page;
  m->depth = 0;
  memset(m->data, 0, sizeof m->data);
}
/* Sealed modules have all memory from the start. */
static inline uint64_t wasm_rt_grow_memory(wasm_rt_memory_t* m, uint64_t pages) {
  return pages == 0 ? m->pages : (uint64_t)-1;
}
static inline void wasm_rt_free_memory(wasm_rt_memory_t* m) { (void)m; }
static inline void wasm_rt_allocate_funcref_table(wasm_rt_funcref_table_t* t, uint32_t n, uint32_t max) {
  if (n > UNIT_TABLE_ENTRIES) wasm_rt_trap(WASM_RT_TRAP_CALL_INDIRECT);
  memset(t, 0, sizeof *t);
  t->data = t->entries;
  t->size = n;
  t->max_size = max;
}
static inline void wasm_rt_free_funcref_table(wasm_rt_funcref_table_t* t) { (void)t; }
#endif
