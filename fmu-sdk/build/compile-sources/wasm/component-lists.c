#include "component-lists.h"

typedef struct Chunk {
  struct Chunk* next;
  double aligned[];
} Chunk;

static Chunk* chunks;
static int inCall;
double componentTime;

extern void __wasm_call_ctors(void);

static void release(void) {
  while (chunks != 0) {
    Chunk* next = chunks->next;
    free(chunks);
    chunks = next;
  }
}

void* take(size_t bytes) {
  Chunk* chunk = malloc(sizeof(Chunk) + bytes + 1);
  if (chunk == 0) __builtin_trap();
  chunk->next = chunks;
  chunks = chunk;
  return memset(chunk->aligned, 0, bytes + 1);
}

char* copyOf(const char* text, size_t length) { return memcpy(take(length), text, length); }

fmi3Instance entered(Unit* self) {
  static int built;
  if (!built) {
    built = 1;
    __wasm_call_ctors();
  }
  if (inCall) release();
  inCall = 1;
  return self == 0 ? 0 : self->instance;
}

/* The host stores its arguments here, before a call and never within one. */
EXPORT(cabiRealloc) void* cabiRealloc(void* old, size_t oldBytes, size_t align, size_t bytes) {
  if (inCall) {
    release();
    inCall = 0;
  }
  void* got = take(bytes);
  if (oldBytes > 0) memcpy(got, old, oldBytes < bytes ? oldBytes : bytes);
  return got;
}

size_t elements(fmi3Instance instance, const fmi3ValueReference* references, size_t n) {
  size_t sum = 0;
  for (size_t i = 0; i < n; i++) sum += elementsOf(instance, references[i]);
  return sum;
}

void* answer(fmi3Status status, size_t offset, size_t bytes) {
  void* area = take(offset + (bytes > 0 ? bytes : 1));
  if (bad(status)) {
    put(area, 0, 1);
    put(area, offset, (uint8_t)status);
  }
  return area;
}

void* answerList(fmi3Status status, const void* list, size_t n) {
  uint32_t* area = answer(status, 4, 8);
  if (bad(status)) return area;
  area[1] = (uint32_t)list;
  area[2] = n;
  return area;
}

void* answerCount(fmi3Status status, uint64_t count) {
  uint64_t* area = answer(status, 8, 8);
  if (!bad(status)) area[1] = count;
  return area;
}
