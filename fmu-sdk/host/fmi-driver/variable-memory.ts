import { elementCount, type ModelDescription, type Variable } from '../../description/description.ts';
import { UserError } from '../../util/user-error.ts';
import type { NumericType } from '../fmi-api.ts';
import type { NumericArray } from '../instance.ts';
import { arrayOf, elementOf, isNumeric, same } from './variable-arrays.ts';

/** Where a variable's elements stand in the memory of its type. */
export interface Slot {
  variable: Variable & { type: NumericType };
  view: NumericArray;
  offset: number;
  length: number;
}

/**
 * The numbers of all variables of a unit on the host's side, one array for each type, so that the coupling loop meets a
 * single array of doubles per unit. They begin as the start values of the description.
 */
export class Memory {
  readonly arrays: Map<NumericType, NumericArray> = new Map();
  private readonly starts = new Map<NumericType, NumericArray>();
  /** By name, in the order of the description. */
  readonly slots: Map<string, Slot> = new Map();
  private readonly unit: string;
  /** Where the polynomials of inputs stand among the doubles: behind the variables. */
  readonly polynomialsAt: number;

  /** `polynomials` are the inputs that have three numbers for each element beside their values. */
  constructor(description: ModelDescription, unit: string, polynomials: readonly Variable[] = []) {
    this.unit = unit;
    const lengths = new Map<NumericType, number>();
    for (const { type, ...variable } of description.variables)
      if (isNumeric(type)) lengths.set(type, (lengths.get(type) ?? 0) + elementCount({ type, ...variable }));
    this.polynomialsAt = lengths.get('Float64') ?? 0;
    const more = polynomials.reduce((sum, variable) => sum + 3 * elementCount(variable), 0);
    if (more > 0) lengths.set('Float64', this.polynomialsAt + more);
    for (const [type, length] of lengths) this.arrays.set(type, arrayOf(type, length));
    const offsets = new Map<NumericType, number>();
    for (const variable of description.variables) {
      if (!isNumeric(variable.type)) continue;
      const slot: Slot = {
        variable: variable as Slot['variable'],
        view: this.arrays.get(variable.type) as NumericArray,
        offset: offsets.get(variable.type) ?? 0,
        length: elementCount(variable),
      };
      offsets.set(variable.type, slot.offset + slot.length);
      this.slots.set(variable.name, slot);
      begin(slot);
    }
    for (const [type, array] of this.arrays) this.starts.set(type, array.slice());
  }

  slot(variable: Variable): Slot {
    const slot = this.slots.get(variable.name);
    if (slot !== undefined) return slot;
    throw new UserError(
      isNumeric(variable.type)
        ? `exchange ${this.unit}.${variable.name}: the unit has no such variable.`
        : `exchange ${this.unit}.${variable.name}: a ${variable.type} has no numeric view.`,
    );
  }

  /** Whether a variable stands at another value than its start value. */
  changed({ variable, view, offset, length }: Slot): boolean {
    const start = this.starts.get(variable.type) as NumericArray;
    for (let i = offset; i < offset + length; i++) if (!same(view[i], start[i])) return true;
    return false;
  }

  reset(): void {
    for (const [type, array] of this.arrays) {
      const start = this.starts.get(type) as NumericArray;
      for (let i = 0; i < array.length; i++) array[i] = start[i];
    }
  }
}

/** Fills in start values. A resized array has none: as NaN it waits for the unit's own. */
function begin({ variable, view, offset, length }: Slot): void {
  const { type, start, causality } = variable;
  if (start?.length === length) for (let i = 0; i < length; i++) view[offset + i] = elementOf(type, start[i]);
  else if (start?.length === 1) for (let i = 0; i < length; i++) view[offset + i] = elementOf(type, start[0]);
  else if ((causality === 'parameter' || causality === 'input') && type.startsWith('Float'))
    for (let i = 0; i < length; i++) view[offset + i] = Number.NaN;
}
