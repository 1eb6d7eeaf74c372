/*
 * A small importer: loads a unit's library as any tool would, and makes the calls that stdin names
 * by lines. It prints the status of each call, and every log message. `k` is an instance, `s` a
 * stored state. Numbers are as in C.
 */
#include "fmi2.h"
#include "fmi3.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(_WIN32)
#include <windows.h>
#define OPEN(path) ((void*)LoadLibraryA(path))
#define FIND(library, name) ((void*)GetProcAddress((HMODULE)(library), name))
#else
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>
#define OPEN(path) dlopen(path, RTLD_NOW | RTLD_LOCAL)
#define FIND(library, name) dlsym(library, name)
#endif

enum { most = 16 };
static void* library;
static int version;
static void *instances[most], *states[most];
static char token[128];
static int early_after = -1, updates;
/* Instance whose input is set to the present time inside a step. */
static void* moved;
static unsigned moved_input;
static int set(void*, const unsigned*, size_t, const double*, size_t);

static void* find(const char* name) {
  char full[96];
  snprintf(full, sizeof full, "fmi%d%s", version, name);
  void* f = FIND(library, full);
  if (f == NULL) printf("missing %s\n", full), fflush(stdout), exit(2);
  return f;
}
#define CALL(name, ...) ((int (*)(__VA_ARGS__))find(name))

static void say3(void* e, fmi3Status status, const char* category, const char* text) {
  (void)e;
  printf("log %d %s %s\n", status, category, text);
}
static void say2(void* e, const char* name, fmi2Status status, const char* category, const char* text, ...) {
  (void)e, (void)name;
  printf("log %d %s %s\n", status, category, text);
}
static void update(void* e, double t, bool requested, bool get, bool finished, bool early, bool* wanted, double* at) {
  (void)e, (void)get, (void)finished, (void)early;
  updates++;
  if (moved != NULL && requested && set(moved, &moved_input, 1, &t, 1) != 0) printf("not set\n");
  if (early_after >= 0 && updates >= early_after) *wanted = true, *at = t;
}
static const fmi2CallbackFunctions callbacks = {say2, NULL, NULL, NULL, NULL};

static void* make(const char* name, bool reports, bool events) {
  if (version == 2)
    return ((void* (*)(const char*, int, const char*, const char*, const fmi2CallbackFunctions*, int, int))find("Instantiate"))(
        name, fmi2CoSimulation, token, "file:///nowhere", &callbacks, 0, 1);
  typedef void* (*New)(const char*, const char*, const char*, bool, bool, bool, bool, const uint32_t*, size_t, void*, fmi3LogMessageCallback,
                       fmi3IntermediateUpdateCallback);
  return ((New)find("InstantiateCoSimulation"))(name, token, NULL, false, true, events, reports || (events && *name == 'e'), NULL, 0, NULL, say3,
                                           reports ? update : NULL);
}
static void drop(void* i) { ((void (*)(void*))find("FreeInstance"))(i); }
static int enter(void* i, double t, int stops, double stop) {
  if (version == 3) return CALL("EnterInitializationMode", void*, bool, double, double, bool, double)(i, false, 0.0, t, stops, stop);
  int status = CALL("SetupExperiment", void*, int, double, double, int, double)(i, 0, 0.0, t, stops, stop);
  return status != 0 ? status : CALL("EnterInitializationMode", void*)(i);
}
static int get(void* i, const unsigned* r, size_t n, double* x, size_t m) {
  if (version == 2) return CALL("GetReal", void*, const unsigned*, size_t, double*)(i, r, n, x);
  return CALL("GetFloat64", void*, const unsigned*, size_t, double*, size_t)(i, r, n, x, m);
}
static int set(void* i, const unsigned* r, size_t n, const double* x, size_t m) {
  if (version == 2) return CALL("SetReal", void*, const unsigned*, size_t, const double*)(i, r, n, x);
  return CALL("SetFloat64", void*, const unsigned*, size_t, const double*, size_t)(i, r, n, x, m);
}
static bool needed;
static int step(void* i, double t, double H, double* last, bool* early) {
  if (version == 2) return CALL("DoStep", void*, double, double, int)(i, t, H, 1);
  bool terminate;
  return CALL("DoStep", void*, double, double, bool, bool*, bool*, bool*, double*)(i, t, H, true, &needed, &terminate, early, last);
}

