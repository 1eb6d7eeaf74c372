/* What the output of wasm2c needs of a runtime, for one module with one fixed memory: enough to time it natively. */
#ifndef WASM_RT_H_
#define WASM_RT_H_
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define wasm_rt_memcpy memcpy
#define WASM_RT_NO_RETURN __attribute__((noreturn))
#define WASM_RT_USE_SEGUE 0
#define WASM_RT_SANITY_CHECKS 0
#define WASM_RT_MEMCHECK_GUARD_PAGES 0
#define WASM_RT_MEMCHECK_BOUNDS_CHECK 1
#define WASM_RT_STACK_DEPTH_COUNT 0
#define WASM_RT_THREAD_LOCAL
#define wasm_rt_unreachable abort
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define WABT_BIG_ENDIAN 1
#else
#define WABT_BIG_ENDIAN 0
#endif

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

static WASM_RT_NO_RETURN inline void wasm_rt_trap(wasm_rt_trap_t reason) {
  (void)reason;
  abort();
}

typedef struct {
  uint8_t* data;
  uint64_t pages, max_pages, size;
  uint32_t page_size;
  bool is64;
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
typedef struct {
  wasm_rt_funcref_t* data;
  uint32_t max_size, size;
} wasm_rt_funcref_table_t;
typedef struct {
  wasm_rt_externref_t* data;
  uint32_t max_size, size;
} wasm_rt_externref_table_t;

static inline bool wasm_rt_is_initialized(void) { return true; }
static inline void wasm_rt_allocate_memory(wasm_rt_memory_t* m, uint64_t pages, uint64_t max, bool is64, uint32_t page) {
  m->data = calloc(pages, page);
  m->pages = pages;
  m->max_pages = max;
  m->size = pages * page;
  m->page_size = page;
  m->is64 = is64;
}
/* Sealed modules have all their memory from the start. */
static inline uint64_t wasm_rt_grow_memory(wasm_rt_memory_t* m, uint64_t pages) {
  (void)m, (void)pages;
  return (uint64_t)-1;
}
static inline void wasm_rt_free_memory(wasm_rt_memory_t* m) { free(m->data); }
static inline void wasm_rt_allocate_funcref_table(wasm_rt_funcref_table_t* t, uint32_t n, uint32_t max) {
  t->data = calloc(n, sizeof(*t->data));
  t->size = n;
  t->max_size = max;
}
static inline void wasm_rt_free_funcref_table(wasm_rt_funcref_table_t* t) { free(t->data); }
#endif
