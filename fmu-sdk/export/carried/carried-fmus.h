/* FMUs of other tools that a pack carries as binaries in its resources. */
#ifndef CARRIED_FMUS_H_
#define CARRIED_FMUS_H_
#include "../fmu-plan.h"
#include "../instance-functions.h"
#include "../../host/native/calls/fmi2-symbols.h"
#include "../../host/native/calls/fmi3-symbols.h"

/* What is known of a carried FMU. Places are bytes from `at` in the core's memory. */
typedef struct {
  uint32_t fmi;
  const char *unit, *model, *token;
  /* Its folder and its library, from the resources of the pack. */
  const char *folder, *library;
  bool hasResources, needsMemory;
  /* It has an event mode, may return early, and takes steps of any size. */
  bool hasEvents, returnsEarly, takesAnyStep;
  uint32_t at, state, slots, slopes;
  /* `values`, `sent`, `given` and `converted` are places. */
  const Group* groups;
  const uint32_t *sorted, *firsts;
  uint32_t groupCount, slopeCount;
  const uint32_t *inputs, *slopeReferences;
  const int32_t* slopeOrders;
  double step, tolerance;
} CarriedFacts;

/* Generated with the module. */
extern const CarriedFacts carried_facts[];
extern const uint32_t carried_count;

typedef struct Carried Carried;

/* What the module asks of a carried FMU. The loader uses the other functions. */
typedef struct {
  /* Finds the functions of the library. Returns false and the name of a missing one. */
  bool (*find)(Carried*, char* missing, size_t bytes);
  bool (*make)(Carried*, const char* resources);
  void (*release)(Carried*);
  int (*reset)(Carried*);
  void (*initialize)(const FmuPlan*, double t);
  void (*exit)(const FmuPlan*);
  int (*step)(const FmuPlan*, double t, double H);
  void (*terminate)(const FmuPlan*);
  /* Size of a serialized state, which the next call stores and frees. */
  size_t (*take_state)(const FmuPlan*, void** state);
  void (*store_state)(const FmuPlan*, void* state, uint8_t* bytes, size_t size);
  void (*load_state)(const FmuPlan*, const uint8_t* bytes, size_t size);
  /* Keeps the present state under a name, returns to it, or frees all kept states. */
  void (*keep)(const FmuPlan*, uint32_t name);
  void (*back)(const FmuPlan*, uint32_t name);
  void (*drop)(Carried*);
} CarriedCalls;
extern const CarriedCalls carried_fmi2, carried_fmi3;

/* A state of an FMU that a scheme may return to. */
typedef struct {
  uint32_t name;
  void* state;
} KeptState;

struct Carried {
  FmuPlan plan;
  const CarriedFacts* facts;
  const CarriedCalls* calls;
  Unit* pack;
  Group* groups;
  double** inputs;
  void* library;
  void* fmu;
  char* resources;
  KeptState* kept;
  uint32_t keptCount;
  /* It has left the state in which it was instantiated, or must not be called any more. */
  bool used, fatal;
  /* Difference of its mode of floating-point arithmetic from that of its surroundings, usually 0. */
  uint32_t ownMode;
  /* Start and size of a step that shares an interface model [s]. */
  double begun, size;
  /* Start of its present step [s]. */
  double time;
  /* The reason that it logged last. */
  char said[256];
  fmi2CallbackFunctions callbacks;
  Functions2 two;
  Functions3 three;
};

/* Loads and instantiates all FMUs. Returns false after an error, which has been logged. */
bool carried_open(Unit*, const char* call, const char* resources, bool isUri);
void carried_close(Unit*);
/* Begins a call of the importer, whose mode of floating-point arithmetic holds outside of the FMUs. */
void carried_begin(Unit*);
void carried_terminate(Unit*);
/* The stop time of the importer [s], or infinity. */
void carried_stop(Unit*, double stop);
/* States of all FMUs as bytes. `carried_save` allocates them. */
void carried_save(Unit*, uint8_t** bytes, size_t* size);
/* Returns false if the bytes do not consist of one state for each FMU. */
bool carried_fits(const uint8_t* bytes, size_t size);
/* Restores states from bytes that fit. */
void carried_load(Unit*, const uint8_t* bytes);

/* For carried-fmi2.c and carried-fmi3.c. */

/* Returns the FMU that this thread called last, because FMUs may pass a wrong environment to callbacks. */
Carried* carried_calling(void);
/* Keeps a reason of the FMU that is called. */
void carried_said(int status, const char* text);
/* Reports that an FMU refuses a call, and ends the call of the pack. */
WASM_RT_NO_RETURN void carried_refused(const FmuPlan*, const char* call, int status);

/* Returns the path of the resources without a separator at its end, or NULL. `isUri`: as in FMI 2.0. */
char* resource_path(const char* resources, bool isUri);
/* Returns a path as URI (FMI 2.0). */
char* uri_of(const char* path);
/* Returns new memory with a path below a folder. */
char* below(const char* folder, const char* rest, const char* more);
#endif
