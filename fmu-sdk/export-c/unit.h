/* One instance of a unit, below both standards: the sealed core, its lifecycle, its variables, its messages. */
#ifndef UNIT_H_
#define UNIT_H_
#define __USE_MINGW_ANSI_STDIO 1
#include <stdarg.h>
#include <stddef.h>
#include "module.h"

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

/* The numbers of both standards. */
enum { OK, WARNING, DISCARD, ERROR, FATAL };

/* In the order in which build/native.ts numbers them. */
enum { FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOLEAN, STRING, BINARY, CLOCK, ENUMERATION };
enum { INPUT, OUTPUT, PARAMETER, STRUCTURAL, CALCULATED, LOCAL, INDEPENDENT };
enum { CONSTANT, FIXED, TUNABLE, DISCRETE, CONTINUOUS };

/* A variable by its FMI 3.0 value reference; 0 is time. */
typedef struct {
  int32_t type, causality, variability;
  uint32_t size;
  /* Smallest and largest value of an enumeration. Clock: how it ticks, when its interval may be set. */
  int32_t min, max;
  /* String, Binary: capacity [bytes]. Continuous Float64 input: number of its first [u, u', u'']. Clock: its number. Otherwise -1. */
  int32_t extra;
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
extern const bool unit_has_derivatives;
extern const bool unit_has_events;

/* How a Clock ticks (build/clocks.ts), and when its interval may be set. */
enum { TRIGGERED, PERIODIC, CHANGING };
enum { NEVER, INITIALLY, ALWAYS };

/* States of FMI 3.0 2.3 and 4.2.1, FMI 2.0 4.2.4, as bits: a set of allowed states is their sum. */
enum {
  INSTANTIATED = 1,
  CONFIGURATION = 2,
  INITIALIZATION = 4,
  STEP = 8,
  RECONFIGURATION = 16,
  TERMINATED = 32,
  /* Inside the importer's intermediate update. */
  INTERMEDIATE = 64,
  /* Inside the unit; seen from outside only after a trap. */
  FAILED = 128,
  EVENT = 256,
  AFTER_START = INITIALIZATION | STEP | TERMINATED | EVENT,
  ANY_MODE = AFTER_START | INSTANTIATED | CONFIGURATION | RECONFIGURATION,
  GETTABLE = AFTER_START | INSTANTIATED | INTERMEDIATE,
  SETTABLE = INSTANTIATED | CONFIGURATION | INITIALIZATION | STEP | RECONFIGURATION | EVENT
};

/* The part of the state that is not in the core's memory. */
typedef struct {
  double start, stop;
  int32_t mode;
  /* In initialization and event mode: something was set since the equations were last evaluated. */
  uint8_t stale, stop_defined;
  /* In event mode: the event was evaluated, from the memory that `before` keeps; it asked for one more iteration. */
  uint8_t evaluated, again;
} Life;

/* How to speak to the importer of an instance, through the callbacks of its standard. */
typedef struct Voice Voice;
struct Voice {
  void* environment;
  void (*callback)(void);
  void (*send)(const Voice*, const char* name, int status, const char* category, const char* text);
  /* What the standard calls the states, by bit. */
  const char* const* mode_names;
  /* Categories that the importer wants to hear of, by bit as in `unit_categories`. Why there is no instance is always said. */
  int logging;
};

typedef struct Unit Unit;
struct Unit {
  w2c_unit core;
  Life life;
  Voice voice;
  char* name;
  /* Asks the importer after an internal step: true when it wants to return at *end [s]. NULL: nobody listens. */
  bool (*report)(Unit*, double time, double* end);
  void (*update)(void);
  bool early_return;
  /* The importer has event mode and uses it. */
  bool event_mode;
  /* Status of the last step. */
  int last_step;
  /* In the core's memory: addresses, and the number of bytes that are its state. */
  uint32_t table, derivatives, state_size;
  /* Zero-terminated copies of strings that were asked for last. */
  char* scratch;
  /* Memory before the event; see Life. */
  uint8_t* before;
};

/* A stored state: flat, without addresses, so a copy of its bytes is its serialized form. */
typedef struct {
  char token[64];
  uint64_t bytes;
  Life life;
  uint8_t memory[];
} State;

/* NULL after a refusal, whose reason has been sent. */
Unit* unit_create(const Voice*, const char* call, const char* name, const char* token);
enum { NO_CATEGORY = 0, ALL_CATEGORIES = 7 };
/* Turns categories on or off, all when none is named. */
int unit_set_logging(Unit*, const char* call, bool on, size_t n, const char* const categories[]);
/* Says why there is no instance; NULL. */
void* unit_refuse(const Voice*, const char* name, const char* format, ...) __attribute__((format(printf, 3, 4)));
void unit_free(Unit*);
int unit_reset(Unit*, const char* call);

/* Sends a message; `fail` also ends the run (state Terminated), as both standards ask for after an error. */
void unit_log(Unit*, int status, const char* format, ...) __attribute__((format(printf, 3, 4)));
int unit_fail(Unit*, const char* format, ...) __attribute__((format(printf, 2, 3)));
/* OK when `call` may be made in the present state. */
int unit_allowed(Unit*, const char* call, int modes);
int unit_absent(Unit*, const char* call, const char* what);

int unit_enter_initialization(Unit*, const char* call, double start, bool stop_defined, double stop);
int unit_exit_initialization(Unit*, const char* call);
int unit_terminate(Unit*, const char* call);
int unit_settle(Unit*, const char* call);
/* Computes what follows from the event. */
int unit_evaluate(Unit*, const char* call);

/* Arguments and results of a call into the core. */
typedef struct {
  double t, H, value;
  int32_t n;
  Scalar unknown, known;
} Call;
/* Calls `what`; after a trap FATAL: the state is FAILED and the reason has been sent. */
int unit_run(Unit*, const char* call, void (*what)(Unit*, Call*), Call*);
double unit_now(Unit*);
/* Whether the unit asks for event mode. */
int unit_event_due(Unit*, const char* call, bool* due);
int unit_next_event(Unit*, const char* call, double* time);
/* `event`: event mode is needed. */
int unit_step(Unit*, const char* call, double t, double H, double* last, bool* early, bool* event);
int unit_partial(Unit*, const char* call, const Scalar* unknown, const Scalar* known, double* value);

uint8_t* unit_address(Unit*, uint32_t variable);
double* unit_polynomial(Unit*, const Variable*, uint32_t element);
bool unit_may_be_set(const Variable*, int mode);
int unit_set_refused(Unit*, const char* call, uint32_t reference, const Variable*);
/* Element of a String or Binary variable. */
const uint8_t* unit_bytes(Unit*, uint32_t variable, uint32_t element, uint32_t* length);
int unit_set_bytes(Unit*, const char* call, uint32_t variable, uint32_t element, const uint8_t*, size_t length);
/* Room for `bytes` that lives until the next call; NULL and an error where there is none. */
char* unit_scratch(Unit*, const char* call, size_t bytes);
/* To be called before variables are set. */
void unit_change(Unit*);

int unit_enter_event_mode(Unit*, const char* call);
int unit_enter_step_mode(Unit*, const char* call);
/* Ends an event iteration; *next is the time of the next event, INFINITY when none is known. */
int unit_update_discrete_states(Unit*, const char* call, bool* again, double* next);
int unit_clock_interval(Unit*, const char* call, uint32_t reference, double* interval, int* qualifier);
int unit_set_clock_interval(Unit*, const char* call, uint32_t reference, double interval);
int unit_clock_shift(Unit*, const char* call, uint32_t reference, double* shift);
int unit_take_clock(Unit*, const char* call, uint32_t reference);

int unit_get_state(Unit*, const char* call, void** state);
int unit_set_state(Unit*, const char* call, const void* state);
int unit_free_state(Unit*, const char* call, void** state);
int unit_state_size(Unit*, const char* call, const void* state, size_t* size);
int unit_serialize(Unit*, const char* call, const void* state, void* bytes, size_t size);
int unit_deserialize(Unit*, const char* call, const void* bytes, size_t size, void** state);
#endif
