/*
 * Runs one instance of a native FMU of FMI 1.0, 2.0 or 3.0 through a block of memory. The block holds
 * operands and results, and one function makes every call. The block belongs to the caller, or is
 * shared with the caller's process.
 */
#ifndef FMUKIT_ENGINE_H_
#define FMUKIT_ENGINE_H_
#include <stdbool.h>
#include "crash-guard.h"
#include "host-log.h"
#include "../sandbox/sandbox.h"
#include "../calls/fmi1-symbols.h"
#include "../calls/fmi2-symbols.h"
#include "../calls/fmi3-symbols.h"
#include "c-attributes.h"
#include "float-mode.h"

enum { registerCount = 32, argumentBytes = 65536, segmentLimit = 64, memberLimit = 4096, copyLimit = 64, statusCount = 6, instanceLimit = 4, rowLimit = 4096 };
enum { ok = 0, discard = 2, failed = 3, fatal = 4 };

/* Operations up to `getEventIndicators` are allowed in a batch. */
#define OPERATIONS(X)                                                                                                             \
  X(none) X(setupExperiment) X(enterInitializationMode) X(exitInitializationMode) X(enterConfigurationMode)                       \
  X(exitConfigurationMode) X(enterEventMode) X(enterContinuousTimeMode) X(enterStepMode) X(doStep) X(cancelStep) X(setTime)       \
  X(completedIntegratorStep) X(updateDiscreteStates) X(evaluateDiscreteStates) X(getNumberOfEventIndicators)                      \
  X(getNumberOfContinuousStates) X(terminate) X(reset) X(get) X(set) X(setContinuousStates) X(getContinuousStates)                \
  X(getContinuousStateDerivatives) X(getNominalsOfContinuousStates) X(getEventIndicators)                                         \
  X(load) X(unload) X(buffer) X(batch) X(run) X(push) X(pull) X(takeLog) X(intermediate) X(segment)                               \
  X(getVersion) X(getTypesPlatform) X(instantiate) X(freeInstance) X(setDebugLogging)                                             \
  X(getStrings) X(setStrings) X(getBinaries) X(setBinaries)                                                                       \
  X(getState) X(setState) X(freeState) X(serializeState) X(deserializeState)                                                      \
  X(directionalDerivative) X(adjointDerivative) X(getInterval) X(setInterval) X(getShift) X(setShift)                             \
  X(getIntervalFraction) X(setIntervalFraction) X(getShiftFraction) X(setShiftFraction)                                           \
  X(setInputDerivatives) X(getOutputDerivatives) X(getStepStatus) X(getVariableDependencies) X(activateModelPartition)        \
  X(guard) X(trespasses) X(select) X(allocated) X(march) X(ahead) X(hold) X(negate) X(renew) X(join) X(loop) X(keepRows) X(runLoop)

#define REGISTERS(X)                                                                                                              \
  X(time) X(step) X(noSetStatePrior) X(eventNeeded) X(terminate) X(early) X(lastTime) X(enterEventMode)                           \
  X(newDiscreteStatesNeeded) X(nominalsChanged) X(valuesChanged) X(nextEventTimeDefined) X(nextEventTime) X(toleranceDefined)     \
  X(tolerance) X(startTime) X(stopTimeDefined) X(stopTime) X(count) X(failed) X(returnTime) X(intermediateCount)    \
  X(rows)

#define TYPES(X)                                                                                                                  \
  X(Float32) X(Float64) X(Int8) X(UInt8) X(Int16) X(UInt16) X(Int32) X(UInt32) X(Int64) X(UInt64) X(Boolean) X(Clock) X(Enumeration)

#define X(name) op_##name,
enum { OPERATIONS(X) operationCount };
#undef X
#define X(name) reg_##name,
enum { REGISTERS(X) };
#undef X
#define X(name) type_##name,
enum { TYPES(X) typeCount };
#undef X

enum { kind_cs = 1, kind_me = 2, kind_se = 4 };

