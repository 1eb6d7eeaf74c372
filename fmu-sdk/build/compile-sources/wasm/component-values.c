/* Accessors: lists of value references and of all elements of their variables, in order. */
#include "component-lists.h"

#define ACCESSORS(X) \
  X(Float32, Float32) X(Float64, Float64) X(Int8, Int8) X(Int16, Int16) X(Int32, Int32) X(Int64, Int64) \
  X(Uint8, UInt8) X(Uint16, UInt16) X(Uint32, UInt32) X(Uint64, UInt64) X(Boolean, Boolean)

#define BOTH(name, type) \
  EXPORT(fmiGet##name) void* fmiGet##name(Unit* self, const uint32_t* references, size_t n) { \
    fmi3Instance instance = entered(self); \
    size_t count = elements(instance, references, n); \
    fmi3##type* values = take(count * sizeof(fmi3##type)); \
    return answerList(fmi3Get##type(instance, references, n, values, count), values, count); \
  } \
  EXPORT(fmiSet##name) \
  int fmiSet##name(Unit* self, const uint32_t* references, size_t n, const fmi3##type* values, size_t count) { \
    return fmi3Set##type(entered(self), references, n, values, count); \
  }
ACCESSORS(BOTH)

EXPORT(fmiGetClock) void* fmiGetClock(Unit* self, const uint32_t* references, size_t n) {
  fmi3Instance instance = entered(self);
  fmi3Clock* values = take(n * sizeof(fmi3Clock));
  return answerList(fmi3GetClock(instance, references, n, values), values, n);
}

EXPORT(fmiSetClock) int fmiSetClock(Unit* self, const uint32_t* references, size_t n, const fmi3Clock* values, size_t count) {
  return count == n ? fmi3SetClock(entered(self), references, n, values) : fmi3Error;
}

EXPORT(fmiGetString) void* fmiGetString(Unit* self, const uint32_t* references, size_t n) {
  fmi3Instance instance = entered(self);
  size_t count = elements(instance, references, n);
  fmi3String* values = take(count * sizeof(fmi3String));
  fmi3Status status = fmi3GetString(instance, references, n, values, count);
  Text* list = take(count * sizeof(Text));
  for (size_t i = 0; i < count && !bad(status); i++) {
    const char* text = values[i] == 0 ? "" : values[i];
    list[i] = (Text){text, strlen(text)};
  }
  return answerList(status, list, count);
}

EXPORT(fmiSetString) int fmiSetString(Unit* self, const uint32_t* references, size_t n, const Text* values, size_t count) {
  fmi3Instance instance = entered(self);
  fmi3String* texts = take(count * sizeof(fmi3String));
  for (size_t i = 0; i < count; i++) texts[i] = copyOf(values[i].at, values[i].length);
  return fmi3SetString(instance, references, n, texts, count);
}

EXPORT(fmiGetBinary) void* fmiGetBinary(Unit* self, const uint32_t* references, size_t n) {
  fmi3Instance instance = entered(self);
  size_t count = elements(instance, references, n);
  size_t* sizes = take(count * sizeof(size_t));
  fmi3Binary* values = take(count * sizeof(fmi3Binary));
  fmi3Status status = fmi3GetBinary(instance, references, n, sizes, values, count);
  Text* list = take(count * sizeof(Text));
  for (size_t i = 0; i < count && !bad(status); i++) list[i] = (Text){(const char*)values[i], sizes[i]};
  return answerList(status, list, count);
}

EXPORT(fmiSetBinary) int fmiSetBinary(Unit* self, const uint32_t* references, size_t n, const Text* values, size_t count) {
  fmi3Instance instance = entered(self);
  size_t* sizes = take(count * sizeof(size_t));
  fmi3Binary* bytes = take(count * sizeof(fmi3Binary));
  for (size_t i = 0; i < count; i++) {
    sizes[i] = values[i].length;
    bytes[i] = (fmi3Binary)values[i].at;
  }
  return fmi3SetBinary(instance, references, n, sizes, bytes, count);
}
