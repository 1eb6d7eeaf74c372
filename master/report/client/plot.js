import { drawBands } from './band.js';
import { quantity } from './format.js';
import { createLegend } from './legend.js';
import { createMarker } from './marker.js';
import { darkScreen, followPointer, plotOptions, showAllWith } from './plot-options.js';

/**
 * Curve of a plot: its look and its data.
 * @typedef {{ label: string, colour: number, dash: number, samples: import('./decode.js').Samples,
 * band?: import('./decode.js').Samples }} Line
 */

/**
 * @param {HTMLElement} figure
 * @param {import('../report-data.ts').PlotData} plot
 * @param {Line[]} lines
 * @param {import('./clock.js').Clock} clock
 * @param {import('./zoom.js').Zoom} zoom
 */
export function createPlot(figure, plot, lines, clock, zoom) {
  const host = /** @type {HTMLElement} */ (figure.querySelector('.canvas'));
  const scale = quantity(greatest(lines), plot.unit, plot.log);
  const caption = /** @type {HTMLElement} */ (figure.querySelector('figcaption'));
  if (scale.unit !== '') caption.append(unitOfMeasureOf(scale.unit));

  const vertical = new Map();
  const look = {
    ...{ log: plot.log, factor: scale.factor, vertical },
    ...{ width: host.clientWidth, height: 220, room: 58 },
  };
  const chart = new uPlot(plotOptions(lines, look, zoom), table(lines, plot.log), host);
  const place = createMarker(chart, lines, clock);
  chart.hooks.draw = [place];
  chart.hooks.drawAxes = [() => drawBands(chart, lines)];
  clock.time.on(place);
  zoom.range.on(() => chart.setData(chart.data));
  showAllWith(zoom, vertical, () => chart.setData(chart.data));
  createLegend(/** @type {Element} */ (figure.querySelector('.legend')), lines, scale, clock, (line, show) =>
    chart.setSeries(line + 1, { show }),
  );

  followPointer(chart, clock);
  new ResizeObserver(() => chart.setSize({ width: host.clientWidth, height: host.clientHeight })).observe(
    host,
  );
  matchMedia(darkScreen).addEventListener('change', () => chart.redraw());
}

/**
 * Joins all curves over common times for uPlot, in which null is a gap.
 * @param {Line[]} lines
 * @param {boolean} log
 */
function table(lines, log) {
  const drawable = (/** @type {number} */ v) => (Number.isFinite(v) && (!log || v > 0) ? v : null);
  return uPlot.join(lines.map(({ samples }) => [samples.t, Array.from(samples.v, drawable)]));
}

/** @param {Line[]} lines */
function greatest(lines) {
  let most = 0;
  for (const { samples } of lines)
    for (const v of samples.v) if (Number.isFinite(v)) most = Math.max(most, Math.abs(v));
  return most;
}

/** @param {string} unitOfMeasure */
function unitOfMeasureOf(unitOfMeasure) {
  const made = document.createElement('span');
  made.className = 'unit';
  made.textContent = unitOfMeasure;
  return made;
}
