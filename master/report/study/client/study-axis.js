import { axisMarks, powerMarks, shortText } from '../../client/format.js';

/**
 * Axis of a study plot: `at` maps a value to a share of the axis, from 0 to 1.
 * @typedef {{ at: (value: number) => number, marks: { at: number, text: string }[] }} StudyAxis
 */

/** Room between the outer values and the ends of an axis, as a share of the axis. */
const margin = 0.04;
/** Number of levels up to which an axis marks the levels instead of round numbers. */
const fewLevels = 7;
/** Length of a short number, such as −1.25e9. */
const shortLength = 7;

/**
 * Returns an axis that shows all values. It is logarithmic if positive values span three decades
 * and half of them lie in the lowest tenth of the range.
 * @param {import('../study-page-data.ts').StudyColumn} column
 * @param {readonly (number | null)[]} values values that decide the range
 * @param {number} [room]
 * @returns {StudyAxis}
 */
export function studyAxis({ labels }, values, room = margin) {
  if (labels !== undefined) return levelAxis(labels);
  const known = /** @type {number[]} */ (values.filter((value) => value !== null));
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of known) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (known.length === 0) [low, high] = [0, 1];
  const levels = [...new Set(known)].sort((a, b) => a - b);
  const log = low > 0 && high / low >= 1000 && levels[levels.length >> 1] <= high / 10;
  const scaled = log ? Math.log10 : (/** @type {number} */ value) => value;
  let [from, to] = [scaled(low), scaled(high)];
  if (from === to) {
    const half = from === 0 ? 1 : Math.abs(from) / 10;
    [from, to] = [from - half, to + half];
  }
  const more = room * (to - from);
  [from, to] = [from - more, to + more];
  const at = (/** @type {number} */ value) => (scaled(value) - from) / (to - from);
  const few = levels.length <= fewLevels;
  const ticks = few ? apart(levels, at) : log ? powersBetween(from, to) : roundBetween(from, to);
  const texts = few ? levelTexts(ticks) : log ? powerMarks(ticks) : roundTexts(ticks, low, high);
  return { at, marks: ticks.map((tick, k) => ({ at: at(tick), text: texts[k] })) };
}

/** @param {readonly string[]} labels @returns {StudyAxis} */
function levelAxis(labels) {
  const at = (/** @type {number} */ place) => (place + 0.5) / labels.length;
  const every = Math.ceil(labels.length / 8);
  return {
    at,
    marks: labels.flatMap((text, k) => (k % every === 0 ? [{ at: at(k), text: clipped(text, 14) }] : [])),
  };
}

/**
 * Leaves out levels whose marks would overlap.
 * @param {readonly number[]} levels
 * @param {(value: number) => number} at
 */
function apart(levels, at) {
  let last = Number.NEGATIVE_INFINITY;
  return levels.filter((level) => {
    const free = at(level) - last >= 0.1;
    if (free) last = at(level);
    return free;
  });
}

/** @param {readonly number[]} levels */
function levelTexts(levels) {
  const text = numberFormat(levels);
  return levels.map((level) => text(level));
}

/** @param {number} from @param {number} to */
function powersBetween(from, to) {
  const every = Math.ceil((to - from) / 5);
  const ticks = [];
  for (let power = Math.ceil(from); power <= to; power += every) ticks.push(10 ** power);
  return ticks;
}

/** @param {number} from @param {number} to */
function roundBetween(from, to) {
  const stride = niceStride((to - from) / 4);
  const [first, last] = [Math.ceil(from / stride), Math.floor(to / stride)];
  return Array.from({ length: last - first + 1 }, (_, k) => (first + k) * stride);
}

/** @param {number[]} ticks @param {number} low @param {number} high */
function roundTexts(ticks, low, high) {
  const size = Math.max(Math.abs(low), Math.abs(high));
  return size >= 1e5 || size < 1e-3 ? ticks.map(shortDigits) : axisMarks(ticks, 1);
}

/** @param {number} value */
function niceStride(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((each) => each * power >= value * (1 - 1e-9)) ?? 10);
}

/** @param {number} value */
function shortDigits(value) {
  return value === 0 ? '0' : typographic(value.toExponential(1));
}

/** @param {number} value */
function usualDigits(value) {
  const size = Math.abs(value);
  const isUsual = value === 0 || (size >= 0.01 && size < 1e5);
  return typographic(isUsual ? String(Number(value.toPrecision(4))) : value.toExponential(3));
}

/** @param {string} text */
const typographic = (text) => text.replace('e+', 'e').replaceAll('-', '−');

/**
 * Shortens a text. A unit of measure at its end stays.
 * @param {string} text
 * @param {number} most
 */
export function clipped(text, most) {
  if (text.length <= most) return text;
  const unit = / \[[^\]]{1,8}\]$/.exec(text)?.[0] ?? '';
  return `${text.slice(0, most - 1 - unit.length)}…${unit}`;
}

/**
 * Returns the format that the numbers of a column share: whole numbers (1.2e9 where that is short),
 * equal decimals with five digits for the largest, or powers of ten. In a column over many decades,
 * numbers of usual size have four digits, so that a diverged run does not make the others unreadable.
 * @param {readonly (number | null)[]} values
 * @returns {(value: number) => string}
 */
export function numberFormat(values) {
  let [most, least] = [0, Number.POSITIVE_INFINITY];
  let whole = true;
  for (const value of values) {
    if (value === null) continue;
    const size = Math.abs(value);
    if (size > most) most = size;
    if (size > 0 && size < least) least = size;
    whole &&= Number.isInteger(value);
  }
  if (whole && most < 1e10) {
    const texts = values.map((value) => (value === null || value === 0 ? 'e' : shortText(value)));
    const round = most >= 1e6 && texts.every((text) => text.includes('e') && text.length <= shortLength);
    return (value) => typographic(round ? shortText(value) : String(value));
  }
  if (most / least >= 1e4) return usualDigits;
  if (most >= 1e5 || most < 1e-3) return (value) => (value === 0 ? '0' : typographic(value.toExponential(3)));
  const decimals = Math.max(0, 4 - Math.floor(Math.log10(most)));
  let needed = 0;
  for (const value of values)
    if (value !== null && needed < decimals)
      needed = Math.max(needed, (value.toFixed(decimals).replace(/0+$/, '').split('.')[1] ?? '').length);
  return (value) => typographic(value.toFixed(needed).replace(/^-(0(\.0*)?)$/, '$1'));
}

/** @type {WeakMap<object, (value: number) => string>} */
const formats = new WeakMap();

/**
 * Returns the text of a cell with readable digits.
 * @param {import('../study-page-data.ts').StudyColumn} column
 * @param {number} run
 */
export function cellText(column, run) {
  const value = column.values[run];
  if (value === null) return '–';
  if (column.labels !== undefined) return column.labels[value];
  const format = formats.get(column) ?? numberFormat(column.values);
  formats.set(column, format);
  return format(value);
}

/**
 * Returns the text of a cell with the half width of its error band.
 * @param {import('../study-page-data.ts').StudyColumn} column
 * @param {number} run
 */
export function bandText(column, run) {
  const error = column.errors?.[run] ?? null;
  const text = cellText(column, run);
  return error === null || column.values[run] === null ? text : `${text} ± ${shortDigits(error)}`;
}

/**
 * Returns the name of a column with its unit of measure.
 * @param {import('../study-page-data.ts').StudyColumn} column
 */
export function studyTitle({ name, unit: unitOfMeasure }) {
  return unitOfMeasure === undefined ? name : `${name} [${unitOfMeasure}]`;
}