/* Memory that both sides see. Words of the two sides lie on separate cache lines. */
typedef struct {
  double registers[registerCount];
  uint32_t op, operand;
  /*
   * Bytes of operands in `arguments`, or in total after `push`. Bytes of the result, whose start is
   * in `arguments`.
   */
  uint32_t operandBytes, resultBytes;
  /* The current call, for reports of an FMU that does not return. */
  uint32_t current;
  /* In the first block of a process: the FMU to call, by its number in the process. */
  uint32_t member;
  /* In the first block of a process: the FMU and the step at which its loop is. */
  int32_t loopUnit, loopStep;
  /* Set by the FMU's clockUpdate. */
  uint32_t clocksUpdated;
  /* Bytes of rejected memory requests. Never reset to 0. */
  uint64_t refusedBytes;
  /* System calls that its sandbox has rejected. */
  Refusals refusals;
  _Alignas(64) _Atomic uint32_t request;
  _Atomic uint32_t asleep;
  _Alignas(64) _Atomic uint32_t answer;
  _Atomic uint32_t waiting;
  _Atomic int32_t status;
  /*
   * The process that takes calls, if several were restored from copies, and the number of earlier
   * calls.
   */
  _Alignas(64) _Atomic uint32_t runner;
  _Atomic uint32_t resumed;
  /*
   * Number of requests to each copy of the FMU's process for a restored process (process-copies.h).
   */
  _Atomic uint32_t orders[copyLimit];
  _Alignas(64) Log log;
  _Alignas(64) uint8_t arguments[argumentBytes];
} Block;

typedef struct Buffer {
  uint32_t type, references, count;
  size_t bytes;
  const uint32_t* reference;
  void* values;
  /* FMI 1.0: indexes of values that the FMU has with the other sign. */
  uint32_t negations;
  uint32_t* negated;
} Buffer;

typedef struct {
  uint32_t op;
  Buffer* buffer;
} Call;

/*
 * How a batch runs: call by call, or as sets of real numbers, a step and gets of real numbers with
 * the library's functions.
 */
typedef enum { way_each, way_step2, way_step3 } Way;

typedef struct {
  uint32_t count;
  Way way;
  /* Calls before the step of such a batch. */
  uint32_t sets;
  Call calls[];
} Batch;

typedef struct {
  uint8_t* at;
  size_t size, capacity;
} Bytes;

/* Destination of values read row by row, at `rows[i]`, and the times of the rows. */
typedef struct {
  uint32_t count, capacity;
  Buffer* times;
  Buffer** read;
  Buffer** rows;
} Rows;

/* A repeated batch, with `time` and `step` of each row. */
typedef struct {
  uint32_t batch;
  Rows kept;
  void** home;
} March;

/* Actions at intermediate updates. */
typedef struct {
  Rows kept;
  Buffer* inputs;
  Buffer* coefficients;
} Intermediate;

/* Start of an instance of FMI 1.0, whose initialization is one call. */
typedef struct {
  char* guid;
  bool visible, logging;
  bool isSetUp, isInitialized;
  /* `info` is from the initialization and not yet reported. */
  bool isToldAlready;
  /* The last step was discarded without progress. */
  bool isRepeated;
  bool toleranceDefined, stopTimeDefined;
  double tolerance, startTime, stopTime;
  fmi1EventInfo info;
} Start1;

typedef struct Engine {
  Block* block;
  uint32_t fmi, kind;
  /* Flags for dlopen. */
  int binding;
  void* library;
  void* instance;
  /* Other instances of the library, and the index of the current one. */
  void* instances[instanceLimit];
  uint32_t present;
  char* names[instanceLimit];
  /* The FMU returned `fatal`: it must not be called again, not even to be freed. */
  bool fatal;
  /* The FMU returned `error` or `fatal`. */
  bool failed;
  int (*call)(struct Engine*, uint32_t op, Buffer*);
  /* The `call` function without a guard. */
  int (*plain)(struct Engine*, uint32_t op, Buffer*);
  /* Frees the instance, if there is one. */
  void (*release)(struct Engine*);
  /* Whether the process belongs to the FMU and can be guarded, and whether it is. */
  bool own_process, guarded;
  fmi3IntermediateUpdateCallback update;
  Functions1 one;
  Functions2 two;
  Functions3 three;
  fmi2CallbackFunctions callbacks[instanceLimit];
  Start1 starts[instanceLimit];
  Buffer** buffers;
  uint32_t bufferCount;
  Batch** batches;
  uint32_t batchCount;
  void** states;
  uint32_t stateCount;
  Intermediate intermediate;
  March march;
  uint8_t* segments[segmentLimit];
  /* Operands that came by `push`, and the result of the last call. */
  Bytes pushed, result;
  /* Position of the current call's operands. */
  const uint8_t* operands;
  size_t operandsLeft;
  bool short_of_operands;
  /* The next open engine. See call-batch.c. */
  struct Engine* next;
  /* Mode of floating-point arithmetic outside of the FMU, and its difference inside, usually 0. */
  uint32_t hostMode, ownMode;
  /* Builds and runs a loop over all FMUs of the process (`process-loop.h`), or NULL. */
  int (*addLoop)(struct Engine*);
  int (*keepRows)(struct Engine*);
  int (*runLoop)(struct Engine*, uint32_t loop);
} Engine;

