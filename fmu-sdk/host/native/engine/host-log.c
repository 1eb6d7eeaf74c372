#include "host-log.h"
#include <string.h>
#include "../process/wait-child.h"

enum { prefix = 3 * sizeof(uint32_t) };

static void lock(Log* log) {
  while (atomic_exchange_explicit(&log->lock, 1, memory_order_acquire)) give_way();
}

static void unlock(Log* log) { atomic_store_explicit(&log->lock, 0, memory_order_release); }

static void copy_in(Log* log, uint32_t at, const void* from, size_t size) {
  const uint32_t begin = at % logBytes, first = size < logBytes - begin ? (uint32_t)size : logBytes - begin;
  memcpy(log->bytes + begin, from, first);
  memcpy(log->bytes, (const uint8_t*)from + first, size - first);
}

static void copy_out(const Log* log, uint32_t at, void* to, size_t size) {
  const uint32_t begin = at % logBytes, first = size < logBytes - begin ? (uint32_t)size : logBytes - begin;
  memcpy(to, log->bytes + begin, first);
  memcpy((uint8_t*)to + first, log->bytes, size - first);
}

static uint32_t size_at(const Log* log, uint32_t at) {
  uint32_t words[3];
  copy_out(log, at, words, prefix);
  return prefix + words[1] + words[2];
}

void log_put(Log* log, uint32_t status, const char* category, const char* message) {
  if (category == NULL) category = "";
  if (message == NULL) message = "";
  const uint32_t words[3] = {status, (uint32_t)strnlen(category, messageBytes), (uint32_t)strnlen(message, messageBytes)};
  const uint32_t size = prefix + words[1] + words[2];
  lock(log);
  while (log->head - log->tail + size > logBytes) log->tail += size_at(log, log->tail);
  copy_in(log, log->head, words, prefix);
  copy_in(log, log->head + prefix, category, words[1]);
  copy_in(log, log->head + prefix + words[1], message, words[2]);
  atomic_thread_fence(memory_order_release);
  log->head += size;
  atomic_fetch_add(&log->count, 1);
  unlock(log);
}

size_t log_take(Log* log, uint8_t* into) {
  lock(log);
  const size_t size = log->head - log->tail;
  copy_out(log, log->tail, into, size);
  log->tail = log->head;
  unlock(log);
  return size;
}
