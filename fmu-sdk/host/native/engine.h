/* Runs one instance of a native FMU of FMI 2.0 or 3.0 through a block of memory: operands and results lie in it, and one
   function makes every call. The block is the caller's own memory, or shared with the caller's process. */
#ifndef FMUKIT_ENGINE_H_
#define FMUKIT_ENGINE_H_
#include <stdbool.h>
#include "crash-guard.h"
#include "host-log.h"
#include "sandbox.h"
#include "fmi2-symbols.h"
#include "fmi3-symbols.h"
#include "c-attributes.h"

enum { registerCount = 32, argumentBytes = 65536, segmentLimit = 64, copyLimit = 64, statusCount = 6, instanceLimit = 4, rowLimit = 4096 };
enum { ok = 0, discard = 2, failed = 3, fatal = 4 };

/* Those up to `getEventIndicators` can stand in a batch. */
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
  X(guard) X(trespasses) X(select) X(allocated) X(march) X(ahead) X(hold)

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

/* What both sides see. Words of the two sides lie on cache lines of their own. */
typedef struct {
  double registers[registerCount];
  uint32_t op, operand;
  /* Bytes of operands in `arguments`, or, after `push`, altogether; bytes of the result, of which `arguments` has the first. */
  uint32_t operandBytes, resultBytes;
  /* The call that is under way, for reports of a unit that does not come back. */
  uint32_t current;
  /* Set by the unit's clockUpdate. */
  uint32_t clocksUpdated;
  /* Bytes that the unit was refused for want of memory; 0 never. */
  uint64_t refusedBytes;
  /* Calls of the kernel that its sandbox has refused. */
  Refusals refusals;
  _Alignas(64) _Atomic uint32_t request;
  _Atomic uint32_t asleep;
  _Alignas(64) _Atomic uint32_t answer;
  _Atomic uint32_t waiting;
  _Atomic int32_t status;
  /* The process that takes calls, of all that have run on from a copy; calls that were made before it. */
  _Alignas(64) _Atomic uint32_t runner;
  _Atomic uint32_t resumed;
  /* How often each copy of the unit's process was asked for a process that runs on (process-copies.h). */
  _Atomic uint32_t orders[copyLimit];
  _Alignas(64) Log log;
  _Alignas(64) uint8_t arguments[argumentBytes];
} Block;

typedef struct Buffer {
  uint32_t type, references, count;
  size_t bytes;
  const uint32_t* reference;
  void* values;
} Buffer;

typedef struct {
  uint32_t op;
  Buffer* buffer;
} Call;

/* How a batch is run: call by call, or as sets of real numbers, a step and gets of real numbers whose functions the library has. */
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

/* Where what is read is left, row after row behind `rows[i]`, and the times of the rows. */
typedef struct {
  uint32_t count, capacity;
  Buffer* times;
  Buffer** read;
  Buffer** rows;
} Rows;

/* A batch that is made again and again; of each row, `time` and `step`. */
typedef struct {
  uint32_t batch;
  Rows kept;
  void** home;
} March;

/* What is done at intermediate updates. */
typedef struct {
  Rows kept;
  Buffer* inputs;
  Buffer* coefficients;
} Intermediate;

typedef struct Engine {
  Block* block;
  uint32_t fmi, kind;
  /* Flags for dlopen. */
  int binding;
  void* library;
  void* instance;
  /* Other instances of the library; which of them is the one above. */
  void* instances[instanceLimit];
  uint32_t present;
  char* names[instanceLimit];
  /* The unit has said `fatal`: it must not be called again, not even to be freed. */
  bool fatal;
  int (*call)(struct Engine*, uint32_t op, Buffer*);
  /* `call` as it is without a guard. */
  int (*plain)(struct Engine*, uint32_t op, Buffer*);
  /* The process is the unit's own: it may be watched; it is. */
  bool own_process, guarded;
  fmi3IntermediateUpdateCallback update;
  Functions2 two;
  Functions3 three;
  fmi2CallbackFunctions callbacks[instanceLimit];
  Buffer** buffers;
  uint32_t bufferCount;
  Batch** batches;
  uint32_t batchCount;
  void** states;
  uint32_t stateCount;
  Intermediate intermediate;
  March march;
  uint8_t* segments[segmentLimit];
  /* Operands that came by `push`; the result of the last call. */
  Bytes pushed, result;
  /* Where the operands of the present call are read. */
  const uint8_t* operands;
  size_t operandsLeft;
  bool short_of_operands;
  /* Another that is open: see call-batch.c. */
  struct Engine* next;
} Engine;

