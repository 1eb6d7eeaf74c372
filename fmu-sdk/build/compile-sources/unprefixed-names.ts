import type { StandardFunction } from '../../standard/fmi-functions.ts';

/**
 * Returns C source of functions with the standard's names that call functions with the FMU's prefix
 * (`pump_fmi2DoStep`). Such prefixes occur in sources that may be linked with others (FMI 2.0.5,
 * 2.1.1). Returns `''` if nothing needs a new name.
 */
export function unprefixedNames(
  fmi: 2 | 3,
  functions: readonly StandardFunction[],
  modelIdentifier: string,
  exported: ReadonlySet<string>,
): string {
  const prefixed = functions.filter(({ name }) => {
    const standardName = `fmi${fmi}${name}`;
    return exported.has(`${modelIdentifier}_${standardName}`) && !exported.has(standardName);
  });
  if (prefixed.length === 0) return '';
  const lines = prefixed.map(({ name, result, parameters }) => {
    const [standardName, other] = [`fmi${fmi}${name}`, `${modelIdentifier}_fmi${fmi}${name}`];
    const call = `${other}(${argumentsOf(parameters)})`;
    return `extern ${result} ${other}(${parameters});
EXPORTED ${result} ${standardName}(${parameters}) { ${result === 'void' ? call : `return ${call}`}; }
`;
  });
  return `#include "types.h"
#if defined(_WIN32) || defined(__CYGWIN__)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif
${lines.join('')}`;
}

/** `const fmi2Real value[], size_t n` → `value, n`. */
function argumentsOf(parameters: string): string {
  if (parameters === 'void') return '';
  return parameters
    .split(',')
    .map((parameter) => parameter.replace('[]', '').trim().split(/[ *]+/).at(-1))
    .join(', ');
}
