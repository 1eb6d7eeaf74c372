import { cs, me } from './fmi-functions.ts';
import type { FmiMajor } from './fmi-version.ts';
import { type Function1, functions1 } from './fmi1-functions.ts';
import { functions2 } from './fmi2-functions.ts';
import { functions3 } from './fmi3-functions.ts';
import { statuses, statuses2, types, types2 } from './variable-types.ts';

const generatedNote = 'made by bin/generate.mjs from the tables of fmu-sdk/standard';

function capital(word: string): string {
  return word.length === 2 ? word.toUpperCase() : word[0].toUpperCase() + word.slice(1);
}

function enumeration(prefix: string, name: string, words: readonly string[]): string {
  return `typedef enum { ${words.map((word) => prefix + capital(word)).join(', ')} } ${prefix}${name};\n`;
}

/**
 * Returns the C interface of FMI 1.0: types and callbacks (FMI 1.0 for Model Exchange, 2.1 and 2.2,
 * for Co-Simulation, 3.1). Its names get a number here, so that they do not collide with macros of
 * the standard's own headers.
 */
export function header1(): string {
  return `/* The C interface of FMI 1.0, ${generatedNote}. */
#ifndef FMI1_H_
#define FMI1_H_
#include <stddef.h>

typedef void* fmi1Component;
typedef unsigned int fmi1ValueReference;
typedef double fmi1Real;
typedef int fmi1Integer;
typedef char fmi1Boolean;
typedef const char* fmi1String;

${enumeration('fmi1', 'Status', statuses2)}typedef enum { fmi1DoStepStatus, fmi1PendingStatus, fmi1LastSuccessfulTime } fmi1StatusKind;

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
`;
}

/** The C interface of FMI 2.0: types and callbacks (FMI 2.0.5, 2.1.2 to 2.1.5, 4.2.3). */
export function header2(): string {
  const values = (['Real', 'Integer', 'Boolean', 'String'] as const).map(
    (name) => `typedef ${types2[name].c} fmi2${name};\n`,
  );
  return `/* The C interface of FMI 2.0 (standard 2.0.5, sections 2.1 and 4.2), ${generatedNote}. */
#ifndef FMI2_H_
#define FMI2_H_
#include <stddef.h>

typedef void* fmi2Component;
typedef void* fmi2ComponentEnvironment;
typedef void* fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
${values.join('')}typedef char fmi2Byte;

${enumeration('fmi2', 'Status', statuses2)}typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;

typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String name, fmi2Status, fmi2String category, fmi2String message, ...);
typedef struct {
  fmi2CallbackLogger logger;
  void* (*allocateMemory)(size_t, size_t);
  void (*freeMemory)(void*);
  void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
  fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
  fmi2Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged, valuesOfContinuousStatesChanged,
      nextEventTimeDefined;
  fmi2Real nextEventTime;
} fmi2EventInfo;
#endif
`;
}

/**
 * Returns the C interface of FMI 3.0: types and callbacks (FMI 3.0.2, 2.2.2, 2.2.3, 2.2.10, 2.3.1,
 * 4.2.2, 5.2).
 */
export function header3(): string {
  const elementaryTypes = types.filter(
    ({ name }) => !['String', 'Binary', 'Clock', 'Enumeration'].includes(name),
  );
  return `/* The C interface of FMI 3.0 (standard 3.0.2, sections 2.2 to 5.2), ${generatedNote}. */
#ifndef FMI3_H_
#define FMI3_H_
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void* fmi3Instance;
typedef void* fmi3InstanceEnvironment;
typedef void* fmi3FMUState;
typedef uint32_t fmi3ValueReference;
${elementaryTypes.map(({ name, c }) => `typedef ${c} fmi3${name};\n`).join('')}typedef const char* fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte* fmi3Binary;
typedef bool fmi3Clock;

${enumeration('fmi3', 'Status', statuses)}typedef enum { fmi3Independent, fmi3Constant, fmi3Fixed, fmi3Tunable, fmi3Discrete, fmi3Dependent } fmi3DependencyKind;
typedef enum { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged } fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String category, fmi3String message);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64 time, fmi3Boolean setRequested, fmi3Boolean getAllowed,
                                               fmi3Boolean stepFinished, fmi3Boolean canReturnEarly, fmi3Boolean* returnEarly,
                                               fmi3Float64* returnTime);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);
#endif
`;
}

/** Returns the kinds of interface that require the function, by their names in the host's C. */
function needOf({ requiredBy: needed }: Function1): string {
  if (needed === undefined) return 'no';
  if (needed.length > 1) return 'all';
  return needed[0] === me ? 'me' : needed[0] === cs ? 'cs' : 'se';
}

/** Returns the result type: a host must handle libraries that return an invalid status. */
function resultOf({ result }: Function1): string {
  return result.endsWith('Status') ? 'int' : result;
}

/**
 * Returns the functions of a standard for a host that looks them up by name: X(kinds that need it,
 * name, result, parameters).
 */
export function symbolTable(fmi: FmiMajor): string {
  const list = { 1: functions1, 2: functions2, 3: functions3 }[fmi].map(
    (f: Function1) => `  X(${needOf(f)}, ${f.name}, ${resultOf(f)}, (${f.parameters}))`,
  );
  return `/* The functions of FMI ${fmi}.0, ${generatedNote}:
   X(kinds that cannot do without it, name, result, parameters). */
#ifndef FMUKIT_SYMBOLS${fmi}_H_
#define FMUKIT_SYMBOLS${fmi}_H_
#include "../../../standard/c/fmi${fmi}.h"

#define FMI${fmi}_FUNCTIONS(X) \\
${list.join(' \\\n')}

typedef struct {
#define X(need, name, result, parameters) result(*name) parameters;
  FMI${fmi}_FUNCTIONS(X)
#undef X
} Functions${fmi};
#endif
`;
}