void engine_open(Engine*, Block*);
/* Makes one call; its status. Never called from two threads at once. */
int engine_call(Engine*, uint32_t op, uint32_t operand);
/* The same for a batch, and for fmi2SetRealInputDerivatives, by those who have their operands. */
int engine_run(Engine*, uint32_t batch);
/* The batch that `engine_run` would run, for those who do so by themselves (batch.h); NULL where there is none, or no unit. */
const Batch* engine_batch(const Engine*, uint32_t batch);
int engine_input_derivatives(Engine*, const uint32_t* references, size_t count, const int32_t* orders, const double* values);
/* Frees the instance, unloads the library, frees all but the block and its segments. */
void engine_close(Engine*);
/* Memory that the unit has from malloc and has not given back [bytes]; −1 where that is not known. */
double engine_allocated(const Engine*);

/* Below: for the files of the engine. */

/* Logs what the engine itself has to say; the status for it. */
int engine_say(Engine*, const char* format, ...) PRINTF_LIKE(2, 3);
int engine_absent(Engine*, const char* function);

/* The engine that was called last, of all in this process. */
extern Engine* _Atomic engine_called;
/* From opening to closing, callbacks may be an engine's. */
void caller_add(Engine*);
void caller_remove(Engine*);
/* The engine that a callback with this environment is for: its own, or where the environment is none, that which was called last;
   NULL for none that is open. */
Engine* caller_of(const void* environment);

/* Operands in order; each begins at a multiple of 8 bytes. Beyond the last, zeros and NULL. */
uint32_t take_word(Engine*);
/* A number of elements; one that no unit has is as good as none. */
size_t take_count(Engine*);
double take_double(Engine*);
const void* take(Engine*, size_t bytes);
/* A count, then so many elements. */
const void* take_array(Engine*, size_t elementBytes, size_t* count);
/* Appends to the result, padded to 8 bytes; where it lies. */
void* put(Engine*, const void* from, size_t bytes);
void put_word(Engine*, uint32_t);
/* Room in the result for what the unit is to write there. */
void* answer(Engine*, size_t bytes);
/* Zeros for pointers or sizes that the unit is to write; taken back by `give_back`. */
void* space_for(Engine*, size_t bytes);
void give_back(Engine*, void*);
/* Its length, then its bytes; NULL is the empty text. */
int put_text(Engine*, const char*);

uint32_t state_add(Engine*, void* state);
void* state_at(Engine*, uint32_t handle);

int call2(Engine*, uint32_t op, Buffer*);
int call3(Engine*, uint32_t op, Buffer*);
int step3(Engine*, double* registers);
/* What is to be asked after a discarded step of FMI 2.0. */
int discarded2(Engine*, double* registers);
/* The registers after a step of FMI 2.0; its status. */
static inline int stepped2(Engine* e, double* r, int status) {
  r[reg_eventNeeded] = r[reg_terminate] = r[reg_early] = 0;
  r[reg_lastTime] = status < discard ? r[reg_time] + r[reg_step] : r[reg_time];
  return status == discard ? discarded2(e, r) : status;
}
int input_derivatives2(Engine*, const uint32_t* references, size_t count, const int32_t* orders, const double* values);
/* Frees the instance, if there is one. */
void free2(Engine*);
void free3(Engine*);
#endif
