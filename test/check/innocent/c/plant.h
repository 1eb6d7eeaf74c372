/*
 * A plant as an FMU of FMI 2.0 (-DFMI=2) or FMI 3.0 (-DFMI=3), for model exchange and
 * co-simulation. Each innocent FMU is one file that replaces some of the functions below.
 *
 *   der(x) = u - k x, der(v) = x - v, y = gain u + x, e = 3 d
 *
 * When x falls to 0.5, it is set to 1 and count grows. Every 0.5 s, beats grows.
 */
#ifndef PLANT_H_
#define PLANT_H_
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { states = 2, textBytes = 64, ownNumbers = 40 };
enum { vr_time, vr_x, vr_v, vr_dx, vr_dv, vr_k, vr_gain, vr_u, vr_y, vr_half, vr_d, vr_e, vr_own, vr_z,
       vr_count = 20, vr_beats, vr_n, vr_s = 30, vr_so };
enum { instantiated = 1, initialization = 2, eventMode = 4, continuous = 8, stepMode = 16, terminated = 32, configuration = 64 };
enum { ok, warning, discard, error, fatal, pending };

/* Everything that an FMU state keeps. */
typedef struct {
  int mode;
  double time, stop, tolerance;
  double x[states], k, gain, u, d, beat;
  int32_t count, beats, n;
  char text[textBytes];
  /* Numbers of the innocent FMU. */
  double own[ownNumbers];
} Model;

typedef struct Unit {
  Model m;
  bool exchange, events, early, logging;
  /* What the innocent FMU allocates. */
  void* own;
  /* Name of the instance, its environment, and the callbacks. */
  char* name;
  void* environment;
  const void* callbacks;
} Unit;

/* Answer to a step, or to the handling of events. */
typedef struct {
  bool event, terminate, early, again, nominals, values, nextDefined;
  double last, next;
} Answer;

/* What an innocent FMU may replace. */

/* Start of each call, except those that create and free. */
void called(Unit* c);
/* End of each call that set something: a value, time, an FMU state or discrete states. */
void wasSet(Unit* c);
/* Creation. Returns false if the FMU refuses. */
bool created(Unit* c);
void freed(Unit* c);
/* Sets the start values. */
void start(Unit* c);
/* Entry into and exit from Initialization Mode. */
int initialized(Unit* c, bool end);
double derivative(Unit* c, int i);
/* Values of "y", "half" and "own". */
double output(Unit* c);
double half(Unit* c);
double own(Unit* c);
/* Sets a Real variable whose mode was checked. */
int setReal(Unit* c, unsigned r, double value);
int32_t integer(Unit* c, unsigned r);
const char* text(Unit* c, unsigned r);
double indicator(Unit* c);
double nominal(Unit* c, int i);
double partial(Unit* c, unsigned unknown, unsigned known);
/* State of the solver of the importer, which dynamic state selection may choose anew. */
double state(Unit* c, int i);
void setState(Unit* c, int i, double value);
/* Progress over h, without events. */
void integrate(Unit* c, double h);
/* Distance from its own time that the FMU accepts as the begin of a step [s]. */
double slack(Unit* c);
/* Co-simulation step, whose begin and end were checked. */
int step(Unit* c, double t, double h, Answer* a);
/* True if an event is to be handled now. */
bool due(Unit* c);
/* Handles events: all of them, or those of "beats" and "count" only. */
void happen(Unit* c, Answer* a);
void beat(Unit* c, Answer* a);
void bounce(Unit* c, Answer* a);
/* End of a step of the importer's solver. */
bool completed(Unit* c);
void* save(Unit* c, void* old);
int restore(Unit* c, const void* saved);
void release(Unit* c, void* saved);
const Model* saved(Unit* c, const void* saved);
/* Makes an FMU state from bytes. */
void* made(Unit* c, const Model* m);
/* Structural parameter. */
int resize(Unit* c, int32_t n);

/* What the plant has. */
double real(Unit* c, unsigned r);
double plantPartial(const Unit* c, unsigned unknown, unsigned known);
void plantIntegrate(Unit* c, double h);
int plantStep(Unit* c, double t, double h, Answer* a);
void say(Unit* c, int status, const char* category, const char* format, ...);
int refuse(Unit* c, const char* format, ...);
bool allowed(Unit* c, int modes, const char* function);
/* Intermediate update of FMI 3.0. Returns true if the importer wants an early return. */
bool update(Unit* c, double time, bool mayReturn);
#endif
