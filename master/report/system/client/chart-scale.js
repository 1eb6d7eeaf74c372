import { digits, quantity } from '../../client/format.js';

/**
 * Returns the format of the values of curves.
 * @param {import('./chart.js').ChartLine[]} lines
 * @param {string} unitOfMeasure
 * @param {boolean} log
 * @returns {import('./board.js').Scale}
 */
export function scaleOf(lines, unitOfMeasure, log) {
  let most = 0;
  for (const { samples } of lines)
    for (const v of samples.v) {
      const size = v < 0 ? -v : v;
      if (size > most && size < Number.POSITIVE_INFINITY) most = size;
    }
  const { factor, unit: shown } = quantity(most, unitOfMeasure, log);
  const size = most / factor;
  const decimals = size > 0 ? Math.min(8, Math.max(0, 4 - Math.floor(Math.log10(size)))) : 0;
  return { factor, unit: shown, decimals, log };
}

/**
 * Formats a value with the decimals of its group, so that the text does not move.
 * @param {number} value
 * @param {import('./board.js').Scale} scale
 */
export function scaledText(value, { factor, decimals, log }) {
  if (!Number.isFinite(value)) return '–';
  if (log) return digits(value);
  return (value / factor)
    .toFixed(decimals)
    .replace(/^-(0(?:\.0*)?)$/, '$1')
    .replace('-', '−');
}