/*
 * Gives the FMU its mode of floating-point arithmetic. An FMU may change it, for example if it was
 * compiled with -ffast-math. Other FMUs and the coupling must not notice.
 */
ALWAYS_INLINE void enter_fmu(const Engine* e) {
  if (!LIKELY(e->ownMode == 0)) set_float_mode(e->hostMode ^ e->ownMode);
}

/* Keeps the FMU's mode of floating-point arithmetic, and restores that of its surroundings. */
ALWAYS_INLINE void leave_fmu(Engine* e) {
  const uint32_t own = float_mode() ^ e->hostMode;
  if (LIKELY(own == 0 && e->ownMode == 0)) return;
  e->ownMode = own;
  set_float_mode(e->hostMode);
}

void engine_open(Engine*, Block*);
/* Makes one call and returns its status. Must not be called from two threads at once. */
int engine_call(Engine*, uint32_t op, uint32_t operand);
/* Runs a batch, or fmi2SetRealInputDerivatives, for callers that hold their operands. */
int engine_run(Engine*, uint32_t batch);
/*
 * Returns the batch that `engine_run` would run, for callers that run it themselves (batch.h).
 * Returns NULL without such a batch or an instance.
 */
const Batch* engine_batch(const Engine*, uint32_t batch);
/* Returns the number of calls at the beginning of a batch that set values. */
uint32_t engine_sets(const Batch*);
/* Runs the calls of a batch from `from` up to, but not including, `to`. */
int engine_run_part(Engine*, const Batch*, uint32_t from, uint32_t to);
int engine_input_derivatives(Engine*, const uint32_t* references, size_t count, const int32_t* orders, const double* values);
/* Frees the instance, unloads the library, frees everything except the block and its segments. */
void engine_close(Engine*);
/* Returns the FMU's memory from malloc that was not freed [bytes], or −1 if unknown. */
double engine_allocated(const Engine*);

/* The rest is for the files of the engine. */

/* Logs a message of the engine. Returns the status for it. */
int engine_say(Engine*, const char* format, ...) PRINTF_LIKE(2, 3);
int engine_absent(Engine*, const char* function);

/* The engine called last, among all in this process. */
extern Engine* _Atomic engine_called;
/* Registers an engine as a possible owner of callbacks, from opening to closing. */
void caller_add(Engine*);
void caller_remove(Engine*);
/*
 * Returns the engine that owns a callback's environment. For an unknown environment it returns the
 * engine called last, or NULL if that one is closed.
 */
Engine* caller_of(const void* environment);

/*
 * Read the operands in order. Each begins at a multiple of 8 bytes. After the last, they return
 * zeros and NULL.
 */
uint32_t take_word(Engine*);
/* Reads a number of elements. An impossible number counts as missing. */
size_t take_count(Engine*);
double take_double(Engine*);
const void* take(Engine*, size_t bytes);
/* Reads a count, then this number of elements. */
const void* take_array(Engine*, size_t elementBytes, size_t* count);
/* Appends data to the result, padded to 8 bytes, and returns its address. */
void* put(Engine*, const void* from, size_t bytes);
void put_word(Engine*, uint32_t);
/* Reserves space in the result for data that the FMU writes. */
void* answer(Engine*, size_t bytes);
/* Returns zeroed memory for pointers or sizes that the FMU writes. `give_back` frees it. */
void* space_for(Engine*, size_t bytes);
void give_back(Engine*, void*);
/* Appends a text's length, then its bytes. NULL counts as the empty text. */
int put_text(Engine*, const char*);

uint32_t state_add(Engine*, void* state);
void* state_at(Engine*, uint32_t handle);

int call1(Engine*, uint32_t op, Buffer*);
int call2(Engine*, uint32_t op, Buffer*);
int call3(Engine*, uint32_t op, Buffer*);
int step3(Engine*, double* registers);
/* Queries the FMU after a discarded step of FMI 2.0. */
int discarded2(Engine*, double* registers);
/* Sets the registers after a step of FMI 2.0 and returns its status. */
static inline int stepped2(Engine* e, double* r, int status) {
  r[reg_eventNeeded] = r[reg_terminate] = r[reg_early] = 0;
  r[reg_lastTime] = status < discard ? r[reg_time] + r[reg_step] : r[reg_time];
  return status == discard ? discarded2(e, r) : status;
}
int input_derivatives2(Engine*, const uint32_t* references, size_t count, const int32_t* orders, const double* values);
void free1(Engine*);
void free2(Engine*);
void free3(Engine*);
#endif
