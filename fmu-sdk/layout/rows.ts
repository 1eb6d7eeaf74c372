import type { Causality, FmiType, Variability } from '../description/description.ts';
import type { LayoutVariable } from './layout.ts';

/** The numbers of the types in the glue (`Type` and `typeNames` there); accessors are numbered in the same way. */
export const fmiTypeNumbers: readonly FmiType[] = [
  'Float32',
  'Float64',
  'Int8',
  'Int16',
  'Int32',
  'Int64',
  'UInt8',
  'UInt16',
  'UInt32',
  'UInt64',
  'Boolean',
  'String',
  'Binary',
  'Clock',
  'Enumeration',
];

const causalities: readonly Causality[] = [
  'input',
  'output',
  'parameter',
  'structuralParameter',
  'calculatedParameter',
  'local',
  'independent',
];

const variabilities: readonly Variability[] = ['constant', 'fixed', 'tunable', 'discrete', 'continuous'];

/** One row of seven numbers for each variable: see `Column` in the glue. */
export function variableRows(layout: readonly LayoutVariable[]): number[][] {
  let slot = 0;
  return layout.map((v, i) => {
    if (v.vr !== i)
      throw new Error(`lay out: variable ${i} has value reference ${v.vr}. Number them 0, 1, 2, … .`);
    let extra = -1;
    if (v.type === 'String' || v.type === 'Binary') extra = v.maxSize ?? 0;
    else if (v.derivativeSlots) {
      extra = slot;
      slot += v.size;
    }
    if (v.clock !== undefined) extra = v.clock.index;
    const numbers = [fmiTypeNumbers.indexOf(v.type), causalities.indexOf(v.causality)];
    const min = v.clock?.kind ?? v.min ?? 0;
    const max = v.clock?.settable ?? v.max ?? 0;
    return [...numbers, variabilities.indexOf(v.variability), v.size, min, max, extra];
  });
}
