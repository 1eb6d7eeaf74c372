import { groupBy, type Model } from '../checked-model.ts';
import type { Variable } from './model-variable.ts';

/** Sets of variables of FMI 2.0 that share a value: one base type, one value reference. */
export function aliasSets(model: Model): Variable[][] {
  const key = (variable: Variable): string | undefined =>
    variable.reference === undefined || variable.type === ''
      ? undefined
      : `${variable.type.replace('Enumeration', 'Integer')} ${variable.reference}`;
  return [...groupBy(model.variables, key).values()].filter((set) => set.length > 1);
}