/* A driven run: the inputs of a row before each step, and its outputs after it. */
typedef struct {
  unsigned in[1024], out[4096];
  size_t ins, given, outs, values, steps;
  double t, H, *from, *to;
  void* instance;
  int status;
} Run;
static void* drive(void* argument) {
  Run* r = argument;
  double last;
  bool early;
  r->status = 0;
  for (size_t n = 0; n < r->steps && r->status == 0; n++) {
    if (r->ins > 0) r->status = set(r->instance, r->in, r->ins, r->from + n * r->given, r->given);
    if (r->status == 0) r->status = step(r->instance, r->t + (double)n * r->H, r->H, &last, &early);
    if (r->status == 0) r->status = get(r->instance, r->out, r->outs, r->to + n * r->values, r->values);
  }
  return NULL;
}
/*
 * A line with the number and references of inputs, then of outputs, and the numbers of output and
 * input values.
 */
static void references(Run* r) {
  char* word;
  r->ins = strtoul(strtok(NULL, " "), NULL, 10);
  for (size_t k = 0; k < r->ins && (word = strtok(NULL, " ")) != NULL; k++) r->in[k] = (unsigned)strtoul(word, NULL, 10);
  r->outs = strtoul(strtok(NULL, " "), NULL, 10);
  for (size_t k = 0; k < r->outs && (word = strtok(NULL, " ")) != NULL; k++) r->out[k] = (unsigned)strtoul(word, NULL, 10);
  r->values = strtoul(strtok(NULL, " "), NULL, 10);
  r->given = strtoul(strtok(NULL, " "), NULL, 10);
}
static long resident(void) {
  long pages = 0, all;
#if !defined(_WIN32)
  FILE* f = fopen("/proc/self/statm", "r");
  if (f == NULL || fscanf(f, "%ld %ld", &all, &pages) != 2) pages = -1;
  if (f != NULL) fclose(f);
#endif
  return pages * 4;
}

static const char* word(void) {
  const char* w = strtok(NULL, " ");
  return w == NULL ? "" : w;
}
static double number(void) { return strtod(word(), NULL); }
static long whole(void) { return strtol(word(), NULL, 10); }

