import { draw } from '../../client/drawing.js';
import { digits } from '../../client/format.js';
import { cellText, clipped, numberFormat, studyAxis, studyTitle } from './study-axis.js';
import { atPointer, studyAxes, studyBox, studyFigure, words } from './study-svg.js';

/** Radius in which a click finds a run [px]. */
const reach = 24;
/** Width of a figure beside its drawing [px]. */
const figureRoom = 26;
/** Largest number of elements that draw the lines of runs. */
const mostStrands = 1500;

/**
 * Returns the axis of a metric, whose range is that of the runs that can be trusted.
 * @param {import('./study-runs.js').Study} study
 */
function metricAxis({ metric, state }) {
  const sound = metric.values.filter((_, run) => state[run] < 2);
  return studyAxis(metric, sound.some((value) => value !== null) ? sound : metric.values);
}

/**
 * Draws a metric against a factor. Runs without a value in the range stand on its edge.
 * @param {HTMLElement} host
 * @param {import('./study-runs.js').Study} study
 * @param {import('../study-page-data.ts').StudyColumn} factor
 * @param {string} note
 * @param {(run: number) => void} choose
 */
export function scatter(host, study, factor, note, choose) {
  const { metric, state } = study;
  const { svg, caption } = studyFigure(host, `${metric.name} against ${factor.name}`);
  if (note !== '') caption.append(noteOf(note));
  const [across, up] = [studyAxis(factor, factor.values), metricAxis(study)];
  const plot = studyAxes(
    svg,
    { axis: across, name: studyTitle(factor) },
    { axis: up, name: studyTitle(metric) },
  );
  const places = state.map((_, run) => {
    const [x, y] = [factor.values[run], metric.values[run]];
    const high = y === null ? Number.NaN : up.at(y);
    const share = Number.isNaN(high) ? 0 : Math.min(1, Math.max(0, high));
    return [plot.x(x === null ? 0 : across.at(x)), plot.y(share)];
  });
  if (metric.errors !== undefined) drawRunBands(svg, study, places, (y) => plot.y(up.at(y)));
  drawRuns(svg, study, places);
  const nearest = (/** @type {number} */ x, /** @type {number} */ y) => nearestOf(places, x, y);
  atPointer(svg, 'click', (x, y) => {
    const run = nearest(x, y);
    if (run >= 0) choose(run);
  });
  const tip = draw(svg, 'title', {});
  atPointer(svg, 'pointermove', (x, y) => {
    const run = nearest(x, y);
    tip.textContent =
      run < 0
        ? ''
        : `run ${study.data.runs[run]}: ${factor.name} = ${cellText(factor, run)}, ${metric.name} = ${cellText(metric, run)}`;
  });
}

/**
 * Draws the error band of each run as a line through its dot.
 * @param {SVGElement} svg
 * @param {import('./study-runs.js').Study} study
 * @param {number[][]} places
 * @param {(value: number) => number} across
 */
function drawRunBands(svg, { metric: { values, errors = [] } }, places, across) {
  const { top, height, bottom } = studyBox;
  const inside = (/** @type {number} */ y) =>
    Number.isFinite(y) ? Math.min(height - bottom, Math.max(top, y)) : height - bottom;
  let d = '';
  for (const [run, [x]] of places.entries()) {
    const [value, error] = [values[run], errors[run] ?? null];
    if (value === null || error === null) continue;
    const [low, high] = [inside(across(value - error)), inside(across(value + error))];
    d += `M${x.toFixed(1)} ${low.toFixed(1)}V${high.toFixed(1)}`;
  }
  draw(svg, 'path', { class: 'study-band', d });
}

/** @param {number[][]} places @param {number} x @param {number} y */
function nearestOf(places, x, y) {
  let [best, least] = [-1, reach];
  for (const [run, [a, b]] of places.entries()) {
    const distance = Math.hypot(a - x, b - y);
    if (distance < least) [best, least] = [run, distance];
  }
  return best;
}

/**
 * Draws all runs as dots or crosses, a path for each state, and rings the best and the chosen one.
 * @param {SVGElement} svg
 * @param {import('./study-runs.js').Study} study
 * @param {number[][]} places
 */
