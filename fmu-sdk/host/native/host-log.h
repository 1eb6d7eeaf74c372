/* The last messages of a unit, in memory that the other side can read even when the unit's process is gone. */
#ifndef FMUKIT_LOG_H_
#define FMUKIT_LOG_H_
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { logBytes = 65536, messageBytes = 8192 };

/* Records from `tail` to `head`, counted without end and taken modulo `logBytes`: status, lengths of category and message
   (three 32-bit words), then the texts. A record is whole before `head` passes it; the oldest make room. */
typedef struct {
  _Atomic uint32_t lock;
  /* Messages since the unit was loaded. */
  _Atomic uint32_t count;
  uint32_t head, tail;
  uint8_t bytes[logBytes];
} Log;

/* Any thread may call it. Texts beyond `messageBytes` are cut. */
void log_put(Log* log, uint32_t status, const char* category, const char* message);
/* Moves all records out, one after the other; `into` has `logBytes`. Returns their bytes. */
size_t log_take(Log* log, uint8_t* into);
#endif
