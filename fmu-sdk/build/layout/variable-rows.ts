import { type Mode, maskOf } from '../../standard/fmi-modes.ts';
import {
  causalities,
  initialTables,
  type Settable,
  settableIn,
  variabilities,
} from '../../standard/variability-table.ts';
import { fmiTypes } from '../../standard/variable-types.ts';
import type { LayoutVariable } from './variable-layout.ts';

/**
 * Columns of a row that describes a variable:
 * - type, causality and variability, as numbers of `standard/`, and the number of elements
 * - smallest and largest value of an Enumeration (for a Clock: kind, when its interval may be set)
 * - capacity of a String or Binary [bytes]
 * - number of the first [u, u′, u″] of a continuous Float64 input, or −1
 * - number of a Clock, or −1
 * - modes in which FMI 3.0 and FMI 2.0 let an importer set the variable
 */
export const columns = [
  'type',
  'causality',
  'variability',
  'size',
  'min',
  'max',
  'extra',
  'settable3',
  'settable2',
] as const;

/** Returns one row for each variable, in the order of `columns`. */
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
    return [
      fmiTypes.indexOf(v.type),
      causalities.indexOf(v.causality),
      variabilities.indexOf(v.variability),
      v.size,
      v.clock?.kind ?? v.min ?? 0,
      v.clock?.settable ?? v.max ?? 0,
      extra,
      maskOf(settableModes(v, settableIn(attributesOf(v)))),
      maskOf(settableModes(v, settableIn(attributesInFmi2(v)))),
    ];
  });
}

/**
 * Returns the modes in which an importer may set the variable. Within a step a unit takes inputs
 * from their polynomials, and only Float64 inputs have polynomials.
 */
function settableModes(v: LayoutVariable, modes: readonly Mode[]): Mode[] {
  return modes.filter((mode) => mode !== 'intermediate' || v.derivativeSlots === true);
}

/** Returns a variable's attributes. fmukit FMUs only use the default `initial`. */
function attributesOf({ type, causality, variability }: LayoutVariable): Settable {
  return { type, causality, variability, initial: initialTables['3.0'][causality]?.[variability]?.[0] };
}

/** FMI 2.0 treats a structural parameter as a parameter. */
function attributesInFmi2(v: LayoutVariable): Settable {
  return attributesOf(v.causality === 'structuralParameter' ? { ...v, causality: 'parameter' } : v);
}
