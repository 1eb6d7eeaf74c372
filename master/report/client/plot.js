import { axisMarks, powerMarks, quantity } from './format.js';
import { createLegend } from './legend.js';
import { createMarker } from './marker.js';

/**
 * A curve: how it looks and what it shows.
 * @typedef {{ label: string, colour: number, dash: number, samples: import('./decode.js').Samples }} Line
 */

const dashes = [[], [9, 5], [2, 4]];

/**
 * @param {HTMLElement} figure
 * @param {import('../data.ts').PlotData} plot
 * @param {Line[]} lines
 * @param {import('./clock.js').Clock} clock
 * @param {import('./zoom.js').Zoom} zoom
 */
export function createPlot(figure, plot, lines, clock, zoom) {
  const host = /** @type {HTMLElement} */ (figure.querySelector('.canvas'));
  const scale = quantity(greatest(lines), plot.unit, plot.log);
  const caption = /** @type {HTMLElement} */ (figure.querySelector('figcaption'));
  if (scale.unit !== '') caption.append(unitOf(scale.unit));

  const chart = new uPlot(
    options(plot, lines, scale.factor, zoom, host.clientWidth),
    table(lines, plot.log),
    host,
  );
  const place = createMarker(chart, lines, clock);
  chart.hooks.draw = [place];
  clock.time.on(place);
  zoom.range.on(([min, max]) => chart.setScale('x', { min, max }));
  createLegend(/** @type {Element} */ (figure.querySelector('.legend')), lines, scale, clock, (line, show) =>
    chart.setSeries(line + 1, { show }),
  );

  const point = (/** @type {PointerEvent} */ event) => {
    if (!clock.playing.get()) clock.time.set(within(clock, chart.posToVal(event.offsetX, 'x')));
  };
  chart.over.addEventListener('pointermove', point);
  chart.over.addEventListener('pointerdown', point);
  new ResizeObserver(() => chart.setSize({ width: host.clientWidth, height: host.clientHeight })).observe(
    host,
  );
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => chart.redraw());
}

/**
 * @param {import('../data.ts').PlotData} plot
 * @param {Line[]} lines
 * @param {number} factor
 * @param {import('./zoom.js').Zoom} zoom
 * @param {number} width [px]
 * @returns {uPlot.Options}
 */
function options(plot, lines, factor, zoom, width) {
  const axis = {
    stroke: () => colour('--muted'),
    font: '12px system-ui, sans-serif',
    grid: { stroke: () => colour('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: 220,
    legend: { show: false },
    cursor: {
      x: false,
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false },
      bind: { dblclick: () => () => showAll(zoom) },
    },
    hooks: { setSelect: [(chart) => select(chart, zoom)] },
    scales: {
      x: { time: false, range: () => zoom.range.get() },
      y: { distr: plot.log ? 3 : 1, range: (_, min, max) => verticalRange(min, max, plot.log) },
    },
    axes: [
      { ...axis, size: 30, gap: 6, values: (_, marks) => axisMarks(marks, 1).map((mark) => `${mark} s`) },
      {
        ...axis,
        size: 58,
        gap: 6,
        values: (_, marks) => (plot.log ? powerMarks(marks) : axisMarks(marks, factor)),
      },
    ],
    series: [
      {},
      ...lines.map((line) => ({
        label: line.label,
        stroke: () => colour(`--c${line.colour}`),
        width: 1.6,
        dash: dashes[line.dash],
        points: { show: false },
      })),
    ],
  };
}

/** @param {import('./zoom.js').Zoom} zoom */
function showAll(zoom) {
  zoom.all();
  return null;
}

/**
 * What was dragged over becomes the group's range.
 * @param {uPlot} chart
 * @param {import('./zoom.js').Zoom} zoom
 */
function select(chart, zoom) {
  const { left, width } = chart.select;
  if (width < 4) return;
  const range = /** @type {[number, number]} */ ([
    chart.posToVal(left, 'x'),
    chart.posToVal(left + width, 'x'),
  ]);
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  zoom.range.set(range);
}

/**
 * All curves over one common time, as uPlot wants them: null is a gap.
 * @param {Line[]} lines
 * @param {boolean} log
 */
function table(lines, log) {
  const drawable = (/** @type {number} */ v) => (Number.isFinite(v) && (!log || v > 0) ? v : null);
  return uPlot.join(lines.map(({ samples }) => [samples.t, Array.from(samples.v, drawable)]));
}

/**
 * @param {number | null} min
 * @param {number | null} max
 * @param {boolean} log
 * @returns {uPlot.Range.MinMax}
 */
function verticalRange(min, max, log) {
  if (min === null || max === null) return log ? [1, 10] : [0, 1];
  return log ? uPlot.rangeLog(min, max, 10, true) : uPlot.rangeNum(min, max, 0.08, true);
}

/** @param {Line[]} lines */
function greatest(lines) {
  let most = 0;
  for (const { samples } of lines)
    for (const v of samples.v) if (Number.isFinite(v)) most = Math.max(most, Math.abs(v));
  return most;
}

/** @param {string} unit */
function unitOf(unit) {
  const made = document.createElement('span');
  made.className = 'unit';
  made.textContent = unit;
  return made;
}

/** @param {string} name */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}

/**
 * @param {import('./clock.js').Clock} clock
 * @param {number} t
 */
function within(clock, t) {
  return Math.min(clock.end, Math.max(clock.start, t));
}
