import { valueAt } from '../../client/sample.js';
import { scaledText } from './chart-scale.js';

/**
 * Legend of a plot as a table: each curve with its value at the cursor, and its smallest, largest
 * and last value in the visible range.
 * @typedef {{ at: (time: number) => void, over: (range: [number, number]) => void }} Readout
 */

/**
 * @param {HTMLTableElement} host
 * @param {import('./chart.js').ChartLine[]} lines
 * @param {[import('./board.js').Scale, import('./board.js').Scale]} scales
 * @returns {Readout}
 */
export function createReadout(host, lines, [left, right]) {
  host.replaceChildren();
  const head = host.createTHead().insertRow();
  for (const title of ['curve', 'at cursor', 'min', 'max', 'last']) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = title;
    head.append(cell);
  }
  const body = host.createTBody();
  const rows = lines
    .filter(({ thin }) => !thin)
    .map((line) => {
      const row = body.insertRow();
      const name = document.createElement('th');
      name.scope = 'row';
      const swatch = document.createElement('span');
      swatch.className = `swatch dash${line.dash} c${line.colour}`;
      const label = document.createElement('span');
      label.textContent = line.scale === 'right' ? `${line.label} (right)` : line.label;
      name.append(swatch, label);
      row.append(name);
      const cells = Array.from({ length: 4 }, () => row.insertCell());
      return { line, cells, scale: line.scale === 'right' ? right : left };
    });
  return {
    at: (time) => {
      for (const { line, cells, scale } of rows)
        cells[0].textContent = scaledText(valueAt(line.samples, time), scale);
    },
    over: ([from, to]) => {
      for (const { line, cells, scale } of rows)
        for (const [k, value] of extremesOf(line.samples, from, to).entries())
          cells[k + 1].textContent = scaledText(value, scale);
    },
  };
}

/**
 * Returns the smallest, largest and last finite value between two times.
 * @param {import('../../client/decode.js').Samples} samples
 * @param {number} from [s]
 * @param {number} to [s]
 */
function extremesOf({ t, v }, from, to) {
  let [low, high, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
  for (let k = 0; k < t.length; k++) {
    const value = v[k];
    if (t[k] < from || t[k] > to || !Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
    last = value;
  }
  return [low, high, last];
}
