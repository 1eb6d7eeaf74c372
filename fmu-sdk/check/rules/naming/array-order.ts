import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { flatNames } from '../../model/structured-names.ts';
import type { Rule } from '../../rule.ts';

const structured = { variableNamingConvention: 'structured' };

export const namingArrayOrder: Rule = {
  id: 'naming/array-order',
  title: 'Elements of an array are consecutive and in order',
  class: 'advice',
  fmi2: '2.2.9',
  explanation:
    'In FMI 2.0 the existing elements of an array are given in consecutive order, the last index fastest: T[1,1], T[1,2], T[2,1].',
  needs: 'description',
  pass: [fmi2({ attributes: structured, variables: scalars('a[1,1]', 'a[1,3]', 'a[2,1]') })],
  fail: [
    fmi2({ attributes: structured, variables: scalars('a[2]', 'a[1]') }),
    fmi2({ attributes: structured, variables: scalars('a[1]', 'b', 'a[2]') }),
  ],
  inapplicableReason: flatNames,
  *check(model) {
    let last: { array: string; indices: readonly number[] } | undefined;
    const ended = new Set<string>();
    for (const variable of model.variables) {
      const match = /^(.*)\[([\d,]+)\]$/.exec(variable.name);
      const current =
        match === null ? undefined : { array: match[1], indices: match[2].split(',').map(Number) };
      if (last !== undefined && last.array !== current?.array) ended.add(last.array);
      if (current !== undefined && ended.has(current.array))
        yield defect(
          variable.element,
          'name',
          `Other variables are between the elements of ${JSON.stringify(current.array)}.`,
          'all elements together',
        );
      else if (
        current !== undefined &&
        last?.array === current.array &&
        !isBefore(last.indices, current.indices)
      )
        yield defect(
          variable.element,
          'name',
          `${JSON.stringify(variable.name)} is after an element that it must precede.`,
          'row-major order',
        );
      last = current;
    }
  },
};
function scalars(...names: string[]): string {
  return names
    .map((name, k) => `<ScalarVariable name="${name}" valueReference="${k}"><Real/></ScalarVariable>`)
    .join('');
}
function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const k = a.findIndex((index, i) => index !== b[i]);
  return k >= 0 && a[k] < b[k];
}