function drawRuns(svg, { state, ranked, chosen }, places) {
  const d = ['', '', '', ''];
  for (const [run, [x, y]] of places.entries()) {
    const [a, b] = [x.toFixed(1), y.toFixed(1)];
    d[state[run]] += state[run] < 2 ? `M${a} ${b}h0` : `M${a} ${b}m-3.5-3.5l7 7m0-7l-7 7`;
  }
  for (const [kind, path] of d.entries())
    if (path !== '') draw(svg, 'path', { class: `runs state${kind}`, d: path });
  for (const [run, kind] of /** @type {[number, string][]} */ ([
    [ranked[0], 'best-run'],
    [chosen, 'chosen-run'],
  ]))
    if (places[run] !== undefined)
      draw(svg, 'circle', { class: kind, cx: places[run][0], cy: places[run][1], r: 7 });
}

/**
 * Draws the average of a metric over classes of two factors.
 * @param {HTMLElement} host
 * @param {import('./study-runs.js').Study} study
 * @param {import('../study-page-data.ts').StudyColumn} first
 * @param {import('../study-page-data.ts').StudyColumn} second
 * @param {(run: number) => void} choose
 */
export function heatMap(host, study, first, second, choose) {
  const { metric, state, ranked } = study;
  const { svg, figure } = studyFigure(
    host,
    `Average of ${metric.name} over ${first.name} and ${second.name}`,
  );
  const [a, b] = [classesOf(first), classesOf(second)];
  const plot = studyAxes(
    svg,
    { axis: a.axis, name: studyTitle(first) },
    { axis: b.axis, name: studyTitle(second) },
  );
  /** @type {{ sum: number, n: number, bad: number, best: number }[]} */
  const cells = Array.from({ length: a.count * b.count }, () => ({ sum: 0, n: 0, bad: 0, best: -1 }));
  for (const run of ranked) {
    const [i, j] = [a.of(first.values[run]), b.of(second.values[run])];
    const cell = cells[j * a.count + i];
    if (cell === undefined) continue;
    if (cell.best < 0) cell.best = run;
    const value = metric.values[run];
    if (state[run] > 1) cell.bad++;
    if (state[run] > 1 || value === null) continue;
    cell.sum += value;
    cell.n++;
  }
  const means = cells.map(({ sum, n }) => (n === 0 ? null : sum / n));
  const shade = studyAxis({ name: '', values: [] }, means, 0);
  const extremes = /** @type {number[]} */ (means.filter((mean) => mean !== null));
  const [low, high] = [
    extremes.reduce((x, y) => Math.min(x, y), Number.POSITIVE_INFINITY),
    extremes.reduce((x, y) => Math.max(x, y), Number.NEGATIVE_INFINITY),
  ];
  const [from, to] = [shade.at(low), shade.at(high)];
  for (const [k, mean] of means.entries()) {
    const [i, j] = [k % a.count, Math.floor(k / a.count)];
    const { bad, n, best } = cells[k];
    if (best < 0) continue;
    const box = { x: plot.x(i / a.count), y: plot.y((j + 1) / b.count) };
    const size = { width: plot.x(1 / a.count) - plot.x(0) - 1, height: plot.y(0) - plot.y(1 / b.count) - 1 };
    const share = mean === null ? 0 : high > low ? (shade.at(mean) - from) / (to - from) : 0.5;
    const cell = draw(svg, 'rect', {
      ...{ class: 'cell', ...box, ...size, rx: 1 },
      style: mean === null ? 'fill: none' : `fill: ${shadeOf(share)}`,
    });
    draw(cell, 'title', {}).textContent =
      `${mean === null ? 'no sound run' : `mean ${digits(mean)}, ${n} sound`}${bad === 0 ? '' : `, ${bad} failed or not to be trusted`}. Click: best run ${study.data.runs[best]}.`;
    if (bad > 0) {
      const [x, y] = [box.x + size.width / 2, box.y + size.height / 2];
      draw(svg, 'path', { class: 'runs state3', d: `M${x} ${y}m-3.5-3.5l7 7m0-7l-7 7` });
    }
    cell.addEventListener('click', () => choose(best));
  }
  if (extremes.length > 0) figure.append(shadeKey(low, high));
}

