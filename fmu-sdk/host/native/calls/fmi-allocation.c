/* Counts the memory that an FMU has allocated with malloc. */
#include "../engine/engine.h"
#include <stdlib.h>

/* Other C libraries do not report it. */
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 33)
#define IS_COUNTED
#endif
#endif

#ifdef IS_COUNTED
#include <malloc.h>

/* Memory of the engine itself. */
static double own_bytes(const Engine* e) {
  enum { head = 8 };
  size_t bytes = malloc_usable_size(e->buffers) + malloc_usable_size(e->states) + malloc_usable_size(e->result.at);
  bytes += malloc_usable_size(e->pushed.at);
  for (uint32_t i = 0; i < e->bufferCount; i++) bytes += malloc_usable_size(e->buffers[i]) + head;
  return (double)bytes;
}

/*
 * glibc counts freed memory in its per-size caches (tcache: pieces of up to 1032 bytes, 7 or 16 of
 * them) as used. The caches are filled before counting, so that they have the same size each time.
 */
static void fill_caches(void) {
  enum { step = 16, largest = 1040, most = 16 };
  void* volatile pieces[most];
  for (size_t size = step / 2; size <= largest; size += step) {
    for (int i = 0; i < most; i++) pieces[i] = malloc(size);
    for (int i = 0; i < most; i++) free(pieces[i]);
  }
}

double engine_allocated(const Engine* e) {
  fill_caches();
  const struct mallinfo2 info = mallinfo2();
  return (double)info.uordblks + (double)info.hblkhd - own_bytes(e);
}
#else
double engine_allocated(const Engine* e) {
  (void)e;
  return -1;
}
#endif
