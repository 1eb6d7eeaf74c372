import { colour } from './plot-options.js';
import { valueAt } from './sample.js';

/** Most points of a band on the screen. */
const mostPoints = 1000;

/**
 * Curve with its error band, if it has one.
 * @typedef {{ colour: number, scale?: string, samples: import('./decode.js').Samples,
 * band?: import('./decode.js').Samples }} BandLine
 */

/**
 * Shades the error bands of curves, below the curves.
 * @param {uPlot} chart
 * @param {BandLine[]} lines
 */
export function drawBands(chart, lines) {
  for (const line of lines) drawBand(chart, line);
}

/**
 * @param {uPlot} chart
 * @param {BandLine} line
 */
function drawBand(chart, { samples, band, colour: c, scale = 'y' }) {
  if (band === undefined) return;
  const { ctx, bbox } = chart;
  const stride = Math.max(1, Math.ceil(samples.t.length / mostPoints));
  /** @type {number[]} */
  const rows = [];
  for (let k = 0; k < samples.t.length; k += stride) rows.push(k);
  const edge = (/** @type {number} */ sign) =>
    rows.map((k) => {
      const [t, v] = [samples.t[k], samples.v[k]];
      return [chart.valToPos(t, 'x', true), chart.valToPos(v + sign * valueAt(band, t), scale, true)];
    });
  const outline = [...edge(1), ...edge(-1).reverse()].filter((point) => point.every(Number.isFinite));
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.globalAlpha = 0.18;
  ctx.fillStyle = colour(`--c${c}`);
  ctx.beginPath();
  for (const [x, y] of outline) ctx.lineTo(x, y);
  ctx.fill();
  ctx.restore();
}
