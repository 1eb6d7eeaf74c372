import { makeSortable } from '../../client/report-table.js';
import { cellText } from './study-axis.js';
import { distribution, heatMap, parallel, scatter } from './study-plots.js';
import { explained, rank, statesOf, wordAt } from './study-runs.js';

/** Rows that the table shows at first, and factors that are plotted at first. */
const [firstRows, firstFactors] = [20, 4];

/** Draws the page of a study. Its state stands in the address, so that a link shows it again. */
function createStudyPage() {
  /** @type {import('../study-page-data.ts').StudyPageData} */
  const data = JSON.parse(document.getElementById('study')?.textContent ?? '');
  const state = statesOf(data);
  const asked = new URLSearchParams(location.hash.slice(1));
  const part = (/** @type {string} */ name) =>
    /** @type {HTMLElement} */ (document.querySelector(`.study-${name}`));
  const choice = (/** @type {string} */ name) =>
    /** @type {HTMLSelectElement} */ (document.querySelector(`select[name=${name}]`));
  const names = ['metric', 'better', 'x', 'y'];
  for (const name of names) {
    const wanted = asked.get(name);
    if (wanted !== null && [...choice(name).options].some(({ value }) => value === wanted))
      choice(name).value = wanted;
  }
  const column = (
    /** @type {import('../study-page-data.ts').StudyColumn[]} */ of,
    /** @type {string} */ name,
  ) => of.find((each) => each.name === choice(name).value) ?? of[0];
  let chosen = data.runs.indexOf(Number(asked.get('run') ?? -1));
  let rows = firstRows;
  const show = () => {
    const metric = column(data.metrics, 'metric');
    const better = /** @type {import('./study-runs.js').Better} */ (choice('better').value);
    const ranked = metric === undefined ? state.map((_, run) => run) : rank({ state, metric, better });
    const fallback = metric ?? { name: 'ending', values: data.runs.map(() => null) };
    const study = {
      data,
      count: state.length,
      state,
      metric: fallback,
      better,
      ranked,
      chosen: chosen < 0 ? ranked[0] : chosen,
    };
    const choose = (/** @type {number} */ run) => {
      chosen = run;
      show();
      remember();
    };
    const shares = data.factors.map((factor) => ({ factor, share: explained(factor, study) }));
    shares.sort((a, b) => b.share - a.share);
    studyTiles(part('best'), part('factor'), study, shares[0]);
    details(part('run'), study);
    const [plots, more] = [part('plots'), part('more')];
    for (const host of [plots, more]) host.replaceChildren();
    for (const [k, { factor, share }] of shares.entries()) {
      const note = `explains ${percent(share)}`;
      scatter(k < firstFactors ? plots : more, study, factor, note, choose);
    }
    /** @type {HTMLElement} */ (more.parentElement).hidden = shares.length <= firstFactors;
    if (data.factors.length > 1 && choice('x').value !== choice('y').value)
      heatMap(plots, study, column(data.factors, 'x'), column(data.factors, 'y'), choose);
    distribution(plots, study, choose);
    parallel(plots, study, choose);
    runsList(part('table'), study, rows, choose);
    part('all').hidden = rows >= state.length;
  };
  const remember = () => {
    const kept = new URLSearchParams(names.map((name) => [name, choice(name).value]));
    if (chosen >= 0) kept.set('run', String(data.runs[chosen]));
    location.replace(`#${kept}`);
  };
  for (const name of names)
    choice(name).addEventListener('change', () => {
      show();
      remember();
    });
  part('all').addEventListener('click', () => {
    rows = state.length;
    show();
  });
  part('copy').addEventListener(
    'click',
    () => void navigator.clipboard.writeText(part('command').textContent ?? ''),
  );
  show();
  document.body.dataset.ready = 'true';
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(100 * share)} %`;
}

/**
 * Writes the tiles that depend on the metric: the best run and the strongest factor.
 * @param {HTMLElement} best
 * @param {HTMLElement} strongest
 * @param {import('./study-runs.js').Study} study
 * @param {{ factor: import('../study-page-data.ts').StudyColumn, share: number } | undefined} first
 */
function studyTiles(best, strongest, { data, metric, state, ranked, better }, first) {
  const run = ranked[0];
  const sound = run !== undefined && state[run] < 2 && metric.values[run] !== null;
  writeTile(
    best,
    `Best run: ${better} ${metric.name}`,
    sound ? cellText(metric, run) : 'none',
    sound
      ? `run ${data.runs[run]}: ${data.factors.map((factor) => `${factor.name} = ${cellText(factor, run)}`).join(', ')}`
      : 'No run can be trusted.',
  );
  writeTile(
    strongest,
    'Strongest factor',
    first === undefined || !(first.share > 0) ? 'none' : first.factor.name,
    first === undefined || !(first.share > 0)
      ? `${metric.name} does not depend on a single factor.`
      : `explains ${percent(first.share)} of the variance of ${metric.name} alone`,
  );
}

/** @param {HTMLElement} tile @param {string} heading @param {string} word @param {string} reason */
function writeTile(tile, heading, word, reason) {
  /** @type {HTMLElement} */ (tile.querySelector('h2')).textContent = heading;
  /** @type {HTMLElement} */ (tile.querySelector('.word')).textContent = word;
  /** @type {HTMLElement} */ (tile.querySelector('.reason')).textContent = reason;
}

/**
 * Shows the chosen run: its values, its message, and the command that repeats it.
 * @param {HTMLElement} host
 * @param {import('./study-runs.js').Study} study
 */
function details(host, { data, chosen, ranked }) {
  const number = data.runs[chosen];
  const put = (/** @type {string} */ name, /** @type {string} */ text) => {
    /** @type {HTMLElement} */ (host.querySelector(name)).textContent = text;
  };
  put('h2', `Run ${number}${chosen === ranked[0] ? ', the best' : ''}`);
  put('.study-command', `${data.command} --run ${number} --report run-${number}.html`);
  put('.message', data.messages[chosen] ?? '');
  const pairs = [
    ...data.factors.map((column) => [column.name, cellText(column, chosen)]),
    ['ending', wordAt(data.ending, chosen)],
    ['verdict', wordAt(data.verdict, chosen)],
    ...data.metrics.map((column) => [column.name, cellText(column, chosen)]),
  ];
  const list = /** @type {HTMLElement} */ (host.querySelector('dl'));
  list.replaceChildren(
    ...pairs.flatMap(([name, text]) => {
      const box = document.createElement('div');
      const [term, value] = [document.createElement('dt'), document.createElement('dd')];
      term.textContent = name;
      value.textContent = text === '' ? '–' : text;
      box.append(term, value);
      return [box];
    }),
  );
}

/**
 * Lists runs from the best to the worst.
 * @param {HTMLElement} host
 * @param {import('./study-runs.js').Study} study
 * @param {number} most
 * @param {(run: number) => void} choose
 */
function runsList(host, { data, metric, ranked, chosen, state }, most, choose) {
  const others = data.metrics.filter((column) => column !== metric);
  const columns = [...data.factors, metric, data.verdict, data.ending, ...others];
  const made = document.createElement('table');
  const head = made.createTHead().insertRow();
  const numbers = new Set(columns.filter(({ labels }) => labels === undefined).map(({ name }) => name));
  for (const name of ['run', ...columns.map((column) => column.name)]) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    if (numbers.has(name)) cell.className = 'n';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    cell.append(button);
    head.append(cell);
  }
  const body = made.createTBody();
  for (const run of ranked.slice(0, most)) {
    const row = body.insertRow();
    row.className = `state${state[run]}${run === chosen ? ' chosen' : ''}`;
    const cell = row.insertCell();
    cell.dataset.value = String(data.runs[run]);
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = String(data.runs[run]);
    button.setAttribute('aria-label', `Choose run ${data.runs[run]}`);
    cell.append(button);
    row.addEventListener('click', () => choose(run));
    for (const column of columns) {
      const value = column.values[run];
      const cell = row.insertCell();
      cell.textContent = cellText(column, run);
      if (column.labels !== undefined || value === null) continue;
      cell.className = 'n';
      cell.dataset.value = String(value);
    }
  }
  host.replaceChildren(made);
  makeSortable(made);
}

createStudyPage();
