/*
 * Shared parts of the component's functions: its instance, memory of a call, and results in the
 * layout of the Canonical ABI.
 */
#ifndef LISTS_H_
#define LISTS_H_
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "fmi3Functions.h"

/* Exports a function of the core module. The interface's name follows from this name. */
#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(from, item) __attribute__((import_module(from), import_name(item)))

/* An instance. The host passes its address back as `self`. */
typedef struct {
  fmi3Instance instance;
  char* name;
  size_t nameLength;
} Unit;

typedef struct {
  const char* at;
  uint32_t length;
} Text;

/* The last time that the FMU received [s]. Its clocks show this time. */
extern double componentTime;

/* Begins every function: frees arguments and results of the previous call. */
fmi3Instance entered(Unit* self);
/* Allocates memory that lasts until the next call. Never returns 0. */
void* take(size_t bytes);
/* Copies a text and terminates it with 0. */
char* copyOf(const char* text, size_t length);

/* Number of elements of one or several variables, generated for each FMU from its description. */
size_t elementsOf(fmi3Instance instance, fmi3ValueReference reference);
size_t elements(fmi3Instance instance, const fmi3ValueReference* references, size_t n);

/*
 * result<T, status>: 0 and T at `offset`, or 1 and the status there. The statuses ok and warning do
 * not count as errors.
 */
static inline int bad(fmi3Status status) { return status != fmi3OK && status != fmi3Warning; }
void* answer(fmi3Status status, size_t offset, size_t bytes);
void* answerList(fmi3Status status, const void* list, size_t n);
void* answerCount(fmi3Status status, uint64_t count);

/* Writes a byte of a result. */
static inline void put(void* area, size_t at, uint8_t byte) { ((uint8_t*)area)[at] = byte; }
#endif