/** @param {number} share */
function shadeOf(share) {
  return `color-mix(in oklab, var(--hot) ${Math.round(100 * share)}%, var(--cold))`;
}

/** @param {number} low @param {number} high */
function shadeKey(low, high) {
  const key = document.createElement('p');
  key.className = 'shade-key';
  const bar = document.createElement('span');
  bar.className = 'bar';
  key.append(digits(low), bar, digits(high));
  return key;
}

/**
 * Returns classes of a factor: its levels, or twelve equal parts of its axis.
 * @param {import('../study-page-data.ts').StudyColumn} column
 */
function classesOf(column) {
  const levels = [...new Set(column.values)].filter((value) => value !== null);
  if (column.labels !== undefined || levels.length > 12) {
    const axis = studyAxis(column, column.values, 0);
    const count = column.labels?.length ?? 12;
    const of = (/** @type {number | null} */ value) =>
      value === null ? -1 : Math.min(count - 1, Math.max(0, Math.floor(axis.at(value) * count)));
    return { axis, count, of };
  }
  levels.sort((x, y) => x - y);
  const texts = levels.map(numberFormat(levels));
  const axis = studyAxis({ name: '', values: [], labels: texts }, []);
  return {
    axis,
    count: levels.length,
    of: (/** @type {number | null} */ value) => levels.indexOf(Number(value)),
  };
}

/**
 * Returns the size of parallel axes. On a phone the drawing keeps its font size, fits if the axes
 * do, and scrolls if not.
 * @param {HTMLElement} host
 * @param {number} count
 */
function parallelSize(host, count) {
  const onPhone = host.clientWidth < 640;
  const width = onPhone ? Math.max(host.clientWidth - figureRoom, 100 * count) : Math.max(1100, 170 * count);
  return { onPhone, width, end: onPhone ? 50 : 70 };
}

/**
 * Draws each run as a line over parallel axes. Darker lines have larger metrics.
 * @param {HTMLElement} host
 * @param {import('./study-runs.js').Study} study
 * @param {(run: number) => void} choose
 */
export function parallel(host, study, choose) {
  const { data, metric, state, ranked, chosen } = study;
  const columns = [...data.factors, metric];
  const { onPhone, width, end } = parallelSize(host, columns.length);
  const height = 330;
  const { figure, svg } = studyFigure(host, 'All runs over all factors', { width, height });
  figure.classList.add('wide');
  if (onPhone) svg.style.minWidth = `${width}px`;
  figure.tabIndex = 0;
  figure.setAttribute('aria-label', 'All runs over all factors');
  const axes = columns.map((column) =>
    column === metric ? metricAxis(study) : studyAxis(column, column.values),
  );
  const gap = (width - 2 * end) / Math.max(1, columns.length - 1);
  const x = (/** @type {number} */ k) => end + k * gap;
  const y = (/** @type {number} */ share) => height - 24 - share * (height - 74);
  const line = (/** @type {number} */ run) =>
    columns.map(({ values }, k) => {
      const value = values[run];
      const share = value === null ? 0 : axes[k].at(value);
      return y(Number.isNaN(share) ? 0 : Math.min(1, Math.max(0, share)));
    });
  const lines = state.map((_, run) => line(run));
  const path = (/** @type {number} */ run) =>
    `M${lines[run].map((at, k) => `${x(k).toFixed(1)} ${at.toFixed(1)}`).join('L')}`;
  // Equal shades share an element, but not many runs, so that dense places become darker.
  const share = Math.ceil(state.length / mostStrands);
  /** @type {string[][]} */
  const classes = [[], [], [], [], [], []];
  for (const run of state.keys()) {
    const last = lines[run][columns.length - 1];
    const high = (y(0) - last) / (y(0) - y(1));
    classes[state[run] > 1 ? 5 : Math.min(4, Math.floor(5 * high))].push(path(run));
  }
  for (const [k, paths] of classes.entries())
    for (let from = 0; from < paths.length; from += share)
      draw(svg, 'path', {
        class: k === 5 ? 'strand failed' : 'strand',
        d: paths.slice(from, from + share).join(''),
        style: k === 5 ? '' : `stroke: ${shadeOf(0.25 + (0.75 * k) / 4)}`,
      });
  if (ranked[0] !== undefined) draw(svg, 'path', { class: 'strand best-run', d: path(ranked[0]) });
  if (chosen !== ranked[0]) draw(svg, 'path', { class: 'strand chosen-run', d: path(chosen) });
  for (const [k, { name }] of columns.entries()) {
    draw(svg, 'path', { class: 'axis-line', d: `M${x(k)} ${y(0)}V${y(1)}` });
    words(svg, [x(k), 20], clipped(name, Math.min(18, Math.floor(gap / 8))), { kind: 'axis' });
    for (const { at, text } of axes[k].marks)
      words(svg, [x(k) - 5, y(at) + 4], text, { anchor: 'end', kind: 'mark' });
  }
  atPointer(svg, 'click', (px, py) => {
    const place = Math.min(columns.length - 1, Math.max(0, (px - end) / gap));
    const k = Math.min(columns.length - 2, Math.floor(place));
    let [best, least] = [-1, Number.POSITIVE_INFINITY];
    for (const [run, at] of lines.entries()) {
      const there = k < 0 ? at[0] : at[k] + (place - k) * (at[k + 1] - at[k]);
      if (Math.abs(there - py) < least) [best, least] = [run, Math.abs(there - py)];
    }
    if (best >= 0) choose(best);
  });
}

