import { makeSortable } from '../../client/report-table.js';
import { bandText, cellText, studyTitle } from './study-axis.js';
import { distribution, heatMap, parallel, scatter } from './study-plots.js';
import { explained, rank, rivalsOf, statesOf, wordAt } from './study-runs.js';

/** Rows that the table shows at first, and factors that are plotted at first. */
const [firstRows, firstFactors] = [20, 4];

/** Names of the choices, which the address keeps. */
const choiceNames = ['metric', 'better', 'x', 'y'];

/** @param {string} name */
const studyPart = (name) => /** @type {HTMLElement} */ (document.querySelector(`.study-${name}`));

/** @param {string} name */
const choice = (name) => /** @type {HTMLSelectElement} */ (document.querySelector(`select[name=${name}]`));

/** Page of a study. Its state stands in the address, so that a link shows it again. */
class StudyView {
  /** Chosen run, or −1 for the best. */
  chosen = -1;
  rows = firstRows;

  /** @param {import('../study-page-data.ts').StudyPageData} data */
  constructor(data) {
    this.data = data;
    this.state = statesOf(data);
  }

  /** Takes the view from the address, and follows the controls. */
  start() {
    const asked = new URLSearchParams(location.hash.slice(1));
    for (const name of choiceNames) {
      const wanted = asked.get(name);
      const select = choice(name);
      if (wanted !== null && [...select.options].some(({ value }) => value === wanted)) select.value = wanted;
      select.addEventListener('change', () => {
        this.show();
        this.remember();
      });
    }
    this.chosen = this.data.runs.indexOf(Number(asked.get('run') ?? -1));
    studyPart('all').addEventListener('click', () => {
      this.rows = this.state.length;
      this.show();
    });
    studyPart('copy').addEventListener('click', () => {
      void navigator.clipboard.writeText(studyPart('command').textContent ?? '');
    });
    this.show();
  }

  /**
   * Returns the study with the chosen metric and run.
   * @returns {import('./study-runs.js').Study}
   */
  present() {
    const { data, state, chosen } = this;
    const better = /** @type {import('./study-runs.js').Better} */ (choice('better').value);
    const found = chosenColumn(data.metrics, 'metric');
    const metric = found ?? { name: 'metric', values: data.runs.map(() => null) };
    const ranked = rank({ state, metric, better });
    const rivals = rivalsOf({ state, metric, better, ranked });
    return { data, state, metric, better, ranked, rivals, chosen: chosen < 0 ? ranked[0] : chosen };
  }

  /** Draws everything anew. */
  show() {
    const { data, state, rows } = this;
    const study = this.present();
    const choose = (/** @type {number} */ run) => {
      this.chosen = run;
      this.show();
      this.remember();
    };
    const shares = data.factors.map((factor) => ({ factor, share: explained(factor, study) }));
    shares.sort((a, b) => b.share - a.share);
    studyTiles(studyPart('best'), studyPart('factor'), study, shares[0]);
    details(studyPart('run'), study);
    const [plots, more] = [studyPart('plots'), studyPart('more')];
    for (const host of [plots, more]) host.replaceChildren();
    for (const [k, { factor, share }] of shares.entries())
      scatter(k < firstFactors ? plots : more, study, factor, `explains ${percent(share)}`, choose);
    /** @type {HTMLElement} */ (more.parentElement).hidden = shares.length <= firstFactors;
    if (data.factors.length > 1 && choice('x').value !== choice('y').value)
      heatMap(plots, study, chosenColumn(data.factors, 'x'), chosenColumn(data.factors, 'y'), choose);
    distribution(plots, study, choose);
    parallel(plots, study, choose);
    runsList(studyPart('table'), study, rows, choose);
    studyPart('all').hidden = rows >= state.length;
  }

  /** Puts the view into the address. */
  remember() {
    const kept = new URLSearchParams(choiceNames.map((name) => [name, choice(name).value]));
    if (this.chosen >= 0) kept.set('run', String(this.data.runs[this.chosen]));
    location.replace(`#${kept}`);
  }
}

/**
 * Returns the column that a choice names.
 * @param {import('../study-page-data.ts').StudyColumn[]} columns
 * @param {string} name
 */
function chosenColumn(columns, name) {
  return columns.find((each) => each.name === choice(name).value) ?? columns[0];
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
function studyTiles(best, strongest, { data, metric, state, ranked, rivals, better }, first) {
  const run = ranked[0];
  const sound = run !== undefined && state[run] < 2 && metric.values[run] !== null;
  writeTile(
    best,
    `Best run: ${better} ${studyTitle(metric)}`,
    sound ? bandText(metric, run) : 'none',
    sound
      ? `run ${data.runs[run]}: ${data.factors.map((factor) => `${factor.name} = ${cellText(factor, run)}`).join(', ')}${rivalText(rivals.size)}`
      : 'No run can be trusted.',
    rivals.size === 0 ? '' : 'doubtful',
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

/** @param {number} rivals */
function rivalText(rivals) {
  if (rivals === 0) return '';
  return `. Not certain: ${rivals === 1 ? 'one other run lies' : `${rivals} other runs lie`} within the error bands (≈).`;
}

/**
 * @param {HTMLElement} tile
 * @param {string} heading
 * @param {string} word
 * @param {string} reason
 * @param {string} mark
 */
function writeTile(tile, heading, word, reason, mark = '') {
  tile.dataset.word = mark;
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
  put('.study-command', `${data.command} --repeat ${number} --report run-${number}.html`);
  put('.message', data.messages[chosen] ?? '');
  const pairs = [
    ...data.factors.map((column) => [studyTitle(column), cellText(column, chosen)]),
    ['ending', wordAt(data.ending, chosen)],
    ['verdict', wordAt(data.verdict, chosen)],
    ...data.metrics.map((column) => [studyTitle(column), bandText(column, chosen)]),
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
function runsList(host, { data, metric, ranked, rivals, chosen, state }, most, choose) {
  const others = data.metrics.filter((column) => column !== metric);
  const columns = [...data.factors, metric, data.verdict, data.ending, ...others];
  const made = document.createElement('table');
  const head = made.createTHead().insertRow();
  const numbers = new Set(columns.filter(({ labels }) => labels === undefined).map(studyTitle));
  for (const name of ['run', ...columns.map(studyTitle)]) {
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
      const mark = column === metric && rivals.has(run) ? '≈ ' : '';
      cell.textContent = mark + bandText(column, run);
      if (column.labels !== undefined || value === null) continue;
      cell.className = 'n';
      cell.dataset.value = String(value);
    }
  }
  host.replaceChildren(made);
  makeSortable(made);
}

new StudyView(JSON.parse(document.getElementById('study')?.textContent ?? '')).start();
document.body.dataset.ready = 'true';