static int line(const char* what) {
  unsigned r;
  double x, last = 0.0;
  bool early = false;
  if (strcmp(what, "load") == 0) {
    version = (int)whole();
    const char* path = word();
    library = OPEN(path);
    if (library == NULL) printf("cannot load %s\n", path), exit(2);
    return 0;
  }
  if (strcmp(what, "token") == 0) return strcpy(token, word()), 0;
  if (strcmp(what, "resident") == 0) return printf("resident %ld\n", resident()), 0;
  long k = whole();
  if (k < 0 || k >= most) exit(2);
  void** i = &instances[k];
  if (strcmp(what, "new") == 0 || strcmp(what, "reporting") == 0)
    return *i = make(strcmp(what, "new") == 0 ? "one" : "two", strcmp(what, "reporting") == 0, false), *i == NULL ? 3 : 0;
  /* With event mode. The patient one is without early return. */
  if (strcmp(what, "eventful") == 0 || strcmp(what, "patient") == 0) return *i = make(what, false, true), *i == NULL ? 3 : 0;
  if (strcmp(what, "move") == 0) return moved = *i, moved_input = (unsigned)whole(), 0;
  if (strcmp(what, "early") == 0) return early_after = (int)k, updates = 0;
  if (strcmp(what, "free") == 0) return drop(*i), *i = NULL, 0;
  if (strcmp(what, "enter") == 0) {
    x = number();
    const char* stop = word();
    return enter(*i, x, *stop != 0, strtod(stop, NULL));
  }
  if (strcmp(what, "exit") == 0) return CALL("ExitInitializationMode", void*)(*i);
  if (strcmp(what, "reset") == 0) return CALL("Reset", void*)(*i);
  if (strcmp(what, "terminate") == 0) return CALL("Terminate", void*)(*i);
  if (strcmp(what, "call") == 0) return CALL(word(), void*)(*i);
  if (strcmp(what, "get") == 0) {
    r = (unsigned)whole();
    /* An array with its number of elements. Only the first is printed. */
    long m = whole();
    double values[16] = {0.0};
    int status = get(*i, &r, 1, values, m == 0 ? 1 : (size_t)m);
    if (status == 0) printf("value %.17g\n", values[0]);
    return status;
  }
  /* nothing k get|set list: one reference or value that is a null pointer */
  if (strcmp(what, "nothing") == 0) {
    bool sets = strcmp(word(), "set") == 0, no_values = strcmp(word(), "values") == 0;
    r = 1;
    x = 0.0;
    const unsigned* list = no_values ? &r : NULL;
    double* values = no_values ? NULL : &x;
    return sets ? set(*i, list, 1, values, 1) : get(*i, list, 1, values, 1);
  }
  if (strcmp(what, "set") == 0) return r = (unsigned)whole(), x = number(), set(*i, &r, 1, &x, 1);
  if (strcmp(what, "set2") == 0) return r = (unsigned)whole(), set(*i, &r, 1, (double[2]){0.0, 0.0}, 2);
  if (strcmp(what, "choose") == 0) {
    r = (unsigned)whole();
    int64_t wide = whole();
    int narrow = (int)wide;
    if (version == 2) return CALL("SetInteger", void*, const unsigned*, size_t, const int*)(*i, &r, 1, &narrow);
    return CALL("SetInt64", void*, const unsigned*, size_t, const int64_t*, size_t)(*i, &r, 1, &wide, 1);
  }
  if (strcmp(what, "derive") == 0) {
    r = (unsigned)whole();
    int order = (int)whole();
    x = number();
    return CALL("SetRealInputDerivatives", void*, const unsigned*, size_t, const int*, const double*)(*i, &r, 1, &order, &x);
  }
  if (strcmp(what, "partial") == 0) {
    r = (unsigned)whole();
    unsigned known = (unsigned)whole();
    double seed = 1.0;
    int status = version == 2 ? CALL("GetDirectionalDerivative", void*, const unsigned*, size_t, const unsigned*, size_t, const double*,
                                     double*)(*i, &r, 1, &known, 1, &seed, &x)
                              : CALL("GetDirectionalDerivative", void*, const unsigned*, size_t, const unsigned*, size_t, const double*, size_t,
                                     double*, size_t)(*i, &r, 1, &known, 1, &seed, 1, &x, 1);
    if (status == 0) printf("value %.17g\n", x);
    return status;
  }
  if (strcmp(what, "step") == 0) {
    x = number();
    updates = 0;
    int status = step(*i, x, number(), &last, &early);
    if (version == 3) printf("last %.17g early %d updates %d%s\n", last, early, updates, needed ? " event" : "");
    return status;
  }
  if (strcmp(what, "silence") == 0 || strcmp(what, "hear") == 0) {
    /* silence k: without categories / hear k category */
    const char* category = word();
    int on = strcmp(what, "hear") == 0;
    if (version == 2) return CALL("SetDebugLogging", void*, int, size_t, const char* const*)(*i, on, *category != 0, &category);
    return CALL("SetDebugLogging", void*, bool, size_t, const char* const*)(*i, on, *category != 0, &category);
  }
  if (strcmp(what, "tick") == 0 || strcmp(what, "untick") == 0) {
    r = (unsigned)whole();
    bool active = strcmp(what, "tick") == 0;
    return CALL("SetClock", void*, const unsigned*, size_t, const bool*)(*i, &r, 1, &active);
  }
  if (strcmp(what, "active") == 0) {
    r = (unsigned)whole();
    bool active = false;
    int status = CALL("GetClock", void*, const unsigned*, size_t, bool*)(*i, &r, 1, &active);
    if (status == 0) printf("clock %d\n", active);
    return status;
  }
  if (strcmp(what, "update") == 0) {
    bool again, terminate, a, b, defined;
    int status = CALL("UpdateDiscreteStates", void*, bool*, bool*, bool*, bool*, bool*, double*)(*i, &again, &terminate, &a, &b, &defined, &x);
    if (status == 0) printf("again %d next %.17g\n", again, defined ? x : -1.0);
    return status;
  }
  if (strcmp(what, "interval") == 0) {
    r = (unsigned)whole();
    int qualifier;
    int status = CALL("GetIntervalDecimal", void*, const unsigned*, size_t, double*, int*)(*i, &r, 1, &x, &qualifier);
    if (status == 0) printf("every %.17g %d\n", x, qualifier);
    return status;
  }
  if (strcmp(what, "every") == 0)
    return r = (unsigned)whole(), x = number(), CALL("SetIntervalDecimal", void*, const unsigned*, size_t, const double*)(*i, &r, 1, &x);
  if (strcmp(what, "shift") == 0) {
    r = (unsigned)whole();
    int status = CALL("GetShiftDecimal", void*, const unsigned*, size_t, double*)(*i, &r, 1, &x);
    if (status == 0) printf("shift %.17g\n", x);
    return status;
  }
  const char* State = version == 2 ? "state" : "State";
  char name[64];
#define NAMED(before, after) (snprintf(name, sizeof name, before "FMU%s" after, State), name)
  if (strcmp(what, "save") == 0) return CALL(NAMED("Get", ""), void*, void**)(*i, &states[whole()]);
  if (strcmp(what, "restore") == 0) return CALL(NAMED("Set", ""), void*, void*)(*i, states[whole()]);
  if (strcmp(what, "forget") == 0) return CALL(NAMED("Free", ""), void*, void**)(*i, &states[whole()]);
  if (strcmp(what, "through") == 0 || strcmp(what, "spoilt") == 0) {
    /*
     * Restores through the serialized form into a new state. `spoilt` changes a byte of the token.
     */
    long s = whole();
    size_t size = 0;
    int status = CALL(NAMED("Serialized", "Size"), void*, void*, size_t*)(*i, states[s], &size);
    if (status != 0) return status;
    char* bytes = malloc(size);
    status = CALL(NAMED("Serialize", ""), void*, void*, char*, size_t)(*i, states[s], bytes, size);
    if (strcmp(what, "spoilt") == 0) bytes[3] ^= 1;
    void* other = NULL;
    if (status == 0)
      status = CALL(version == 2 ? "DeSerializeFMUstate" : "DeserializeFMUState", void*, const char*, size_t, void**)(*i, bytes, size, &other);
    free(bytes);
    if (status != 0) return status;
    CALL(NAMED("Free", ""), void*, void**)(*i, &states[s]);
    states[s] = other;
    return 0;
  }
  if (strcmp(what, "cycles") == 0) {
    /* k is unused. Creates and frees an instance many times. */
    for (long n = whole(); n > 0; n--) {
      void* one = make("one", false, false);
      if (one == NULL || enter(one, 0.0, 0, 0.0) != 0 || CALL("ExitInitializationMode", void*)(one) != 0) return 3;
      drop(one);
    }
    return 0;
  }
  if (strcmp(what, "run") == 0 || strcmp(what, "threads") == 0) {
    /*
     * run k first-time H steps file-of-inputs file-of-outputs references threads: instances 0 to k
     * - 1 at once
     */
    Run run = {.t = number()};
    run.H = number();
    run.steps = (size_t)whole();
    const char *from = word(), *to = word();
    char path[512];
    strcpy(path, to);
    FILE* f = fopen(from, "rb");
    references(&run);
    run.from = malloc((run.steps * run.given + 1) * 8);
    if (f == NULL || fread(run.from, 8, run.steps * run.given, f) != run.steps * run.given) printf("cannot read inputs\n"), exit(2);
    fclose(f);
    bool many = strcmp(what, "threads") == 0;
    long n = many ? k : 1;
    Run all[most];
    for (long j = 0; j < n; j++) {
      all[j] = run;
      all[j].instance = instances[many ? j : k];
      all[j].to = calloc(run.steps * run.values + 1, 8);
    }
#if !defined(_WIN32)
    pthread_t threads[most];
    for (long j = 1; j < n; j++) pthread_create(&threads[j], NULL, drive, &all[j]);
#endif
    drive(&all[0]);
#if !defined(_WIN32)
    for (long j = 1; j < n; j++) pthread_join(threads[j], NULL);
#endif
    f = fopen(path, "wb");
    int status = 0;
    for (long j = 0; j < n; j++) {
      fwrite(all[j].to, 8, run.steps * run.values, f);
      if (all[j].status != 0) status = all[j].status;
      free(all[j].to);
    }
    fclose(f);
    free(run.from);
    return status;
  }
  printf("what is %s?\n", what);
  exit(2);
}

int main(void) {
  static char text[65536];
  while (fgets(text, sizeof text, stdin) != NULL) {
    text[strcspn(text, "\r\n")] = 0;
    char* what = strtok(text, " ");
    if (what == NULL) continue;
    int status = line(what);
    printf("%s %d\n", what, status);
    fflush(stdout);
  }
  return 0;
}
