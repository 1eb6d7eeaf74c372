import { axisMarks, digits, powerMarks } from '../../client/format.js';

/**
 * Axis of a study plot: `at` maps a value to a share of the axis, from 0 to 1.
 * @typedef {{ at: (value: number) => number, marks: { at: number, text: string }[] }} StudyAxis
 */

/**
 * Returns an axis that shows all values. It is logarithmic if positive values span three decades.
 * @param {import('../study-page-data.ts').StudyColumn} column
 * @param {readonly (number | null)[]} values values that decide the range
 * @returns {StudyAxis}
 */
export function studyAxis({ labels }, values) {
  if (labels !== undefined) return levelAxis(labels);
  const known = /** @type {number[]} */ (values.filter((value) => value !== null));
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of known) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (known.length === 0) [low, high] = [0, 1];
  if (low > 0 && high / low >= 1000) return logAxis(low, high);
  if (low === high) {
    const half = low === 0 ? 1 : Math.abs(low) / 10;
    [low, high] = [low - half, high + half];
  }
  const stride = niceStride((high - low) / 4);
  const first = Math.ceil(low / stride - 1e-9);
  const last = Math.floor(high / stride + 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, k) => (first + k) * stride);
  const size = Math.max(Math.abs(low), Math.abs(high));
  const texts = size >= 1e5 || size < 1e-3 ? ticks.map((tick) => shortDigits(tick)) : axisMarks(ticks, 1);
  const at = (/** @type {number} */ value) => (value - low) / (high - low);
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

/** @param {number} low @param {number} high @returns {StudyAxis} */
function logAxis(low, high) {
  const [from, to] = [Math.log10(low), Math.log10(high)];
  const every = Math.ceil((to - from) / 5);
  const ticks = [];
  for (let power = Math.ceil(from - 1e-9); power <= to + 1e-9; power += every) ticks.push(10 ** power);
  const texts = powerMarks(ticks);
  const at = (/** @type {number} */ value) => (Math.log10(value) - from) / (to - from);
  return { at, marks: ticks.map((tick, k) => ({ at: at(tick), text: texts[k] })) };
}

/** @param {number} value */
function niceStride(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((each) => each * power >= value) ?? 10);
}

/** @param {number} value */
function shortDigits(value) {
  return value === 0 ? '0' : value.toExponential(1).replace('e+', 'e').replaceAll('-', '−');
}

/** @param {string} text @param {number} most */
export function clipped(text, most) {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/**
 * Returns the text of a cell with readable digits.
 * @param {import('../study-page-data.ts').StudyColumn} column
 * @param {number} run
 */
export function cellText({ values, labels }, run) {
  const value = values[run];
  if (value === null) return '–';
  if (labels !== undefined) return labels[value];
  return Number.isInteger(value) && Math.abs(value) < 1e6 ? String(value).replace('-', '−') : digits(value);
}
