import { header2, header3 } from './c-headers.ts';
import type { StandardFunction } from './fmi-functions.ts';
import { functions2 } from './fmi2-functions.ts';
import { functions3 } from './fmi3-functions.ts';

/**
 * Returns the header files that importers supply for the sources of an FMU, by name (FMI 2.0.5,
 * 2.3, and FMI 3.0.2, 2.5.1.3). They contain types, function types, and functions with the prefix
 * of the standard's macros.
 */
export function importerHeaders(fmi: 2 | 3): Record<string, string> {
  const { types, functions, plain: unprefixed, callbacks } = parts[fmi];
  const prefix = `fmi${fmi}`;
  const guard = `FMI${fmi}`;
  const kindsOf = functions.map((f) => `typedef ${f.result} ${prefix}${f.name}TYPE(${f.parameters});\n`);
  return {
    [unprefixed]: `${types}
#ifndef ${guard}_PLAIN_TYPES_
#define ${guard}_PLAIN_TYPES_
${callbacks}#endif
`,
    [`${prefix}FunctionTypes.h`]: `#ifndef ${prefix}FunctionTypes_h
#define ${prefix}FunctionTypes_h
#include "${unprefixed}"
${kindsOf.join('')}#endif
`,
    [`${prefix}Functions.h`]: `#ifndef ${prefix}Functions_h
#define ${prefix}Functions_h
#ifdef __cplusplus
extern "C" {
#endif
#include "${prefix}FunctionTypes.h"
${exported(guard)}${functions.map((f) => prefixedDeclaration(prefix, guard, f)).join('')}#ifdef __cplusplus
}
#endif
#endif
`,
  };
}

/**
 * Functions of a shared library lack a prefix, whatever its sources define. Functions of
 * statically linked sources have one.
 */
function prefixedDeclaration(
  prefix: string,
  guard: string,
  { name, result, parameters }: StandardFunction,
): string {
  return `#define ${prefix}${name} ${prefix}FullName(${prefix}${name})
${guard}_Export ${result} ${prefix}${name}(${parameters});
`;
}

function exported(guard: string): string {
  const prefix = guard.toLowerCase();
  return `#ifndef ${guard}_Export
#if defined(_WIN32) || defined(__CYGWIN__)
#define ${guard}_Export __declspec(dllexport)
#else
#define ${guard}_Export __attribute__((visibility("default")))
#endif
#endif
#define ${prefix}Paste(a, b) a##b
#define ${prefix}PasteB(a, b) ${prefix}Paste(a, b)
#if defined(${guard}_FUNCTION_PREFIX) && !defined(${guard}_OVERRIDE_FUNCTION_PREFIX)
#define ${prefix}FullName(name) ${prefix}PasteB(${guard}_FUNCTION_PREFIX, name)
#else
#define ${prefix}FullName(name) name
#endif
`;
}

const parts = {
  2: {
    types: header2(),
    functions: functions2,
    plain: 'fmi2TypesPlatform.h',
    callbacks: `typedef char fmi2Char;
#define fmi2TypesPlatform "default"
#define fmi2Version "2.0"
#define fmi2True 1
#define fmi2False 0
typedef void* (*fmi2CallbackAllocateMemory)(size_t, size_t);
typedef void (*fmi2CallbackFreeMemory)(void*);
typedef void (*fmi2StepFinished)(fmi2ComponentEnvironment, fmi2Status);
`,
  },
  3: {
    types: header3(),
    functions: functions3,
    plain: 'fmi3PlatformTypes.h',
    callbacks: `typedef char fmi3Char;
#define fmi3Version "3.0"
#define fmi3True true
#define fmi3False false
#define fmi3ClockActive true
#define fmi3ClockInactive false
`,
  },
} as const;
