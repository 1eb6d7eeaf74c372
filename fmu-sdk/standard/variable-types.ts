/** Types of variables of FMI 3.0 (3.0.2, 2.4.7), in the order of FMI-LS-WASM's accessors. */
export const fmiTypes = [
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
] as const;
/** One of `fmiTypes`. */
export type FmiType = (typeof fmiTypes)[number];

/**
 * Type of variables. Its index in `fmiTypes` is its number in FMUs, components and native
 * libraries.
 */
export interface TypeRow {
  readonly name: FmiType;
  /**
   * Type of a value in C, after `fmi3`'s typedef. An Enumeration has Int64 (FMI 3.0.2, 2.2.6.2).
   */
  readonly c: string;
  /**
   * Size of a value in C [bytes]. For a String or Binary the size of the pointer does not count.
   */
  readonly bytes: number;
  /** Value type in the lists of FMI-LS-WASM, in WIT. An Enumeration has Int64. */
  readonly wit: string;
  /**
   * Type of FMI 2.0 that holds all values of this type (FMI 2.0.5, 2.2.3): its Integer has 32 bits.
   */
  readonly fmi2?: Type2;
}

/**
 * Elements of `<ScalarVariable>` (FMI 2.0.5, 2.2.7), each with its C type (2.1.2) and its name in
 * FMI 3.0.
 */
export const types2 = {
  Real: { c: 'double', name: 'Float64' },
  Integer: { c: 'int', name: 'Int32' },
  Boolean: { c: 'int', name: 'Boolean' },
  String: { c: 'const char*', name: 'String' },
  Enumeration: { c: 'int', name: 'Enumeration' },
} as const;
export type Type2 = keyof typeof types2;

/**
 * Types of FMI 3.0.2, 2.2.2 (C types) and 2.4.7 (elements of `<ModelVariables>`), in the order of
 * `fmiTypes`.
 */
export const types: readonly TypeRow[] = [
  { name: 'Float32', c: 'float', bytes: 4, wit: 'f32', fmi2: 'Real' },
  { name: 'Float64', c: 'double', bytes: 8, wit: 'f64', fmi2: 'Real' },
  { name: 'Int8', c: 'int8_t', bytes: 1, wit: 's8', fmi2: 'Integer' },
  { name: 'Int16', c: 'int16_t', bytes: 2, wit: 's16', fmi2: 'Integer' },
  { name: 'Int32', c: 'int32_t', bytes: 4, wit: 's32', fmi2: 'Integer' },
  { name: 'Int64', c: 'int64_t', bytes: 8, wit: 's64' },
  { name: 'UInt8', c: 'uint8_t', bytes: 1, wit: 'u8', fmi2: 'Integer' },
  { name: 'UInt16', c: 'uint16_t', bytes: 2, wit: 'u16', fmi2: 'Integer' },
  { name: 'UInt32', c: 'uint32_t', bytes: 4, wit: 'u32' },
  { name: 'UInt64', c: 'uint64_t', bytes: 8, wit: 'u64' },
  { name: 'Boolean', c: 'bool', bytes: 1, wit: 'bool', fmi2: 'Boolean' },
  { name: 'String', c: 'const char*', bytes: 0, wit: 'string', fmi2: 'String' },
  { name: 'Binary', c: 'const fmi3Byte*', bytes: 0, wit: 'list<u8>' },
  { name: 'Clock', c: 'bool', bytes: 1, wit: 'bool' },
  { name: 'Enumeration', c: 'int64_t', bytes: 8, wit: 's64', fmi2: 'Enumeration' },
];

/** Types with functions `Get` and `Set` of their own. */
export const accessorOf: readonly TypeRow[] = types.filter(({ name }) => name !== 'Enumeration');

export function typeRow(name: FmiType): TypeRow {
  return types[fmiTypes.indexOf(name)];
}

/** Statuses of FMI 3.0.2, 2.2.3. FMI 2.0.5, 2.1.3, has one more. */
export const statuses = ['ok', 'warning', 'discard', 'error', 'fatal'] as const;
export const statuses2: readonly [...typeof statuses, 'pending'] = [...statuses, 'pending'];
