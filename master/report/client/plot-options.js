import { axisMarks, nothing, powerMarks, wholePower } from './format.js';

/** Query of dark colours. Paper is always white. */
export const darkScreen = 'screen and (prefers-color-scheme: dark)';

const dashes = [[], [9, 5], [2, 4]];

/**
 * Distances of marks of a vertical axis. The list of uPlot ends at 1e32, beyond which the axis of a
 * diverged value has no marks.
 */
const increments = Array.from({ length: 340 }, (_, k) =>
  [1, 2, 2.5, 5].map((mark) => Number(`${mark}e${k - 32}`)),
).flat();

/** Distance from which a drag counts for both axes [px]. */
const smallestDrag = 24;

/** Range of a logarithmic axis. Smaller values are rounding errors and lie below the axis. */
const mostDecades = 1e9;

/** Values with a smaller relative difference count as one value with rounding errors. */
const rounding = 1e-12;

/**
 * Look of a plot: a logarithmic axis or not, the factor of its values, its size and the room for the
 * marks of the vertical axis [px].
 * `vertical` holds the zoomed ranges of vertical axes.
 * @typedef {{ log?: boolean, factor: number, width: number, height: number, room: number, vertical:
 * Vertical }} Look
 * @typedef {Map<string, [number, number]>} Vertical
 */

/**
 * Returns the options of uPlot: axes, ranges, strokes, drag to zoom, double click to show all.
 * @param {import('./plot.js').Line[]} lines
 * @param {Look} look
 * @param {import('./zoom.js').Zoom} zoom
 * @returns {uPlot.Options & { axes: uPlot.Axis[], scales: uPlot.Scales }}
 */
export function plotOptions(lines, { log, factor, width, height, room, vertical }, zoom) {
  const axis = {
    stroke: () => colour('--muted'),
    font: '12px system-ui, sans-serif',
    grid: { stroke: () => colour('--line'), width: 1 },
    ticks: { show: false },
    gap: 6,
  };
  return {
    width,
    height,
    // Whole pixels would make steps of a flat curve.
    pxAlign: 0,
    legend: { show: false },
    // Half of a long time fits beside the last mark.
    padding: [null, (_, __, [, right]) => (right ? 0 : 28), null, null],
    cursor: {
      x: false,
      y: false,
      points: { show: false },
      drag: { x: true, y: true, uni: smallestDrag, setScale: false },
      bind: { dblclick: () => () => showAll(zoom) },
    },
    hooks: { setSelect: [(chart) => select(chart, zoom, vertical)] },
    scales: {
      x: { time: false, range: () => zoom.range.get() },
      y: {
        distr: log ? 3 : 1,
        range: (_, min, max, key) => vertical.get(key) ?? verticalRange(min, max, log),
      },
    },
    axes: [
      { ...axis, size: 30, values: (_, marks) => axisMarks(marks, 1).map((mark) => `${mark} s`) },
      {
        ...axis,
        grid: { ...axis.grid, filter: (_, marks) => (log ? marks.map(wholePower) : marks) },
        size: room,
        incrs: increments,
        values: (_, marks) => (log ? powerMarks(marks) : axisMarks(marks, factor)),
      },
    ],
    series: [
      {},
      ...lines.map((line) => ({
        label: line.label,
        stroke: () => colour(`--c${line.colour}`),
        width: 1.6,
        pxAlign: 0,
        dash: dashes[line.dash],
        points: { show: false },
      })),
    ],
  };
}

/**
 * Sets the clock to the time under the pointer, unless it is playing.
 * @param {uPlot} chart
 * @param {import('./clock.js').Clock} clock
 */
export function followPointer(chart, clock) {
  const point = (/** @type {PointerEvent} */ event) => {
    if (clock.playing.get()) return;
    const t = chart.posToVal(event.offsetX, 'x');
    clock.time.set(Math.min(clock.end, Math.max(clock.start, t)));
  };
  chart.over.addEventListener('pointermove', point);
  chart.over.addEventListener('pointerdown', point);
}

/** @param {import('./zoom.js').Zoom} zoom */
export function showAll(zoom) {
  zoom.all();
  return null;
}

/**
 * Zooms the times of the group and the vertical axes of the plot to the dragged range. A drag along
 * one axis leaves the other as it is.
 * @param {uPlot} chart
 * @param {import('./zoom.js').Zoom} zoom
 * @param {Vertical} vertical
 */
export function select(chart, zoom, vertical) {
  const { left, top, width, height } = chart.select;
  const { clientWidth, clientHeight } = chart.over;
  if (width < 4 || height < 4) return;
  const range = /** @type {[number, number]} */ ([
    chart.posToVal(left, 'x'),
    chart.posToVal(left + width, 'x'),
  ]);
  if (height < clientHeight - 1)
    for (const key of Object.keys(chart.scales))
      if (key !== 'x') vertical.set(key, [chart.posToVal(top + height, key), chart.posToVal(top, key)]);
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (width < clientWidth - 1) zoom.range.set(range);
  else chart.setData(chart.data);
}

/**
 * Shows all of the vertical axes when all times are shown.
 * @param {import('./zoom.js').Zoom} zoom
 * @param {Vertical} vertical
 * @param {() => void} redraw
 */
export function showAllWith(zoom, vertical, redraw) {
  zoom.reset.on(() => {
    if (vertical.size === 0) return;
    vertical.clear();
    redraw();
  });
}

/**
 * @param {number | null} min
 * @param {number | null} max
 * @param {boolean | undefined} log
 * @returns {uPlot.Range.MinMax}
 */
export function verticalRange(min, max, log) {
  if (min === null || max === null) return log ? [1, 10] : [0, 1];
  const most = Math.max(Math.abs(min), Math.abs(max));
  if (!log && (most <= nothing || max - min <= rounding * most)) {
    const half = most <= nothing ? 1 : most / 10;
    return [min - half, max + half];
  }
  return log
    ? uPlot.rangeLog(Math.max(min, max / mostDecades), max, 10, true)
    : uPlot.rangeNum(min, max, 0.08, true);
}

/** @param {string} name */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}
