/* An instance below both standards: the sealed core with its state machine, and the data of C. */
#ifndef UNIT_H_
#define UNIT_H_
#define __USE_MINGW_ANSI_STDIO 1
#include <stddef.h>
#include "model-constants.h"
#include "module.h"

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#if defined(_MSC_VER)
#define PRINTF_LIKE(text, first)
#else
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#endif

/* A variable by its FMI 3.0 value reference. 0 is time. */
typedef struct {
  int32_t type;
  uint32_t size;
  /* Capacity of a String or Binary [bytes]. */
  int32_t capacity;
  /* Modes in which FMI 3.0 and FMI 2.0 let an importer set it. */
  int32_t settable3, settable2;
} Variable;

/* A scalar by its FMI 2.0 value reference: element of a variable. */
typedef struct {
  uint32_t variable, element;
} Scalar;

/*
 * Generated with the module. Without scalars the unit has a variable that FMI 2.0 cannot express.
 */
extern const Variable unit_variables[];
extern const uint32_t unit_variable_count;
extern const Scalar unit_scalars[];
extern const uint32_t unit_scalar_count;
extern const char unit_token[];

/* Logs to the importer of an instance, through the callbacks of its standard. */
typedef struct Voice Voice;
struct Voice {
  void* environment;
  void (*callback)(void);
  void (*send)(const Voice*, const char* name, int status, const char* category, const char* text);
};

/* A running call. */
typedef struct Frame Frame;
struct Frame {
  unit_trap trap;
  unit_trap* outer_trap;
  /* The target of traps in this thread. */
  unit_trap** target;
  Frame* outer;
  const char* call;
  uint32_t depth;
  /* True if the state machine has reported the reason. */
  bool told;
};

typedef struct Unit Unit;
struct Unit {
  w2c_unit core;
  /* FMUs of other tools that a pack carries, or NULL (carried-fmus.h). */
  struct Carried* carried;
  /* The carried FMU that this thread calls. Its address is asked once a call of the importer. */
  struct Carried** calling;
  uint32_t float_mode;
  Voice voice;
  char* name;
  Frame* frame;
  /* Intermediate update of FMI 3.0, or NULL. */
  void (*update)(void);
  /* Start and stop time of FMI 2.0, and the status of its last step. */
  double start, stop;
  bool stop_defined;
  int last_step;
  /*
   * In the core's memory: the table of variables' addresses, the mode, and the time. Size of a stored
   * state.
   */
  uint32_t table, mode_at, time_at, state_size;
  /* Zero-terminated copies of the strings that were read last. */
  char* scratch;
};

/*
 * Every function of the standards is BEGIN ...calls of the state machine... END(status). After a
 * trap it returns from BEGIN with FATAL. Inside, `unit_put` copies arguments to the arena of the
 * call, which ends with END.
 */
#define BEGIN(instance, name)                                       \
  Unit* const u = instance;                                         \
  if (u == NULL) return ERROR;                                      \
  Frame frame;                                                      \
  unit_begin(u, &frame, name);                                      \
  if (UNIT_SETJMP(frame.trap.jump) != 0) return unit_trapped(u);
#define END(status) return unit_end(u, (int)(status))
/* Refuses a call that names `count` elements by a null pointer. Without elements it may be null. */
#define REQUIRE(list, count, name) \
  if ((list) == NULL && (count) > 0) END(unit_refused(u, "expected " name ", got a null pointer."));
void unit_begin(Unit*, Frame*, const char* call);
int unit_end(Unit*, int status);
int unit_trapped(Unit*);
/* Reports whether the importer wants messages of this status. */
bool unit_wants(Unit*, int status);

/* The argument `self` of the state machine's functions. Only one instance exists. */
enum { SELF = 1 };
static inline uint8_t* unit_memory(Unit* u, uint32_t at) { return u->core.w2c_memory.data + at; }
static inline uint32_t unit_word(Unit* u, uint32_t at) {
  uint32_t value;
  if (at > sizeof u->core.w2c_memory.data - 4) wasm_rt_trap(WASM_RT_TRAP_OOB);
  memcpy(&value, unit_memory(u, at), 4);
  return value;
}
double unit_double(Unit*, uint32_t at);
/* Allocates `count` elements in the arena, and copies them unless `from` is NULL. */
uint32_t unit_put(Unit*, const void* from, size_t count, uint32_t width);
/*
 * Stores a list of (address, length) of texts. Each text is cut to `capacities` bytes, the limit of
 * the state machine.
 */
uint32_t unit_put_texts(Unit*, const void* const texts[], const size_t sizes[], const int32_t capacities[], size_t n);
/*
 * Copies the `count` elements of `ok(list)` unless `to` is NULL. Returns OK, or the status in place
 * of the list.
 */
int unit_take(Unit*, uint32_t result, void* to, size_t count, uint32_t width);
/*
 * Returns zero-terminated copies of the texts of `ok(list)`, valid until the instance's next call.
 */
int unit_take_texts(Unit*, uint32_t result, const char* values[], size_t count);
/* Logs an error of the C code and ends the run. */
int unit_refused(Unit*, const char* format, ...) PRINTF_LIKE(2, 3);

static inline int unit_mode(Unit* u) {
  int32_t mode;
  memcpy(&mode, unit_memory(u, u->mode_at), 4);
  return mode;
}
/* Address of a variable of `bytes` bytes, or NULL if it is outside of the memory. */
static inline uint8_t* unit_place(Unit* u, uint32_t variable, size_t bytes) {
  uint32_t at;
  memcpy(&at, unit_memory(u, u->table + 4 * variable), 4);
  return bytes > sizeof u->core.w2c_memory.data || at > sizeof u->core.w2c_memory.data - bytes ? NULL : unit_memory(u, at);
}

/* Arguments of the importer for a new instance. */
typedef struct {
  bool speaks2, exchange, logging, events, early;
  const uint32_t* required;
  size_t count;
  void (*update)(void);
  const char* resources;
} Wanted;

/* Returns NULL after an error, which has been logged. */
Unit* unit_make(const Voice*, const char* call, const char* name, const char* token, const Wanted*);
/* Logs why the instance cannot be created, and returns NULL. */
void* unit_refuse(const Voice*, const char* name, const char* text);
void unit_free(Unit*);

/* Functions of both standards that only differ in their names. */
int unit_set_logging(Unit*, const char* call, bool on, size_t n, const char* const categories[]);
int unit_enter_initialization(Unit*, const char* call, double start, bool stop_defined, double stop);
int unit_exit_initialization(Unit*, const char* call);
int unit_terminate(Unit*, const char* call);
int unit_reset(Unit*, const char* call);
/* The end of a communication step: its time, and if the unit returned early or has an event. */
typedef struct {
  double time;
  bool early, event;
} StepEnd;
int unit_step(Unit*, const char* call, double t, double H, StepEnd*);
/* Reports that this unit lacks the feature of the call. */
int unit_lacks(Unit*, const char* call, int what);

int unit_get_state(Unit*, const char* call, void** state);
int unit_set_state(Unit*, const char* call, const void* state);
int unit_free_state(Unit*, const char* call, void** state);
int unit_state_size(Unit*, const char* call, const void* state, size_t* size);
int unit_serialize(Unit*, const char* call, const void* state, void* bytes, size_t size);
int unit_deserialize(Unit*, const char* call, const void* bytes, size_t size, void** state);
#endif
