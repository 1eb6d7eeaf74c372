import { createClock } from '../../client/clock.js';
import { createScene } from '../../client/scene.js';
import { signal } from '../../client/signal.js';
import { createTimeBar } from '../../client/time-bar.js';
import { createZoom } from '../../client/zoom.js';
import { createBoard } from './board.js';
import { createChart } from './chart.js';
import { createControls } from './controls.js';
import { createDiagram } from './diagram.js';
import { createDrawer } from './drawer.js';
import { createLive } from './live.js';
import { createMoments, mark } from './marks.js';
import { keepView } from './page-link.js';
import { createPanel } from './panel.js';
import { bytesOf, doublesOf } from './planes.js';
import { pointColumn, recordingOf } from './recording.js';

/** Number of plots that are not folded. */
const mainPlots = 3;

/** Draws the page of a run. All parts share one board. */
async function createRunPage() {
  /** @type {import('../run-page-data.ts').RunPageData} */
  const data = JSON.parse(document.getElementById('run')?.textContent ?? '');
  const main = /** @type {HTMLElement} */ (document.querySelector('main'));
  const values = doublesOf(await bytesOf('values'));
  const clock = createClock(data.start, data.end);
  const zoom = createZoom(data.start, data.end);
  const recording = recordingOf(data, values);
  mark(recording, data.marks);
  const board = createBoard(data, recording, clock, zoom);
  createMoments(main, clock);
  createTimeBar(main, clock, zoom, document.body);
  const svg = /** @type {SVGElement | null} */ (main.querySelector('figure.scene svg'));
  if (svg !== null && data.scene !== null) createMovingScene(svg, data.scene, board);
  createCharts(main, board);
  createPanel(/** @type {HTMLElement} */ (main.querySelector('.panel')), board);
  const diagram = /** @type {HTMLElement | null} */ (main.querySelector('#diagram'));
  const show = diagram === null ? () => {} : createDiagram(diagram, board);
  createModes(main, board);
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form.again'));
  if (form !== null && data.again !== null)
    createControls(form, board, ({ bonds, columns }) => {
      show(bonds);
      keptColumns = columns;
    });
  const live = /** @type {HTMLElement | null} */ (main.querySelector('div.live'));
  if (live !== null && data.live) createLive(live, board);
  keepView(board, form);
  const drawer = /** @type {HTMLElement} */ (main.querySelector('.drawer'));
  createDrawer(drawer, /** @type {HTMLElement} */ (main.querySelector('.opener')));
  Object.assign(globalThis, { fmukitPage: { board, columns: () => keptColumns } });
  document.body.dataset.ready = 'true';
}

/**
 * Creates the plots: the first three beside the drawing, the others folded below.
 * @param {HTMLElement} main
 * @param {import('./board.js').Board} board
 */
function createCharts(main, board) {
  const { groups } = board.data;
  const first = groups.flatMap(({ chosen }, place) => (chosen.length > 0 ? [place] : [])).slice(0, mainPlots);
  const more = /** @type {HTMLDetailsElement} */ (main.querySelector('.more-plots'));
  const folded = /** @type {HTMLElement} */ (more.querySelector('.plots'));
  const seen = /** @type {HTMLElement} */ (main.querySelector('.main-plots'));
  for (const place of groups.keys()) createChart(first.includes(place) ? seen : folded, board, place);
  const summary = /** @type {HTMLElement} */ (more.querySelector('summary'));
  let count = 0;
  const update = () => {
    const before = count;
    count = folded.querySelectorAll('figure:not([hidden])').length;
    more.hidden = count === 0;
    summary.textContent = count === 1 ? '1 more plot' : `${count} more plots`;
    return count > before;
  };
  update();
  board.now.on(update);
  // The plot of a variable that the user selects is to be seen.
  board.chosen.on(() => {
    if (update()) more.open = true;
  });
}

/** Columns of the last run from the worker, for programs that control the page. */
let keptColumns = /** @type {{ name: string, data: Float64Array }[]} */ ([]);

/**
 * Lets the user compare the run with the previous one, once there are two.
 * @param {HTMLElement} main
 * @param {import('./board.js').Board} board
 */
function createModes(main, board) {
  const box = main.querySelector('.modes');
  if (box === null) return;
  const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (box.querySelectorAll('input'));
  for (const input of inputs)
    input.addEventListener('change', () =>
      board.mode.set(/** @type {import('./board.js').Mode} */ (input.value)),
    );
  board.before.on((before) => {
    for (const input of inputs) input.disabled = before === null;
    if (before === null || board.mode.get() !== 'values') return;
    board.mode.set('both');
    for (const input of inputs) input.checked = input.value === 'both';
  });
}

/** Prints the configuration of units and all plots unfolded. */
function printWhole() {
  const closed = [
    ...document.querySelectorAll(
      '#configuration details:not([open]):not(:has(pre)), .more-plots:not([open])',
    ),
  ];
  addEventListener('beforeprint', () => {
    for (const each of closed) each.toggleAttribute('open', true);
  });
  addEventListener('afterprint', () => {
    for (const each of closed) each.toggleAttribute('open', false);
  });
}

/**
 * Draws the scene again for each run, with the previous run as a ghost.
 * @param {SVGElement} svg
 * @param {import('../run-page-data.ts').PageScene} scene
 * @param {import('./board.js').Board} board
 */
function createMovingScene(svg, scene, board) {
  let time = signal(board.clock.time.get());
  board.clock.time.on((t) => time.set(t));
  const rebuild = () => {
    time = signal(board.clock.time.get());
    const before = board.mode.get() === 'values' ? null : board.before.get();
    const runs = before === null ? [board.now.get()] : [board.now.get(), before];
    const points = Object.fromEntries(
      Object.entries(scene.points).map(([name, point]) => [
        name,
        'x' in point ? point : { x: pointColumn(name, 'x'), y: pointColumn(name, 'y') },
      ]),
    );
    svg.replaceChildren();
    if (board.data.columns.every(({ name }) => runs[0].columns.get(name)?.samples.t.length === 0)) return;
    createScene(
      svg,
      { run: 0, ghost: before === null ? -1 : 1, points, bodies: scene.bodies },
      (run, column) =>
        runs[run].columns.get(column)?.samples ?? { t: new Float64Array(), v: new Float64Array() },
      { ...board.clock, time },
    );
  };
  board.now.on(rebuild);
  board.mode.on(rebuild);
  rebuild();
}

printWhole();
void createRunPage();
