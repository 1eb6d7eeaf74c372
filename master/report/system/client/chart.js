import { drawBands } from '../../client/band.js';
import { axisMarks, powerMarks } from '../../client/format.js';
import { createMarker } from '../../client/marker.js';
import { colour, darkScreen, followPointer, plotOptions, showAllWith } from '../../client/plot-options.js';
import { valueAt } from '../../client/sample.js';
import { styleOf } from './board.js';
import { scaleOf } from './chart-scale.js';
import { downloadPicture, downloadText, svgText } from './download.js';
import { curves } from './envelope.js';
import { drawMarks, markTimes } from './marks.js';
import { drawEvents, eventTimes } from './page-events.js';
import { createReadout } from './readout.js';
import { differenceOf } from './recording.js';

/** Size of a printed plot [px], as wide as a page of A4 or Letter between its margins. */
const onPaper = { width: 670, height: 170 };

/**
 * Creates the plot of a column group. Its right axis can show another group.
 * @param {HTMLElement} host
 * @param {import('./board.js').Board} board
 * @param {number} place of the group
 */
export function createChart(host, board, place) {
  const chart = new GroupChart(host, board, place);
  chart.follow();
  chart.rebuild();
}

class GroupChart {
  /** Column group on the right axis, or −1. */
  second = -1;
  /** @type {uPlot | null} */
  plot = null;
  /** @type {ChartLine[]} */
  lines = [];
  /** @type {import('./readout.js').Readout} */
  readout = { at: () => {}, over: () => {} };
  /** @type {() => void} */
  mark = () => {};
  /** Zoomed ranges of the vertical axes. @type {import('../../client/plot-options.js').Vertical} */
  vertical = new Map();

  /**
   * @param {HTMLElement} host
   * @param {import('./board.js').Board} board
   * @param {number} place of the group
   */
  constructor(host, board, place) {
    this.board = board;
    this.place = place;
    this.group = board.data.groups[place];
    this.log = this.group.log;
    this.frame = chartFrame(host, this.group.title);
    this.right = this.addTools();
  }

