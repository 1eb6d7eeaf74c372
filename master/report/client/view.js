import { draw, set } from './drawing.js';

/** Greater side of the drawing in its grid [px]. */
export const side = 400;

/**
 * Fits the view to all points of the runs of the scene, with a scale bar below. Returns the pixels
 * per metre.
 * @param {SVGElement} svg
 * @param {import('../report-data.ts').SceneData} scene
 * @param {number[]} runs
 * @param {(run: number, column: string) => import('./decode.js').Samples} samples
 */
export function createView(svg, scene, runs, samples) {
  const values = (/** @type {string | number} */ c) =>
    typeof c === 'number'
      ? [c]
      : runs.flatMap((run) => Array.from(samples(run, c).v).filter(Number.isFinite));
  const places = Object.values(scene.points);
  const [left, right] = extent(places.flatMap(({ x }) => values(x)));
  const [low, high] = extent(places.flatMap(({ y }) => values(y)));
  const metre = side / Math.max(right - left, high - low, 1e-9);
  const margin = 0.1 * side;
  const width = (right - left) * metre + 2 * margin;
  const height = (high - low) * metre + 2.6 * margin;
  set(svg, { viewBox: `${left * metre - margin} ${-high * metre - margin} ${width} ${height}` });
  scaleBar(svg, metre, left * metre - 0.6 * margin, -low * metre + 1.3 * margin);
  return metre;
}

/**
 * Draws a bar of 1, 2 or 5 × 10^k m, at most a quarter of the drawing.
 * @param {Element} svg
 * @param {number} metre
 * @param {number} x
 * @param {number} y
 */
function scaleBar(svg, metre, x, y) {
  const wanted = side / 4 / metre;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const length = power * (wanted / power >= 5 ? 5 : wanted / power >= 2 ? 2 : 1);
  draw(svg, 'path', { class: 'scale', d: `M${x} ${y - 4}v4h${length * metre}v-4` });
  const text = draw(svg, 'text', { class: 'scale', x: x + length * metre + 6, y: y + 1 });
  text.textContent = `${Number(length.toPrecision(1))} m`;
}

/**
 * Returns the minimum and the maximum.
 * @param {number[]} values
 * @returns {[number, number]}
 */
export function extent(values) {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}
