import { elementCount, type ModelDescription, type Variable } from '../../../description/description.ts';
import type { Stateful, StateVisitor } from '../../../util/state/stateful.ts';
import { UserError } from '../../../util/user-error.ts';
import type { NumericType } from '../../instance/fmi-api.ts';
import type { NumericArray } from '../../instance/instance.ts';
import { arrayOf, elementOf, equalElements, isNumeric, unknownValue } from './variable-arrays.ts';

/** Location of a variable's elements in the memory of its type. */
export interface Slot {
  variable: Variable & { type: NumericType };
  view: NumericArray;
  offset: number;
  length: number;
}

/** Elements that the user gave a value, by the name of their variable. */
export type GivenElements = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * The numeric variables of an FMU on the host's side, initialized with the description's start
 * values. There is one array per type, so that the coupling loop uses a single array of doubles per
 * FMU.
 */
export class Memory implements Stateful {
  readonly arrays: Map<NumericType, NumericArray> = new Map();
  private readonly starts = new Map<NumericType, NumericArray>();
  /** Slots by name, in the order of the description. */
  readonly slots: Map<string, Slot> = new Map();
  private readonly unit: string;
  /** Position of the input polynomials in the doubles, after the variables. */
  readonly polynomialsAt: number;

  /** `polynomials` are inputs with three additional numbers per element. */
  constructor(
    description: ModelDescription,
    unit: string,
    polynomials: readonly Variable[] = [],
    private readonly given: GivenElements = new Map(),
  ) {
    this.unit = unit;
    const lengths = new Map<NumericType, number>();
    for (const { type, ...variable } of description.variables)
      if (isNumeric(type)) lengths.set(type, (lengths.get(type) ?? 0) + elementCount({ type, ...variable }));
    this.polynomialsAt = lengths.get('Float64') ?? 0;
    const more = polynomials.reduce((sum, variable) => sum + 3 * elementCount(variable), 0);
    if (more > 0) lengths.set('Float64', this.polynomialsAt + more);
    const isWide = hasWideItems(description);
    for (const [type, length] of lengths)
      this.arrays.set(
        type,
        type === 'Enumeration' && isWide ? new Float64Array(length) : arrayOf(type, length),
      );
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
        ? `exchange ${this.unit}.${variable.name}: the FMU does not have this variable.`
        : `exchange ${this.unit}.${variable.name}: a ${variable.type} variable does not have a numeric view.`,
    );
  }

  /** Reports whether a variable differs from its start value, or was given if that is void. */
  changed(slot: Slot): boolean {
    const { variable, view, offset, length } = slot;
    const start = this.starts.get(variable.type) as NumericArray;
    for (let i = 0; i < length; i++)
      if (!equalElements(view[offset + i], start[offset + i]) || this.isGiven(slot, i)) return true;
    return false;
  }

  /** Returns the elements whose value only the FMU knows: void ones that nobody has written. */
  unknownElements(slot: Slot): number[] {
    const { variable, view, offset, length } = slot;
    if (!isVoid(variable, length)) return [];
    const unknown = unknownValue(variable.type);
    return Array.from({ length }, (_, i) => i).filter(
      (i) => equalElements(view[offset + i], unknown) && !this.isGiven(slot, i),
    );
  }

  private isGiven({ variable }: Slot, element: number): boolean {
    return variable.resized === true && this.given.get(variable.name)?.has(element) === true;
  }

  reset(): void {
    for (const [type, array] of this.arrays) {
      const start = this.starts.get(type) as NumericArray;
      for (let i = 0; i < array.length; i++) array[i] = start[i];
    }
  }

  visitState(state: StateVisitor): void {
    for (const array of this.arrays.values()) state.array('memory', array);
  }
}

/**
 * Reports whether items of enumerations exceed 32 bits, as FMI 3.0 allows. Then the memory of
 * enumerations has doubles, which are exact for the items of a description.
 */
function hasWideItems({ types }: ModelDescription): boolean {
  return types.some(({ items = [] }) => items.some(({ value }) => value !== (value | 0)));
}

/** Fills in start values. Void ones are marked until the FMU's values are read. */
function begin({ variable, view, offset, length }: Slot): void {
  const { type, start } = variable;
  if (isVoid(variable, length)) view.fill(unknownValue(type) as never, offset, offset + length);
  else if (start?.length === length)
    for (let i = 0; i < length; i++) view[offset + i] = elementOf(type, start[i]);
  else if (start?.length === 1) for (let i = 0; i < length; i++) view[offset + i] = elementOf(type, start[0]);
}

/** Reports whether the description lacks the values: after a resize, or without a start value. */
export function isVoid({ type, start, causality, resized }: Slot['variable'], length: number): boolean {
  if (resized === true) return true;
  const fits = start?.length === length || start?.length === 1;
  return !fits && (causality === 'parameter' || causality === 'input') && type.startsWith('Float');
}