  /** Adds the switch for a logarithm, the choice of the right axis, and the download. */
  addTools() {
    const { tools, title } = this.frame;
    const logarithm = toggle(tools, 'log', this.log, (on) => {
      this.log = on;
      this.vertical.clear();
      this.rebuild();
    });
    logarithm.title = 'Logarithmic axis of magnitudes';
    const right = document.createElement('select');
    right.title = 'Columns on the right axis';
    right.setAttribute('aria-label', `Right axis of ${this.group.title}`);
    tools.append(right);
    right.addEventListener('change', () => {
      this.second = Number(right.value);
      this.vertical.clear();
      this.rebuild();
    });
    for (const kind of ['SVG', 'PNG']) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = kind;
      button.title = `Download this plot as shown, as ${kind}`;
      tools.append(button);
      button.addEventListener('click', () => {
        if (this.plot === null) return;
        const text = svgText(title.textContent ?? '', this.plot, this.lines, this.drawn());
        if (kind === 'SVG') downloadText(`${this.group.title}.svg`, 'image/svg+xml', text);
        else downloadPicture(`${this.group.title}.png`, text);
      });
    }
    return right;
  }

  /** Shows the extremes of all curves in the visible range. */
  summarize() {
    this.readout.over(this.board.zoom.range.get());
  }

  /** Returns the points of all curves in the visible range. */
  drawn() {
    const [from, to] = this.board.zoom.range.get();
    return curves(this.lines, from, to, Math.max(100, this.frame.canvas.clientWidth));
  }

  /** Draws the selected columns of the present run anew. */
  rebuild() {
    const { board, group, place, second, log, frame } = this;
    this.plot?.destroy();
    this.plot = null;
    const [left, leftScale] = linesOf(board, place, log, 'y');
    const [others, rightScale] = second < 0 ? [[], leftScale] : linesOf(board, second, log, 'right');
    this.lines = [...left, ...others];
    frame.figure.hidden = left.length === 0;
    if (frame.figure.hidden) {
      this.mark = () => {};
      return;
    }
    board.scales.set(new Map([...board.scales.get(), [place, leftScale]]));
    const beside =
      others.length === 0 ? '' : `; right: ${measured(board.data.groups[second].title, rightScale)}`;
    frame.title.textContent =
      heading(group.title, leftScale, log, board.mode.get() === 'difference') + beside;
    options(this.right, board, place, second);
    this.draw([leftScale, rightScale]);
  }

  /**
   * Draws the curves, with the cursor and the marks of the present run.
   * @param {[import('./board.js').Scale, import('./board.js').Scale]} scales
   */
  draw(scales) {
    const { board, lines, log } = this;
    const { title, names, canvas, readout } = this.frame;
    const now = board.now.get();
    const events = eventTimes(now);
    const marks = markTimes(now);
    legend(names, lines, events.length, marks.length);
    this.readout = createReadout(readout, lines, scales);
    this.summarize();
    const options = chartOptions(board, lines, scales, {
      log,
      width: canvas.clientWidth,
      vertical: this.vertical,
    });
    const plot = new uPlot(options, this.drawn(), canvas);
    this.plot = plot;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute(
      'aria-label',
      `${title.textContent}: ${lines.map(({ label }) => label).join(', ')}, of ${now.title}`,
    );
    const place = createMarker(plot, lines, board.clock);
    this.mark = () => {
      place();
      this.readout.at(board.clock.time.get());
    };
    plot.hooks.draw = [place];
    plot.hooks.drawAxes = [
      () => drawBands(plot, lines),
      () => drawEvents(plot, events, colour('--muted')),
      () => drawMarks(plot, marks, colour('--muted')),
    ];
    this.mark();
    followPointer(plot, board.clock);
  }

  /** Follows changes of the board, of the page's size and colours, and printing. */
  follow() {
    const { board, frame } = this;
    const rebuild = () => this.rebuild();
    board.clock.time.on(() => this.mark());
    const redraw = () => {
      this.plot?.setData(this.drawn());
      this.summarize();
    };
    board.zoom.range.on(redraw);
    showAllWith(board.zoom, this.vertical, redraw);
    board.chosen.on(rebuild);
    board.mode.on(rebuild);
    board.now.on(rebuild);
    matchMedia(darkScreen).addEventListener('change', () => this.plot?.redraw());
    let printing = false;
    const resize = () => {
      const { clientWidth: width, clientHeight: height } = frame.canvas;
      if (printing || this.plot === null || width === 0 || this.plot.width === width) return;
      this.plot.setSize({ width, height });
      this.plot.setData(this.drawn());
    };
    new ResizeObserver(resize).observe(frame.canvas);
    addEventListener('beforeprint', () => {
      printing = true;
      this.plot?.setSize(onPaper);
    });
    addEventListener('afterprint', () => {
      printing = false;
      resize();
    });
  }
}

/**
 * Adds an empty plot to the page.
 * @param {HTMLElement} host
 * @param {string} label
 */
function chartFrame(host, label) {
  const figure = document.createElement('figure');
  figure.className = 'plot chart';
  figure.setAttribute('aria-label', label);
  const caption = document.createElement('figcaption');
  const title = document.createElement('span');
  const tools = document.createElement('span');
  tools.className = 'tools';
  caption.append(title, tools);
  const names = document.createElement('p');
  names.className = 'names';
  const canvas = document.createElement('div');
  canvas.className = 'canvas';
  const readout = document.createElement('table');
  readout.className = 'readout';
  figure.append(caption, canvas, readout, names);
  host.append(figure);
  return { figure, title, tools, names, canvas, readout };
}

/**
 * Curve of a chart, on the axis that its scale names.
 * @typedef {import('../../client/plot.js').Line & { scale: 'y' | 'right', thin: boolean }}
 * ChartLine
 */

/**
 * Returns the selected curves of a group and the format of their values.
 * @param {import('./board.js').Board} board
 * @param {number} place
 * @param {boolean} log
 * @param {'y' | 'right'} scale
 * @returns {[ChartLine[], import('./board.js').Scale]}
 */
