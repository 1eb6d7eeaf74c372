/**
 * Number format of an axis: values are divided by `factor` and shown in `unit`.
 * @typedef {{ factor: number, unit: string }} Quantity
 */

const prefixed = new Set(['Pa', 'N', 'J', 'W', 'V', 'A', 'Hz', 'm', 'rad', 'N.m']);
const prefixes = ['n', 'µ', 'm', '', 'k', 'M', 'G', 'T'];

/**
 * Smaller values are drawn as zero. They are rounding errors where values of about 1 cancel each
 * other.
 */
export const nothing = 1e-15;

/**
 * Returns the engineering scale for values up to `most`: a prefix if the unit of measure takes one
 * (4.4e6 Pa → MPa), else a power of ten. From 0.01 to 10 000 and on a logarithmic axis it uses
 * neither.
 * @param {number} most
 * @param {string} unitOfMeasure
 * @param {boolean} log
 * @returns {Quantity}
 */
export function quantity(most, unitOfMeasure, log) {
  const shown = pretty(unitOfMeasure);
  if (log || !(most > nothing) || (most >= 0.01 && most < 1e4)) return { factor: 1, unit: shown };
  const power = 3 * Math.floor(Math.log10(most) / 3);
  const prefix = prefixes[power / 3 + 3];
  if (prefixed.has(unitOfMeasure) && prefix !== undefined)
    return { factor: 10 ** power, unit: prefix + pretty(unitOfMeasure) };
  return {
    factor: 10 ** power,
    unit: shown === '' ? `10${superscript(power)}` : `10${superscript(power)} ${shown}`,
  };
}

/**
 * Formats a unit of measure: m3/s → m³/s, N.s/m → N·s/m. The unit of measure 1 is left out.
 * @param {string} unitOfMeasure
 */
export function pretty(unitOfMeasure) {
  if (unitOfMeasure === '1') return '';
  return unitOfMeasure
    .replace(/(?<=[A-Za-z])-?\d+/g, (digits) => superscript(Number(digits)))
    .replaceAll('.', '·')
    .replaceAll('*', '·');
}

/** @param {number} integer */
export function superscript(integer) {
  return String(integer).replace(/[-\d]/g, (c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)]));
}

/**
 * Formats a value with 5 digits and a typographic minus sign.
 * @param {number} value
 */
export function digits(value) {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  const text = size !== 0 && (size < 1e-3 || size >= 1e5) ? value.toExponential(3) : value.toPrecision(5);
  return text
    .replace(/^-0(\.0*)?$/, '0$1')
    .replace('e+', 'e')
    .replaceAll('-', '−');
}

/**
 * Formats a number with the fewest characters: 1e12, not 1000000000000.
 * @param {number} value
 */
export function shortText(value) {
  const plain = String(value);
  const power = value.toExponential().replace('e+', 'e');
  return power.length < plain.length ? power : plain;
}

/**
 * Formats the marks of a linear axis with as many decimals as the finest needs, beyond eight as
 * powers of ten.
 * @param {number[]} marks
 * @param {number} factor
 */
export function axisMarks(marks, factor) {
  const values = marks.map((mark) => Number((mark / factor).toPrecision(10)));
  const decimals = Math.max(0, ...values.map(decimalsOf));
  if (decimals > 8) return values.map((value) => shortText(value).replaceAll('-', '−'));
  return values.map((value) => value.toFixed(decimals).replace('-', '−'));
}

/**
 * Returns the number of decimals in the shortest form of a number: 9 for 1e-9.
 * @param {number} value
 */
function decimalsOf(value) {
  const [own, power = '0'] = String(value).split('e');
  return (own.split('.')[1] ?? '').length - Number(power);
}

/**
 * Returns the mark if it is a whole power of ten, else null.
 * @param {number | null} mark
 */
export function wholePower(mark) {
  const power = mark === null ? Number.NaN : Math.log10(mark);
  return Math.abs(power - Math.round(power)) < 1e-9 ? mark : null;
}

/**
 * Formats the marks of a logarithmic axis: whole powers of ten, others blank.
 * @param {(number | null)[]} marks
 */
export function powerMarks(marks) {
  return marks.map((mark) =>
    mark === null || wholePower(mark) === null ? '' : `10${superscript(Math.round(Math.log10(mark)))}`,
  );
}