/**
 * Draws how many runs have which metric. A click takes the run in the middle of a bar.
 * @param {HTMLElement} host
 * @param {import('./study-runs.js').Study} study
 * @param {(run: number) => void} choose
 */
export function distribution(host, study, choose) {
  const { metric, state } = study;
  const { svg, caption } = studyFigure(host, `Distribution of ${metric.name}`);
  const axis = metricAxis(study);
  const count = Math.min(30, Math.max(5, Math.ceil(Math.sqrt(state.length))));
  /** @type {{ sound: number[], bad: number[] }[]} */
  const bars = Array.from({ length: count }, () => ({ sound: [], bad: [] }));
  for (const [run, value] of metric.values.entries()) {
    const share = value === null ? Number.NaN : axis.at(value);
    if (!(share > -1e-9 && share < 1 + 1e-9)) continue;
    bars[Math.min(count - 1, Math.max(0, Math.floor(share * count)))][state[run] > 1 ? 'bad' : 'sound'].push(
      run,
    );
  }
  const most = Math.max(1, ...bars.map(({ sound, bad }) => sound.length + bad.length));
  const up = studyAxis(
    { name: '', values: [] },
    Array.from({ length: 9 }, (_, k) => (k * most) / 8),
    0,
  );
  const whole = { ...up, marks: up.marks.filter(({ text }) => !text.includes('.')) };
  const plot = studyAxes(svg, { axis, name: studyTitle(metric) }, { axis: whole, name: 'runs' });
  for (const [k, { sound, bad }] of bars.entries()) {
    let from = 0;
    for (const [runs, kind] of /** @type {[number[], string][]} */ ([
      [sound, 'sound'],
      [bad, 'bad'],
    ])) {
      if (runs.length === 0) continue;
      const to = from + runs.length / most;
      const bar = draw(svg, 'rect', {
        ...{ class: `bar ${kind}`, x: plot.x(k / count) + 0.5, y: plot.y(to) },
        ...{ width: plot.x(1 / count) - plot.x(0) - 1, height: plot.y(from) - plot.y(to) },
      });
      draw(bar, 'title', {}).textContent = `${runs.length} runs`;
      const sorted = [...runs].sort((p, q) => Number(metric.values[p]) - Number(metric.values[q]));
      bar.addEventListener('click', () => choose(sorted[Math.floor(sorted.length / 2)]));
      from = to;
    }
  }
  const outside = state.length - bars.reduce((sum, { sound, bad }) => sum + sound.length + bad.length, 0);
  if (outside > 0) caption.append(noteOf(`${outside} beyond the axis or without value`));
}

/** @param {string} text */
function noteOf(text) {
  const note = document.createElement('span');
  note.className = 'unit';
  note.textContent = text;
  return note;
}
