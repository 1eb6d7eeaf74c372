import type { ModelDescription, Variable } from '../../description/description.ts';

/**
 * Returns C source of `elementsOf`. It gives the number of elements of each array, computed from
 * the structural parameters in its dimensions.
 */
export function elementsSource({ variables }: ModelDescription): string {
  const rows = variables
    .filter(({ dimensions }) => dimensions.length > 0)
    .map((variable) => `    case ${variable.valueReference}: return ${product(variable)};\n`);
  return `#include "component-lists.h"
static size_t size(fmi3Instance instance, fmi3ValueReference reference) {
  fmi3UInt64 n = 0;
  fmi3GetUInt64(instance, &reference, 1, &n, 1);
  return n;
}
size_t elementsOf(fmi3Instance instance, fmi3ValueReference reference) {
  (void)size;
  switch (reference) {
${rows.join('')}    default: return 1;
  }
}
`;
}

function product({ dimensions, dimensionReferences = [] }: Variable): string {
  return dimensions
    .map((fixed, d) => {
      const reference = dimensionReferences[d] ?? null;
      return reference === null ? String(fixed) : `size(instance, ${reference})`;
    })
    .join(' * ');
}
