import { acceptsPolynomial, elementCount, type Variable } from '../../../description/description.ts';
import { type Group, groupsOf, startsOf } from '../../compile-sources/core-variables.ts';
import type { CarriedFmu } from './carried-fmu.ts';

/** Bytes of the state of the importer, which begins a region (`FmuState`), and place of the time in it. */
const [stateBytes, timeAt] = [40, 16];
const alignment = 64;

const sizes: Readonly<Record<string, number>> = {
  ...{ Float32: 4, Float64: 8, Int8: 1, UInt8: 1, Int16: 2, UInt16: 2, Int32: 4, UInt32: 4 },
  ...{ Int64: 8, UInt64: 8, Boolean: 1, Clock: 1, Enumeration: 4 },
};

/** A group with the places of its values in the region of its FMU. */
export interface PlacedGroup extends Group {
  readonly size: number;
  readonly count: number;
  readonly values: number;
  readonly sent: number;
  readonly given: number;
  /** Values in the form of calls, if they differ. */
  readonly converted: number;
}

/** Places of the values of a carried FMU in its region. */
export class CarriedLayout {
  readonly groups: readonly PlacedGroup[];
  /** Places of the inputs with a polynomial, by element, and their value references. */
  readonly inputs: readonly { at: number; reference: number }[];
  readonly slots: number;
  readonly slopes: number;
  /** Place of the table with the place of each variable. */
  readonly table: number;
  /** Size of the region. */
  readonly bytes: number;
  private readonly places = new Map<Variable, number>();

  constructor(private readonly fmu: CarriedFmu) {
    const { variables, interpolates } = fmu;
    let end = stateBytes;
    const take = (bytes: number): number => {
      const at = end;
      end += Math.ceil(bytes / 8) * 8;
      return at;
    };
    this.groups = groupsOf(variables).map((group): PlacedGroup => {
      const size = sizes[group.type];
      const count = group.variables.reduce((sum, v) => sum + elementCount(v), 0);
      const isConverted = group.type === 'Boolean' || group.type === 'Enumeration';
      const values = take(count * size);
      let from = values;
      for (const variable of group.variables) {
        this.places.set(variable, from);
        from += size * elementCount(variable);
      }
      return {
        ...{ ...group, size, count, values, sent: take(count * size), given: take(count * size) },
        converted: isConverted ? take(8 * count) : 0,
      };
    });
    this.inputs = variables
      .filter((v) => interpolates && followsPolynomial(v, fmu.fmi))
      .flatMap((v) =>
        Array.from({ length: elementCount(v) }, (_, i) => ({
          at: this.placeOf(v) + 8 * i,
          reference: v.valueReference,
        })),
      );
    this.slots = take(24 * this.inputs.length);
    this.slopes = take(32 * this.inputs.length);
    this.table = take(4 * variables.length);
    this.bytes = Math.ceil(end / alignment) * alignment;
  }

  /** Writes the start values and the table. */
  write(region: DataView): void {
    for (const { type, size, values, variables } of this.groups)
      variables.flatMap(startsOf).forEach((value, i) => {
        put(region, values + size * i, type, value);
      });
    this.fmu.variables.forEach((variable, i) => {
      region.setUint32(this.table + 4 * i, this.placeOf(variable), true);
    });
  }

  /** Returns the place of a variable. Time is part of the state of the importer. */
  private placeOf(variable: Variable): number {
    return this.places.get(variable) ?? timeAt;
  }
}

/** Reports whether an FMU that follows polynomials does so with a variable. */
export function followsPolynomial(variable: Variable, fmi: 2 | 3): boolean {
  return acceptsPolynomial(variable) && (fmi === 2 || variable.intermediateUpdate === true);
}

function put(region: DataView, at: number, type: string, value: number | bigint): void {
  if (type === 'Float32') region.setFloat32(at, Number(value), true);
  else if (type === 'Float64') region.setFloat64(at, Number(value), true);
  else
    for (let i = 0, rest = BigInt(value); i < sizes[type]; i++, rest >>= 8n)
      region.setUint8(at + i, Number(rest & 255n));
}
