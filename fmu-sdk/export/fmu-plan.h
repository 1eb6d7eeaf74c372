/* The variables of an FMU of another tool in a pack, and what is known of its run. */
#ifndef FMU_PLAN_H_
#define FMU_PLAN_H_
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Types of variables, how they are used, and flags of variables, as in core-variables.ts. */
enum { Float32, Float64, Int8, UInt8, Int16, UInt16, Int32, UInt32, Int64, UInt64, Boolean, Clock, Enumeration };
enum { fixed, continuous, discrete, tunable, reading, roles };
enum { settable = 1, unknown = 2 };

/* Variables of one type and use: n variables with `count` elements of `size` bytes. */
typedef struct {
  uint8_t type, role, size;
  uint32_t n, count;
  const uint32_t *references, *lengths;
  const uint8_t* flags;
  /* Values, those that the FMU has, those before the initialization, and those in the form of calls. */
  void *values, *sent, *given, *converted;
  const void* starts;
  /* Functions of the FMU, or NULL. */
  void (*get)(void);
  void (*set)(void);
} Group;

enum { created, instantiated, initializing, stepping };

/* The part of the state that belongs to the importer. */
typedef struct {
  int32_t phase;
  /* Highest order of the last input derivatives, and 1 if the FMU has refused them. */
  int32_t highest, refused;
  /* 1 if its last step ended at an event that waits for event mode. */
  int32_t waiting;
  /* Time that its clock shows [s]. */
  double time;
  /* Time of its next event, or infinity, and one that it did not handle [s]. */
  double next, refusedNext;
} FmuState;

typedef struct {
  const Group* groups;
  /* Indexes of the groups in the order of their roles. Those of role r begin at `firsts[r]`. */
  const uint32_t *sorted, *firsts;
  uint32_t groupCount, slopeCount;
  /* For each input with a polynomial: [u, u', u''], four numbers for calls, and its value. */
  double *slots, *slopes;
  double* const* inputs;
  const uint32_t* slopeReferences;
  const int32_t* slopeOrders;
  FmuState* state;
  /*
   * Communication step [s]. A step that differs by rounding gets this size, if it ends by `last` [s].
   * Stop time that the FMU is told [s] or infinity, and its tolerance or 0.
   */
  double nominal, last, stop, tolerance;
  /* It uses event mode, and takes steps of any size. */
  bool handlesEvents, takesAnyStep;
  /* Steps may be repeated. */
  bool repeats;
} FmuPlan;
#endif
