/* What the functions of a component share: its instance, memory of a call, and results as the Canonical ABI lays them out. */
#ifndef LISTS_H_
#define LISTS_H_
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "fmi3Functions.h"

/* A function of the core module under the name from which the interface's follows. */
#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(from, item) __attribute__((import_module(from), import_name(item)))

/* An instance; its address is what the host hands back as `self`. */
typedef struct {
  fmi3Instance instance;
  char* name;
  size_t nameLength;
} Unit;

typedef struct {
  const char* at;
  uint32_t length;
} Text;

/* The last time that the unit was told [s]: what its clocks show. */
extern double componentTime;

/* Called first by every function: what the call before it was given and has given is freed. */
fmi3Instance entered(Unit* self);
/* Memory that lasts until the next call; never 0. */
void* take(size_t bytes);
/* A text with a 0 behind it, as C has them. */
char* copyOf(const char* text, size_t length);

/* Number of elements of a variable, and of several: written for each unit from its description. */
size_t elementsOf(fmi3Instance instance, fmi3ValueReference reference);
size_t elements(fmi3Instance instance, const fmi3ValueReference* references, size_t n);

/* result<T, status>: 0 and T at `offset`, or 1 and the status there. Statuses ok and warning are no errors. */
static inline int bad(fmi3Status status) { return status != fmi3OK && status != fmi3Warning; }
void* answer(fmi3Status status, size_t offset, size_t bytes);
void* answerList(fmi3Status status, const void* list, size_t n);
void* answerCount(fmi3Status status, uint64_t count);

/* The byte at this place of an answer. */
static inline void put(void* area, size_t at, uint8_t byte) { ((uint8_t*)area)[at] = byte; }
#endif
