import type { NumericArray } from '../../../fmu-sdk/host/instance/instance.ts';
import { op } from '../../../fmu-sdk/wasm/opcodes.ts';

/** Instructions that read and write the elements of an array. */
interface Elements {
  load: number;
  store: number;
  /** Type of the value on the stack for `load` and `store`. */
  as: 'i32' | 'i64' | 'f32' | 'f64';
  unsigned?: true;
}

const elements: Readonly<Record<string, Elements>> = {
  Int8Array: { load: op.i32Load8s, store: op.i32Store8, as: 'i32' },
  Uint8Array: { load: op.i32Load8u, store: op.i32Store8, as: 'i32', unsigned: true },
  Int16Array: { load: op.i32Load16s, store: op.i32Store16, as: 'i32' },
  Uint16Array: { load: op.i32Load16u, store: op.i32Store16, as: 'i32', unsigned: true },
  Int32Array: { load: op.i32Load, store: op.i32Store, as: 'i32' },
  Uint32Array: { load: op.i32Load, store: op.i32Store, as: 'i32', unsigned: true },
  BigInt64Array: { load: op.i64Load, store: op.i64Store, as: 'i64' },
  BigUint64Array: { load: op.i64Load, store: op.i64Store, as: 'i64' },
  Float32Array: { load: op.f32Load, store: op.f32Store, as: 'f32' },
  Float64Array: { load: op.f64Load, store: op.f64Store, as: 'f64' },
};

const conversions: Readonly<Record<string, number>> = {
  'i32 f64': op.f64ConvertI32s,
  'unsigned f64': op.f64ConvertI32u,
  'f32 f64': op.f64PromoteF32,
  'i32 f32': op.f32ConvertI32s,
  'unsigned f32': op.f32ConvertI32u,
  'i32 i64': op.i64ExtendI32s,
  'unsigned i64': op.i64ExtendI32u,
};

/**
 * Instructions between an address on the stack and its value, in the type of the array `target`.
 */
export interface Move {
  load: readonly number[];
  store: readonly number[];
}

/**
 * Returns the conversion of a value between array types. Undefined if JavaScript does not support
 * the assignment.
 */
export function moveOf(source: NumericArray, target: NumericArray): Move | undefined {
  const [from, to] = [elements[source.constructor.name], elements[target.constructor.name]];
  const kind = `${from.unsigned && from.as !== to.as ? 'unsigned' : from.as} ${to.as}`;
  const conversion = from.as === to.as ? [] : [conversions[kind]];
  if (conversion.includes(undefined as never)) return undefined;
  return { load: [from.load, 0, 0, ...conversion], store: [to.store, 0, 0] };
}
