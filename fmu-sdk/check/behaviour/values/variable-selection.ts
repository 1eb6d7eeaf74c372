import { elementCount, enumerationItems, type Variable } from '../../../description/description.ts';
import {
  type IntegerType,
  integerRanges,
  isInteger,
  isWide,
} from '../../../description/values/float-types.ts';
import { measuringVariables } from '../../../description/variables/run-measurements.ts';
import { elementOf } from '../../../host/fmi-driver/variables/variable-arrays.ts';
import type { Phase } from '../calls/fmi-phases.ts';
import type { Target } from '../check-target.ts';
import type { Value } from './element-value-text.ts';

/**
 * Returns the start values of the description. Returns undefined if their number does not match the
 * number of elements.
 */
export function startOf(variable: Variable): Value[] | undefined {
  const { start, type } = variable;
  if (start === undefined || start.length !== elementCount(variable)) return undefined;
  return start.map((text): Value => {
    if (type === 'String') return text;
    if (type === 'Binary')
      return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    const value = elementOf(type, text);
    return type === 'Float32' ? Math.fround(Number(value)) : value;
  });
}

export function isNumber(variable: Variable): boolean {
  return !['String', 'Binary', 'Clock'].includes(variable.type);
}

/**
 * Returns true if the variable belongs to a clock, and is accessible only while the clock is
 * active.
 */
export function isClocked(variable: Variable): boolean {
  return variable.type === 'Clock' || (variable.clocks?.length ?? 0) > 0;
}

/**
 * Returns parameters and inputs, which can be set until the end of the initialization. Returns the
 * first variable of each value reference.
 */
export function settable({ description }: Target): Variable[] {
  const keys = new Set<string>();
  return description.variables.filter((v) => {
    if (v.causality !== 'input' && v.causality !== 'parameter') return false;
    if (v.variability === 'constant' || isClocked(v)) return false;
    const value = `${v.type === 'Enumeration' ? 'Int32' : v.type} ${v.valueReference}`;
    return !keys.has(value) && keys.add(value);
  });
}

/**
 * Returns the settable variables before the initialization: not inputs of FMI 2.0 (2.0.5, 3.2.3 and
 * 4.2.4, condition 1).
 */
export function settableBeforeInitialization(target: Target): Variable[] {
  return settable(target).filter((v) => target.fmi === 3 || v.causality !== 'input');
}

/**
 * Returns all variables that can be set before the initialization, including variables with a start
 * value.
 */
export function settableWithStart(target: Target): Variable[] {
  const begins = target.description.variables.filter(
    (v) =>
      v.initial === 'exact' &&
      (v.causality === 'local' || v.causality === 'output') &&
      v.variability !== 'constant' &&
      !isClocked(v),
  );
  return [...settable(target), ...begins];
}

/**
 * Returns inputs and other variables that can be set during the simulation. For model exchange
 * returns only continuous inputs, which can be set between events.
 */
export function settableDuringSimulation(target: Target): Variable[] {
  return settable(target).filter((v) =>
    target.kind === 'modelExchange'
      ? v.causality === 'input' && v.variability === 'continuous'
      : v.causality === 'input' || v.variability === 'tunable',
  );
}

/**
 * Returns the variables that are readable at any time, and have equal values in equal runs.
 */
export function readable({ description: { variables } }: Pick<Target, 'description'>): Variable[] {
  const measured = measuringVariables(variables);
  return variables.filter((v) => !isClocked(v) && !measured.has(v.name));
}

/** Returns the readable outputs. */
export function outputs(target: Pick<Target, 'description'>): Variable[] {
  return readable(target).filter((v) => v.causality === 'output');
}

/**
 * Returns other values that the variable may have within its bounds. Returns undefined if the
 * bounds allow no other value.
 */
export function otherValues(
  target: Target,
  variable: Variable,
  values: readonly Value[],
): Value[] | undefined {
  const others = values.map((value) => otherValue(target, variable, value));
  return others.includes(undefined) ? undefined : (others as Value[]);
}

