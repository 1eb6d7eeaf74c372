import type { BaseUnit } from '../../../description/description.ts';
import { parseUnitOfMeasure } from '../../../description/si-units.ts';

/** Unit of measure of an expression, and the variables that it stems from. */
export interface Measure {
  readonly base: BaseUnit;
  /** Variables with their units of measure: `this.k [N/mm]`. */
  readonly terms: readonly string[];
  /** True if a product has a variable in SI units and one in other units, such as bar/MPa. */
  readonly mixed: boolean;
  /** Variable whose offset a product ignores, such as a temperature in degC. */
  readonly ignored?: string | undefined;
}

const axes = ['kg', 'm', 's', 'A', 'K', 'mol', 'cd'] as const;

/** Returns the measure of a variable, or undefined if its unit of measure is unknown. */
export function measureOf(name: string, unit: string): Measure | undefined {
  const base = parseUnitOfMeasure(unit);
  return base === undefined ? undefined : { base, terms: [`${name} [${unit}]`], mixed: false };
}

/** Returns true if two measures are of one quantity. Angles have no dimension here. */
export function isSameQuantity(a: Measure, b: Measure): boolean {
  return axes.every((axis) => Math.abs(a.base[axis] - b.base[axis]) < 1e-9);
}

/** Returns true if numbers of both measures mean the same. */
export function isSameScale(a: Measure, b: Measure): boolean {
  return isSameFactor(a, b) && Math.abs(a.base.offset - b.base.offset) < 1e-6;
}

/** Returns true if differences of both measures mean the same. */
export function isSameFactor(a: Measure, b: Measure): boolean {
  return Math.abs(a.base.factor / b.base.factor - 1) < 1e-9;
}

export function isInSi({ base }: Measure): boolean {
  return Math.abs(base.factor - 1) < 1e-9 && base.offset === 0;
}

/** Returns true for a pure number in unit 1, which changes no measure. */
const isOne = (measure: Measure): boolean =>
  isInSi(measure) && measure.base.rad === 0 && axes.every((axis) => measure.base[axis] === 0);

/** Returns the measure of aᵖ·b^q. */
export function product(a: Measure, p: number, b: Measure, q: number): Measure {
  const base = { ...a.base, factor: a.base.factor ** p * b.base.factor ** q, offset: 0 };
  for (const axis of [...axes, 'rad'] as const) base[axis] = p * a.base[axis] + q * b.base[axis];
  const isRatio = p * q < 0 && isSameQuantity(a, b) && axes.some((axis) => a.base[axis] !== 0);
  const meets = (isInSi(a) !== isInSi(b) && !isOne(a) && !isOne(b)) || (isRatio && !isSameFactor(a, b));
  const withOffset = [a, b].find((measure) => measure.base.offset !== 0)?.terms[0];
  const ignored = a.ignored ?? b.ignored ?? withOffset;
  return { base, terms: union(a, b), mixed: a.mixed || b.mixed || meets, ignored };
}

/** Returns the measure of a number times a value. Half of the sum of two temperatures is a temperature. */
export function scaled(measure: Measure, factor: number): Measure {
  return { ...measure, base: { ...measure.base, offset: factor * measure.base.offset } };
}

/** Returns the measure of a sum or difference. The difference of two temperatures has no offset. */
export function sum(a: Measure, b: Measure, isDifference: boolean): Measure {
  const offset = a.base.offset + (isDifference ? -b.base.offset : b.base.offset);
  const ignored = a.ignored ?? b.ignored;
  return { base: { ...a.base, offset }, terms: union(a, b), mixed: a.mixed || b.mixed, ignored };
}

const union = (a: Measure, b: Measure): string[] => [...new Set([...a.terms, ...b.terms])];
