/* The last messages of an FMU, in memory that stays readable after the FMU's process has died. */
#ifndef FMUKIT_LOG_H_
#define FMUKIT_LOG_H_
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { logBytes = 65536, messageBytes = 8192 };

/*
 * Records from `tail` to `head`, counted without wrapping and taken modulo `logBytes`: status,
 * lengths of category and message (three 32-bit words), then the texts. A record is complete before
 * `head` passes it. The oldest records are dropped.
 */
typedef struct {
  _Atomic uint32_t lock;
  /* Messages since the FMU was loaded. */
  _Atomic uint32_t count;
  uint32_t head, tail;
  uint8_t bytes[logBytes];
} Log;

/* Can be called from any thread. Texts beyond `messageBytes` are cut. */
void log_put(Log* log, uint32_t status, const char* category, const char* message);
/* Moves all records to `into`, which has `logBytes`. Returns their size. */
size_t log_take(Log* log, uint8_t* into);
#endif