function linesOf(board, place, log, scale) {
  const group = board.data.groups[place];
  const mode = board.mode.get();
  const before = mode === 'values' ? null : board.before.get();
  const ready = (/** @type {import('../../client/decode.js').Samples} */ samples) =>
    log ? { t: samples.t, v: samples.v.map(magnitude) } : samples;
  /** @type {ChartLine[]} */
  const lines = [];
  for (const name of group.columns.filter((each) => board.chosen.get().has(each))) {
    const { colour: c, dash } = styleOf(group, name);
    const own = board.now.get().columns.get(name)?.samples;
    const other = before?.columns.get(name)?.samples;
    if (own === undefined) continue;
    const base = { label: name, colour: c, dash: scale === 'right' ? 2 : dash, scale, thin: false };
    if (mode === 'difference' && before !== null) {
      if (other !== undefined) lines.push({ ...base, samples: ready(differenceOf(own, other, valueAt)) });
      continue;
    }
    if (other !== undefined)
      lines.push({ ...base, label: `${name}, before`, dash: 1, thin: true, samples: ready(other) });
    const band = log ? undefined : board.now.get().columns.get(`${name}.error`)?.samples;
    lines.push({ ...base, samples: ready(own), ...(band === undefined ? {} : { band }) });
  }
  return [lines, scaleOf(lines, group.unit, log)];
}

/** @param {number} value */
function magnitude(value) {
  const size = Math.abs(value);
  return size > 0 ? size : Number.NaN;
}

/**
 * @param {string} title
 * @param {import('./board.js').Scale} scale
 * @param {boolean} log
 * @param {boolean} difference
 */
function heading(title, scale, log, difference) {
  return measured(`${difference ? 'Difference: ' : ''}${title}${log ? ', magnitude' : ''}`, scale);
}

/**
 * Returns the label of an axis with its unit of measure.
 * @param {string} words
 * @param {import('./board.js').Scale} scale
 */
function measured(words, { unit }) {
  return unit === '' ? words : `${words} [${unit}]`;
}

/**
 * Lists the groups with selected columns, for the right axis.
 * @param {HTMLSelectElement} right
 * @param {import('./board.js').Board} board
 * @param {number} place
 * @param {number} second
 */
function options(right, board, place, second) {
  const chosen = board.chosen.get();
  const entries = board.data.groups.flatMap(({ title, columns }, k) =>
    k !== place && columns.some((name) => chosen.has(name)) ? [{ k, title: `right: ${title}` }] : [],
  );
  right.hidden = entries.length === 0;
  right.replaceChildren(
    ...[{ k: -1, title: 'one axis' }, ...entries].map(({ k, title }) => {
      const option = document.createElement('option');
      option.value = String(k);
      option.textContent = title;
      option.selected = k === second;
      return option;
    }),
  );
}

/**
 * Explains what a plot shows beside its curves.
 * @param {HTMLElement} names
 * @param {ChartLine[]} lines
 * @param {number} events
 * @param {number} marks
 */
function legend(names, lines, events, marks) {
  names.replaceChildren(
    ...[
      ...(lines.some(({ thin }) => thin) ? ['thin, dashed: the previous run'] : []),
      ...(events === 0 ? [] : [`dotted, upright: ${events === 1 ? 'an event' : `${events} events`}`]),
      ...(marks === 0 ? [] : [`▲ ${marks === 1 ? 'a message' : `${marks} messages`}`]),
    ].map((text) => {
      const entry = document.createElement('span');
      entry.textContent = text;
      return entry;
    }),
  );
}

/**
 * @param {HTMLElement} tools
 * @param {string} text
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 */
function toggle(tools, text, on, change) {
  const label = document.createElement('label');
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = on;
  box.addEventListener('change', () => change(box.checked));
  label.append(box, text);
  tools.append(label);
  return label;
}

/**
 * Returns the options of uPlot, with a second axis if a curve needs it.
 * @param {import('./board.js').Board} board
 * @param {ChartLine[]} lines
 * @param {[import('./board.js').Scale, import('./board.js').Scale]} scales
 * @param {{ log: boolean, width: number, vertical: import('../../client/plot-options.js').Vertical }}
 * present
 * @returns {uPlot.Options}
 */
function chartOptions(board, lines, [left, right], { log, width, vertical }) {
  const look = { log, factor: left.factor, width, height: 230, room: 64, vertical };
  const options = plotOptions(lines, look, board.zoom);
  lines.forEach(({ scale, thin, samples }, i) => {
    // Few samples are drawn as points, because a line would hide them.
    const points = { show: samples.t.length <= 50, size: 5 };
    Object.assign(options.series[i + 1], { scale, width: thin ? 1 : 1.7, points });
  });
  if (!lines.some(({ scale }) => scale === 'right')) return options;
  options.scales.right = options.scales.y;
  options.axes.push({
    ...options.axes[1],
    scale: 'right',
    side: 1,
    grid: { show: false },
    values: (_, marks) => (log ? powerMarks(marks) : axisMarks(marks, right.factor)),
  });
  return options;
}
