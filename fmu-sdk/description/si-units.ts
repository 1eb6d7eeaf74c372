import type { BaseUnit, UnitOfMeasure } from './description.ts';

type Exponents = Omit<BaseUnit, 'factor' | 'offset'>;
const one: BaseUnit = { kg: 0, m: 0, s: 0, A: 0, K: 0, mol: 0, cd: 0, rad: 0, factor: 1, offset: 0 };
const axes: (keyof Exponents)[] = ['kg', 'm', 's', 'A', 'K', 'mol', 'cd', 'rad'];

const symbol = (exponents: Partial<Exponents>, factor = 1, offset = 0): BaseUnit => ({
  ...one,
  ...exponents,
  factor,
  offset,
});

/** Symbols in expressions of units of measure. */
const symbols: Record<string, BaseUnit> = {
  '1': one,
  '%': symbol({}, 0.01),
  kg: symbol({ kg: 1 }),
  g: symbol({ kg: 1 }, 1e-3),
  t: symbol({ kg: 1 }, 1e3),
  m: symbol({ m: 1 }),
  mm: symbol({ m: 1 }, 1e-3),
  cm: symbol({ m: 1 }, 1e-2),
  km: symbol({ m: 1 }, 1e3),
  l: symbol({ m: 3 }, 1e-3),
  s: symbol({ s: 1 }),
  ms: symbol({ s: 1 }, 1e-3),
  us: symbol({ s: 1 }, 1e-6),
  min: symbol({ s: 1 }, 60),
  h: symbol({ s: 1 }, 3600),
  A: symbol({ A: 1 }),
  mA: symbol({ A: 1 }, 1e-3),
  K: symbol({ K: 1 }),
  degC: symbol({ K: 1 }, 1, 273.15),
  mol: symbol({ mol: 1 }),
  cd: symbol({ cd: 1 }),
  rad: symbol({ rad: 1 }),
  deg: symbol({ rad: 1 }, Math.PI / 180),
  rpm: symbol({ rad: 1, s: -1 }, Math.PI / 30),
  Hz: symbol({ s: -1 }),
  N: symbol({ kg: 1, m: 1, s: -2 }),
  kN: symbol({ kg: 1, m: 1, s: -2 }, 1e3),
  Pa: symbol({ kg: 1, m: -1, s: -2 }),
  kPa: symbol({ kg: 1, m: -1, s: -2 }, 1e3),
  MPa: symbol({ kg: 1, m: -1, s: -2 }, 1e6),
  GPa: symbol({ kg: 1, m: -1, s: -2 }, 1e9),
  bar: symbol({ kg: 1, m: -1, s: -2 }, 1e5),
  J: symbol({ kg: 1, m: 2, s: -2 }),
  kJ: symbol({ kg: 1, m: 2, s: -2 }, 1e3),
  W: symbol({ kg: 1, m: 2, s: -3 }),
  kW: symbol({ kg: 1, m: 2, s: -3 }, 1e3),
  V: symbol({ kg: 1, m: 2, s: -3, A: -1 }),
  mV: symbol({ kg: 1, m: 2, s: -3, A: -1 }, 1e-3),
  Ohm: symbol({ kg: 1, m: 2, s: -3, A: -2 }),
  F: symbol({ kg: -1, m: -2, s: 4, A: 2 }),
  H: symbol({ kg: 1, m: 2, s: -2, A: -2 }),
  C: symbol({ s: 1, A: 1 }),
  T: symbol({ kg: 1, s: -2, A: -1 }),
  Wb: symbol({ kg: 1, m: 2, s: -2, A: -1 }),
  S: symbol({ kg: -1, m: -2, s: 3, A: 2 }),
  VA: symbol({ kg: 1, m: 2, s: -3 }),
  Nm: symbol({ kg: 1, m: 2, s: -2 }),
  Wh: symbol({ kg: 1, m: 2, s: -2 }, 3600),
  Ah: symbol({ s: 1, A: 1 }, 3600),
  L: symbol({ m: 3 }, 1e-3),
  ohm: symbol({ kg: 1, m: 2, s: -3, A: -2 }),
  Ω: symbol({ kg: 1, m: 2, s: -3, A: -2 }),
  d: symbol({ s: 1 }, 86_400),
  rev: symbol({ rad: 1 }, 2 * Math.PI),
  '°': symbol({ rad: 1 }, Math.PI / 180),
  '°C': symbol({ K: 1 }, 1, 273.15),
  degF: symbol({ K: 1 }, 5 / 9, 459.67 * (5 / 9)),
  atm: symbol({ kg: 1, m: -1, s: -2 }, 101_325),
  psi: symbol({ kg: 1, m: -1, s: -2 }, (0.453_592_37 * 9.806_65) / 0.0254 ** 2),
  in: symbol({ m: 1 }, 0.0254),
  ft: symbol({ m: 1 }, 0.3048),
  lb: symbol({ kg: 1 }, 0.453_592_37),
  lbf: symbol({ kg: 1, m: 1, s: -2 }, 0.453_592_37 * 9.806_65),
  hp: symbol({ kg: 1, m: 2, s: -3 }, 0.453_592_37 * 9.806_65 * 550 * 0.3048),
  mph: symbol({ m: 1, s: -1 }, 1609.344 / 3600),
  kph: symbol({ m: 1, s: -1 }, 1 / 3.6),
};

