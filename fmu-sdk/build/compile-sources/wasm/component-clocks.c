/* Intervals and shifts of Clocks: lists of pairs in the component, one list of each in C. */
#include "component-lists.h"

typedef struct {
  uint64_t counter, resolution;
} Fraction;
typedef struct {
  double interval;
  uint8_t qualifier;
} Interval;
typedef struct {
  Fraction interval;
  uint8_t qualifier;
} FractionalInterval;

EXPORT(fmiGetIntervalDecimal) void* fmiGetIntervalDecimal(Unit* self, const uint32_t* references, size_t n) {
  fmi3Instance instance = entered(self);
  double* intervals = take(n * sizeof(double));
  fmi3IntervalQualifier* qualifiers = take(n * sizeof(fmi3IntervalQualifier));
  fmi3Status status = fmi3GetIntervalDecimal(instance, references, n, intervals, qualifiers);
  Interval* list = take(n * sizeof(Interval));
  for (size_t i = 0; i < n; i++) list[i] = (Interval){intervals[i], qualifiers[i]};
  return answerList(status, list, n);
}

EXPORT(fmiGetIntervalFraction) void* fmiGetIntervalFraction(Unit* self, const uint32_t* references, size_t n) {
  fmi3Instance instance = entered(self);
  uint64_t *counters = take(n * 8), *resolutions = take(n * 8);
  fmi3IntervalQualifier* qualifiers = take(n * sizeof(fmi3IntervalQualifier));
  fmi3Status status = fmi3GetIntervalFraction(instance, references, n, counters, resolutions, qualifiers);
  FractionalInterval* list = take(n * sizeof(FractionalInterval));
  for (size_t i = 0; i < n; i++) list[i] = (FractionalInterval){{counters[i], resolutions[i]}, qualifiers[i]};
  return answerList(status, list, n);
}

EXPORT(fmiGetShiftDecimal) void* fmiGetShiftDecimal(Unit* self, const uint32_t* references, size_t n) {
  fmi3Instance instance = entered(self);
  double* list = take(n * sizeof(double));
  return answerList(fmi3GetShiftDecimal(instance, references, n, list), list, n);
}

EXPORT(fmiGetShiftFraction) void* fmiGetShiftFraction(Unit* self, const uint32_t* references, size_t n) {
  fmi3Instance instance = entered(self);
  uint64_t *counters = take(n * 8), *resolutions = take(n * 8);
  fmi3Status status = fmi3GetShiftFraction(instance, references, n, counters, resolutions);
  Fraction* list = take(n * sizeof(Fraction));
  for (size_t i = 0; i < n; i++) list[i] = (Fraction){counters[i], resolutions[i]};
  return answerList(status, list, n);
}

#define SET(name) \
  EXPORT(fmiSet##name##Decimal) \
  int fmiSet##name##Decimal(Unit* self, const uint32_t* references, size_t n, const double* values, size_t count) { \
    return count == n ? fmi3Set##name##Decimal(entered(self), references, n, values) : fmi3Error; \
  } \
  EXPORT(fmiSet##name##Fraction) \
  int fmiSet##name##Fraction(Unit* self, const uint32_t* references, size_t n, const Fraction* values, size_t count) { \
    fmi3Instance instance = entered(self); \
    uint64_t *counters = take(count * 8), *resolutions = take(count * 8); \
    for (size_t i = 0; i < count; i++) { \
      counters[i] = values[i].counter; \
      resolutions[i] = values[i].resolution; \
    } \
    return count == n ? fmi3Set##name##Fraction(instance, references, n, counters, resolutions) : fmi3Error; \
  }
SET(Interval)
SET(Shift)