function otherValue(target: Target, variable: Variable, value: Value): Value | undefined {
  const { type } = variable;
  if (type === 'String') return value === 'another' ? 'one more' : 'another';
  if (type === 'Binary') return otherBinary(value, variable.maxSize ?? 3);
  if (type === 'Boolean' || type === 'Clock') return value ? 0 : 1;
  if (type === 'Enumeration') {
    const items = enumerationItems(target.description, variable).map((item) => item.value);
    const other = items.find((item) => item !== Number(value));
    return other === undefined ? undefined : typeof value === 'bigint' ? BigInt(other) : other;
  }
  const [min, max] = [Number(variable.min ?? -Infinity), Number(variable.max ?? Infinity)];
  const fits = (x: number): boolean => x >= min && x <= max && x !== Number(value);
  const number = Number(value);
  if (type.startsWith('Float')) {
    const span = Math.abs(number) * 0.125 || Number(variable.nominal ?? 1) * 0.125;
    return [number + span, number - span, (number + max) / 2, (number + min) / 2].find(
      (x) => fits(x) && Number.isFinite(x) && (type === 'Float64' || Math.fround(x) === x),
    );
  }
  return isInteger(type) ? otherInteger(type, BigInt(value as number | bigint), min, max) : undefined;
}

function otherBinary(value: Value, maxSize: number): Uint8Array | undefined {
  if (maxSize < 1) return undefined;
  const other = Uint8Array.of(1, 2, 3).subarray(0, maxSize);
  const isEqual = String(other) === String(value);
  return isEqual ? other.map((byte) => byte + 4) : other;
}

/** Returns a neighbour of a whole number within the range of its type and its bounds. */
function otherInteger(type: IntegerType, value: bigint, min: number, max: number): Value | undefined {
  const [lowest, highest] = integerRanges[type];
  const fits = (x: bigint): boolean => x >= lowest && x <= highest && x >= min && x <= max;
  const other = [value + 1n, value - 1n].find(fits);
  return other === undefined || isWide(type) ? other : Number(other);
}

/** A value reference that no variable has. */
export function unknownReference({ description }: Target): number {
  const known = new Set(description.variables.map((v) => v.valueReference));
  let reference = 987_654;
  while (known.has(reference)) reference++;
  return reference;
}

/** The state in which the simulation goes on. */
export function running({ kind }: Target): Phase {
  if (kind === 'modelExchange') return 'continuousTime';
  return kind === 'coSimulation' ? 'step' : 'clockActivation';
}

/** Numeric types that the FMU's version of the standard has getters for, clocks aside. */
export function numericTypes({ fmi }: Target): Variable['type'][] {
  return fmi === 2
    ? ['Float64', 'Int32', 'Boolean']
    : [
        'Float32',
        'Float64',
        'Int8',
        'UInt8',
        'Int16',
        'UInt16',
        'Int32',
        'UInt32',
        'Int64',
        'UInt64',
        'Boolean',
      ];
}

/** Numbers whose start value is the value that they begin with. */
export function exact({ description }: Target): Variable[] {
  return description.variables.filter(
    (v) =>
      isNumber(v) &&
      !isClocked(v) &&
      (v.causality === 'input' ||
        v.causality === 'parameter' ||
        v.initial === 'exact' ||
        v.variability === 'constant'),
  );
}

/** Strings and binaries that begin with a start value. */
export function texts({ description }: Target): Variable[] {
  return description.variables.filter(
    (v) =>
      (v.type === 'String' || v.type === 'Binary') &&
      !isClocked(v) &&
      startOf(v) !== undefined &&
      v.initial !== 'calculated' &&
      v.initial !== 'approx',
  );
}

/** Values that a String or Binary variable may be given. */
export function samples(variable: Variable): (string | Uint8Array)[] {
  if (variable.type === 'String')
    return ['', 'plain', 'ß №', 'Größe “β” №7', ...[90, 100, 200, 2000, 100_000].map((n) => 'x'.repeat(n))];
  const most = variable.maxSize ?? 16;
  return [[], [0], [1, 0, 255], Array.from({ length: 16 }, (_, i) => i)]
    .filter((bytes) => bytes.length <= most)
    .map((bytes) => Uint8Array.from(bytes));
}
