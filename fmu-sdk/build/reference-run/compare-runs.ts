import type { Instance } from '../../host/instance/instance.ts';
import { UserError } from '../../util/user-error.ts';
import type { ReferenceUnit } from './reference-unit.ts';

/** Position in a differential run. */
export interface RunPosition {
  readonly unit: string;
  readonly run: number;
  readonly step: number;
  /** End of the step [s]. */
  readonly t: number;
}

/** Number of equal values, and the last variable that is NaN on both sides. */
export interface Agreement {
  values: number;
  nan: string;
}

/** Compares every numeric variable of both sides bit for bit. Any NaN equals any other NaN. */
export function compare(reference: ReferenceUnit, wasm: Instance, where: RunPosition): Agreement {
  const agreement: Agreement = { values: 0, nan: '' };
  for (const variable of wasm.description.variables) {
    if (variable.type === 'String' || variable.type === 'Binary') continue;
    const values = reference.get(variable.name);
    const { view, offset } = wasm.view(variable);
    const real = variable.type.startsWith('Float');
    for (let i = 0; i < values.length; i++) {
      // Integer arithmetic of TypeScript has a −0 that wasm lacks. It does not count as a
      // difference.
      const a = real ? values[i] : values[i] + 0;
      const b = Number(view[offset + i]);
      if (bits(a) !== bits(b))
        throw difference(variable.name + (values.length > 1 ? `[${i}]` : ''), a, b, where);
      agreement.values++;
      if (Number.isNaN(a)) agreement.nan = variable.name;
    }
  }
  return agreement;
}

const float = new Float64Array(1);
const word = new BigUint64Array(float.buffer);

function bits(value: number): bigint {
  float[0] = Number.isNaN(value) ? Number.NaN : value;
  return word[0];
}

function difference(name: string, a: number, b: number, { unit, run, step, t }: RunPosition): UserError {
  const show = (value: number): string => `${value} (0x${bits(value).toString(16).padStart(16, '0')})`;
  return new UserError(
    `differential ${unit}.${name}: run ${run}, step ${step} (t = ${t} s): as TypeScript ${show(a)}, as wasm ${show(b)}. ` +
      'Look for an integer that leaves its 32 bits, and run fmu lint.',
  );
}
