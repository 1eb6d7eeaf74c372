/* One instance of a unit, below both standards: the sealed core with the state machine in it, and what C adds. */
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

/* A variable by its FMI 3.0 value reference; 0 is time. */
typedef struct {
  int32_t type;
  uint32_t size;
  /* Bytes that a String or Binary holds. */
  int32_t capacity;
  /* Modes in which FMI 3.0 and FMI 2.0 let an importer set it. */
  int32_t settable3, settable2;
} Variable;

/* A scalar by its FMI 2.0 value reference: element of a variable. */
typedef struct {
  uint32_t variable, element;
} Scalar;

/* Generated with the module. No scalars: the unit has something that FMI 2.0 cannot express. */
extern const Variable unit_variables[];
extern const uint32_t unit_variable_count;
extern const Scalar unit_scalars[];
extern const uint32_t unit_scalar_count;
extern const char unit_token[];

/* How to speak to the importer of an instance, through the callbacks of its standard. */
typedef struct Voice Voice;
struct Voice {
  void* environment;
  void (*callback)(void);
  void (*send)(const Voice*, const char* name, int status, const char* category, const char* text);
};

/* A call that is under way. */
typedef struct Frame Frame;
struct Frame {
  unit_trap trap;
  unit_trap* outer_trap;
  Frame* outer;
  const char* call;
  uint32_t depth;
  /* The machine has said why it ends. */
  bool told;
};

typedef struct Unit Unit;
struct Unit {
  w2c_unit core;
  Voice voice;
  char* name;
  Frame* frame;
  /* Intermediate update of FMI 3.0; NULL: nobody listens. */
  void (*update)(void);
  /* Start and stop time of FMI 2.0, and the status of its last step. */
  double start, stop;
  bool stop_defined;
  int last_step;
  /* In the core's memory: the table of variables' addresses, the mode; bytes of a stored state. */
  uint32_t table, mode_at, state_size;
  /* Zero-terminated copies of strings that were asked for last. */
  char* scratch;
};

/*
 * Every function of the standards is  BEGIN  …calls into the machine…  END(status).  After a trap it returns from
 * BEGIN with FATAL. Inside, arguments go to the arena of the call by `unit_put`, which ends with END.
 */
#define BEGIN(instance, name)                                       \
  Unit* const u = instance;                                         \
  if (u == NULL) return ERROR;                                      \
  Frame frame;                                                      \
  unit_begin(u, &frame, name);                                      \
  if (UNIT_SETJMP(frame.trap.jump) != 0) return unit_trapped(u);
#define END(status) return unit_end(u, (int)(status))
void unit_begin(Unit*, Frame*, const char* call);
int unit_end(Unit*, int status);
int unit_trapped(Unit*);

/* The argument `self` of the machine's functions: there is one instance. */
enum { SELF = 1 };
static inline uint8_t* unit_memory(Unit* u, uint32_t at) { return u->core.w2c_memory.data + at; }
uint32_t unit_word(Unit*, uint32_t at);
double unit_double(Unit*, uint32_t at);
/* Room for `count` elements in the arena, a copy of them where `from` is not NULL. */
uint32_t unit_put(Unit*, const void* from, size_t count, uint32_t width);
/* A list of (address, length) of texts; of each at most `capacities` bytes, which is as many as the machine will take. */
uint32_t unit_put_texts(Unit*, const void* const texts[], const size_t sizes[], const int32_t capacities[], size_t n);
/* Copies the `count` elements of `ok(list)`, to nowhere where `to` is NULL; OK, or the status in place of the list. */
int unit_take(Unit*, uint32_t result, void* to, size_t count, uint32_t width);
/* Zero-terminated copies of the texts of `ok(list)`, which live until the next call of this instance. */
int unit_take_texts(Unit*, uint32_t result, const char* values[], size_t count);
/* An error that C has found: ends the run. */
int unit_refused(Unit*, const char* format, ...) PRINTF_LIKE(2, 3);

static inline int unit_mode(Unit* u) {
  int32_t mode;
  memcpy(&mode, unit_memory(u, u->mode_at), 4);
  return mode;
}
/* Where a variable of `bytes` lies; NULL when that is not in the memory. */
static inline uint8_t* unit_place(Unit* u, uint32_t variable, size_t bytes) {
  uint32_t at;
  memcpy(&at, unit_memory(u, u->table + 4 * variable), 4);
  return bytes > sizeof u->core.w2c_memory.data || at > sizeof u->core.w2c_memory.data - bytes ? NULL : unit_memory(u, at);
}

/* What an importer asks for as it makes an instance. */
typedef struct {
  bool speaks2, exchange, logging, events, early;
  const uint32_t* required;
  size_t count;
  void (*update)(void);
} Wanted;

/* NULL after a refusal, whose reason has been sent. */
Unit* unit_make(const Voice*, const char* call, const char* name, const char* token, const Wanted*);
/* Says why there is no instance; NULL. */
void* unit_refuse(const Voice*, const char* name, const char* text);
void unit_free(Unit*);

/* What is the same in both standards but for its name. */
int unit_set_logging(Unit*, const char* call, bool on, size_t n, const char* const categories[]);
int unit_enter_initialization(Unit*, const char* call, double start, bool stop_defined, double stop);
int unit_exit_initialization(Unit*, const char* call);
int unit_terminate(Unit*, const char* call);
int unit_reset(Unit*, const char* call);
int unit_step(Unit*, const char* call, double t, double H, double* last, bool* early, bool* event);
/* This unit has nothing for the call. */
int unit_lacks(Unit*, const char* call, int what);

int unit_get_state(Unit*, const char* call, void** state);
int unit_set_state(Unit*, const char* call, const void* state);
int unit_free_state(Unit*, const char* call, void** state);
int unit_state_size(Unit*, const char* call, const void* state, size_t* size);
int unit_serialize(Unit*, const char* call, const void* state, void* bytes, size_t size);
int unit_deserialize(Unit*, const char* call, const void* bytes, size_t size, void** state);
#endif
