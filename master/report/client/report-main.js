import { createClock } from './clock.js';
import { decode } from './decode.js';
import { createPlot } from './plot.js';
import { makeSortable } from './report-table.js';
import { createScene } from './scene.js';
import { createTimeBar } from './time-bar.js';
import { createZoom } from './zoom.js';

/** @type {import('../report-data.ts').PageData} */
const page = JSON.parse(document.getElementById('data')?.textContent ?? '');

/** @type {Map<string, import('./decode.js').Samples>} */
const decoded = new Map();

/** @param {number} run @param {string} column */
function samplesOf(run, column) {
  const key = `${run} ${column}`;
  const samples = decoded.get(key) ?? decode(page.runs[run].columns[column], page.runs[run].knots);
  decoded.set(key, samples);
  return samples;
}

/**
 * Returns the first and last time [s] of a group.
 * @param {import('../report-data.ts').GroupData} group
 */
function span(group) {
  const runs = group.plots.flatMap((plot) => plot.series.map((series) => series.run));
  const knots = [...runs, ...(group.scene ? [group.scene.run] : [])].flatMap((run) => page.runs[run].knots);
  const times = knots.map(([, time]) => time);
  if (times.length === 0) return [0, 1];
  const start = times.reduce((a, b) => Math.min(a, b));
  const end = times.reduce((a, b) => Math.max(a, b));
  return [start, end > start ? end : start + 1];
}

for (const [place, group] of page.groups.entries()) {
  const section = /** @type {HTMLElement} */ (document.getElementById(`group-${place}`));
  const [start, end] = span(group);
  const clock = createClock(start, end);
  const zoom = createZoom(start, end);
  createTimeBar(section, clock, zoom, page.groups.length === 1 ? document.body : section);
  const figures = /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll('figure.plot'));
  for (const [k, plot] of group.plots.entries()) {
    const lines = plot.series.map(({ run, column, label, colour, dash }) => ({
      label,
      colour,
      dash,
      samples: samplesOf(run, column),
      ...(`${column}.error` in page.runs[run].columns ? { band: samplesOf(run, `${column}.error`) } : {}),
    }));
    createPlot(figures[k], plot, lines, clock, zoom);
  }
  const svg = /** @type {SVGElement | null} */ (section.querySelector('figure.scene svg'));
  if (svg && group.scene) createScene(svg, group.scene, samplesOf, clock);
}

for (const table of document.querySelectorAll('table')) makeSortable(table);