/** Symbols that allow SI prefixes (BIPM, 2019, 3), including customary ones. */
const prefixed: ReadonlySet<string> = new Set(
  'g t m l L s A K mol cd rad Hz N Pa bar J W V Ohm ohm Ω F H C T Wb S VA Nm Wh Ah'.split(' '),
);

const prefixes: ReadonlyMap<string, number> = new Map([
  ...[...'yzafpnumkMGTPEZY'].map(
    (letter, i) =>
      [letter, 10 ** [-24, -21, -18, -15, -12, -9, -6, -3, 3, 6, 9, 12, 15, 18, 21, 24][i]] as const,
  ),
  ['µ', 1e-6],
  ['μ', 1e-6],
  ['c', 1e-2],
  ['d', 1e-1],
  ['h', 1e2],
  ['da', 1e1],
]);

/** A symbol as it stands in the table, or behind a prefix: `mm`, `kV`, `µA`, `hPa`. */
function symbolOf(text: string): BaseUnit | undefined {
  if (Object.hasOwn(symbols, text)) return symbols[text];
  for (const length of [1, 2]) {
    const factor = prefixes.get(text.slice(0, length));
    const rest = text.slice(length);
    if (factor === undefined || !prefixed.has(rest)) continue;
    const baseUnit = symbols[rest];
    return { ...baseUnit, factor: factor * baseUnit.factor };
  }
  return undefined;
}

/**
 * Returns the SI form of an expression for a unit of measure such as `N.s/m`, `m3/s`, `kg/(m.s2)`.
 * It has symbols with SI prefixes and integer exponents, `.` or `*` or `·` between factors, at most one
 * `/`. Returns undefined for an unknown symbol, and for exponents of more than two digits.
 */
export function parseUnitOfMeasure(expression: string): BaseUnit | undefined {
  const parts = expression.split('/').map((part) => part.trim());
  if (parts.length > 2) return undefined;
  const result = { ...one };
  const powers: { symbol: BaseUnit; exponent: number }[] = [];
  for (const [sign, part] of [[1, parts[0]] as const, [-1, parts[1] ?? '1'] as const]) {
    for (const factor of part
      .replace(/^\((.*)\)$/, '$1')
      .split(/[.*·⋅]/)
      .map((text) => text.trim())) {
      const match = /^(1|%|[A-Za-zµμΩ°]+)(?:\^?(-?\d{1,2}))?$/.exec(factor);
      const symbol = match === null ? undefined : symbolOf(match[1]);
      if (match === null || symbol === undefined) return undefined;
      const exponent = sign * Number(match[2] ?? 1);
      for (const axis of axes) result[axis] += exponent * symbol[axis];
      result.factor *= symbol.factor ** exponent;
      if (match[1] !== '1') powers.push({ symbol, exponent });
    }
  }
  // An offset is valid only for a single symbol, however it is written: degC, but not W/degC.
  const [alone] = powers;
  if (powers.length === 1 && alone.exponent === 1) result.offset = alone.symbol.offset;
  return Number.isFinite(result.factor) && result.factor !== 0 ? result : undefined;
}

/**
 * Returns the SI form of the product of several expressions. Returns undefined if one of them is
 * unknown.
 */
export function productOf(expressions: readonly string[]): BaseUnit | undefined {
  const result = { ...one };
  for (const expression of expressions) {
    const item = parseUnitOfMeasure(expression);
    if (item === undefined) return undefined;
    for (const axis of axes) result[axis] += item[axis];
    result.factor *= item.factor;
  }
  return Number.isFinite(result.factor) && result.factor !== 0 ? result : undefined;
}

/**
 * Returns true if two units of measure are equal except for angles: a torque times an angle is an
 * energy, N.m.rad is J.
 */
export function isEqualExceptAngles(a: BaseUnit | undefined, b: BaseUnit | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const withoutAngles = (base: BaseUnit): UnitOfMeasure => ({ name: '', base: { ...base, rad: 0 } });
  return isSameUnitOfMeasure(withoutAngles(a), withoutAngles(b));
}

/**
 * Returns the definitions of the named units of measure, in the order of their first occurrence.
 */
export function unitsOfMeasure(names: Iterable<string>): UnitOfMeasure[] {
  return [...new Set(names)].map((name) => {
    const base = parseUnitOfMeasure(name);
    return base === undefined ? { name } : { name, base };
  });
}

/** Returns true if two units of measure have equal SI exponents, factors and offsets. */
export function isSameUnitOfMeasure(a: UnitOfMeasure, b: UnitOfMeasure): boolean {
  if (a.base === undefined || b.base === undefined) return a.name === b.name;
  const [x, y] = [a.base, b.base];
  return axes.every((axis) => x[axis] === y[axis]) && x.offset === y.offset && isClose(x.factor, y.factor);
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b));
}

/** Conversion from x in one unit of measure to factor · x + offset in another. */
export interface Conversion {
  factor: number;
  offset: number;
}

/**
 * Returns the conversion between two units of measure. Returns undefined if their SI exponents
 * differ.
 */
export function conversionOf(from: BaseUnit, to: BaseUnit): Conversion | undefined {
  if (axes.some((axis) => from[axis] !== to[axis])) return undefined;
  return { factor: from.factor / to.factor, offset: (from.offset - to.offset) / to.factor };
}
