/* The C interface of FMI 1.0, made by bin/generate.mjs from the tables of fmu-sdk/standard. */
#ifndef FMI1_H_
#define FMI1_H_
#include <stddef.h>

typedef void* fmi1Component;
typedef unsigned int fmi1ValueReference;
typedef double fmi1Real;
typedef int fmi1Integer;
typedef char fmi1Boolean;
typedef const char* fmi1String;

typedef enum { fmi1OK, fmi1Warning, fmi1Discard, fmi1Error, fmi1Fatal, fmi1Pending } fmi1Status;
typedef enum { fmi1DoStepStatus, fmi1PendingStatus, fmi1LastSuccessfulTime } fmi1StatusKind;

typedef void (*fmi1CallbackLogger)(fmi1Component, fmi1String instanceName, fmi1Status, fmi1String category, fmi1String message, ...);
/* Both are passed by value. */
typedef struct {
  fmi1CallbackLogger logger;
  void* (*allocateMemory)(size_t, size_t);
  void (*freeMemory)(void*);
} fmi1ModelCallbacks;
typedef struct {
  fmi1CallbackLogger logger;
  void* (*allocateMemory)(size_t, size_t);
  void (*freeMemory)(void*);
  void (*stepFinished)(fmi1Component, fmi1Status);
} fmi1SlaveCallbacks;

typedef struct {
  fmi1Boolean iterationConverged, stateValueReferencesChanged, stateValuesChanged, terminateSimulation, upcomingTimeEvent;
  fmi1Real nextEventTime;
} fmi1EventInfo;
#endif
