import { shortText } from '../../client/format.js';
import { recordingFrom } from './recording.js';
import { createRunner } from './runner.js';
import { settingsOf } from './settings.js';
import { showVerdict } from './verdict.js';

/** Pause between two runs while a control moves [ms]. */
const settleTime = 120;

/**
 * Connects the form that runs the system again, on request or on each change.
 * @param {HTMLFormElement} form
 * @param {import('./board.js').Board} board
 * @param {(done: import('../run-page-data.ts').RunDone) => void} show
 */
export function createControls(form, board, show) {
  new Controls(form, board, show).listen();
  tellWhole(form);
}

class Controls {
  running = false;
  /** True if another run must follow the running one. */
  wanted = false;
  shownWords = '';
  /** Timer of the next run. */
  timer = 0;

  /**
   * @param {HTMLFormElement} form
   * @param {import('./board.js').Board} board
   * @param {(done: import('../run-page-data.ts').RunDone) => void} show
   */
  constructor(form, board, show) {
    this.form = form;
    this.board = board;
    this.show = show;
    this.again = /** @type {import('../run-page-data.ts').Again} */ (board.data.again);
    this.runner = createRunner(this.again);
    const part = (/** @type {string} */ selector) =>
      /** @type {HTMLElement} */ (form.querySelector(selector));
    this.status = part('.status');
    this.command = part('.command');
    this.bar = /** @type {HTMLProgressElement} */ (part('progress'));
    this.stop = /** @type {HTMLButtonElement} */ (part('.stop'));
    this.live = /** @type {HTMLInputElement} */ (part('.live'));
    /** Fingerprint of the present run. A run with equal bits is not compared with it. */
    this.shown = this.again.fingerprint;
  }

  listen() {
    const { form, live } = this;
    form.addEventListener('input', ({ target }) => {
      if (target === live) return;
      follow(form, /** @type {Element} */ (target));
      this.changed();
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.run();
    });
    form.addEventListener('reset', () => {
      const follows = live.checked;
      setTimeout(() => {
        live.checked = follows;
        for (const field of form.querySelectorAll('input[type=range]')) follow(form, field, true);
        this.changed();
      });
    });
    this.stop.addEventListener('click', () => this.runner.stop());
  }

  /** Runs the system with the present form, or reports that this has not happened yet. */
  changed() {
    const { form, again, command, live } = this;
    clearTimeout(this.timer);
    tellWhole(form);
    const missing = missingIn(form);
    const words = missing === undefined ? settingsOf(form, again).words.join(' ') : '–';
    command.textContent = words === '' ? 'as in the original run' : words;
    if (missing !== undefined) this.say(`${missing}: enter a valid number`, true);
    else if (live.checked) this.timer = setTimeout(() => this.run(), settleTime);
    else if (!this.running) this.say(words === this.shownWords ? '' : 'not run yet');
  }

  /**
   * Runs the system with the present form. A running run is stopped first.
   * @returns {Promise<void>}
   */
  async run() {
    const { form, runner, stop, bar } = this;
    if (this.running) {
      this.wanted = true;
      runner.stop();
      return;
    }
    this.running = true;
    stop.disabled = false;
    bar.hidden = false;
    bar.value = 0;
    this.say('running …');
    const { settings, words } = settingsOf(form, this.again);
    const answer = await runner.run(settings, (share) => {
      bar.value = share;
    });
    this.running = false;
    stop.disabled = true;
    bar.hidden = true;
    form.dataset.runs = String(Number(form.dataset.runs ?? 0) + 1);
    if (this.wanted) {
      this.wanted = false;
      return this.run();
    }
    if (answer.kind === 'failed') return this.say(answer.message, true);
    if (answer.kind === 'done') this.showRun(answer, words);
  }

  /**
   * Shows a complete run.
   * @param {import('../run-page-data.ts').RunDone} answer
   * @param {string[]} words settings that differ from the original run
   */
  showRun(answer, words) {
    const { form, board, again } = this;
    this.say(wordsOf(answer, words.length === 0 ? again.fingerprint : null));
    this.shownWords = words.join(' ');
    form.dataset.fingerprint = answer.fingerprint;
    form.dataset.rate = String(answer.simulated / answer.seconds);
    const title = words.length === 0 ? 'as before' : words.join(' ');
    const same = answer.fingerprint === this.shown;
    this.shown = answer.fingerprint;
    if (!same) board.before.set(board.now.get());
    board.now.set(recordingFrom(title, answer.columns, answer.ownColumns, board.data.scene));
    this.show(answer);
    showVerdict(answer.verdict);
  }

  /**
   * Shows the state of the run.
   * @param {string} text
   */
  say(text, failed = false) {
    this.status.textContent = text;
    this.status.classList.toggle('failed', failed);
  }
}

/**
 * Shows a number that is longer than its field as a tooltip.
 * @param {HTMLFormElement} form
 */
function tellWhole(form) {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (
    form.querySelectorAll('input[type=number]')
  ))
    field.title = field.value;
}

/**
 * Returns the label of the first field without a valid value.
 * @param {HTMLFormElement} form
 */
function missingIn(form) {
  const field = /** @type {HTMLInputElement | null} */ (form.querySelector('.fields :invalid'));
  return field === null ? undefined : (field.labels?.[0]?.textContent ?? field.name);
}

/**
 * Synchronizes a slider and its number field.
 * @param {HTMLFormElement} form
 * @param {Element} target
 * @param {boolean} back whether the slider follows
 */
function follow(form, target, back = false) {
  const { slides, name } = /** @type {HTMLInputElement} */ (target).dataset
    ? {
        slides: /** @type {HTMLElement} */ (target).dataset.slides,
        name: /** @type {HTMLInputElement} */ (target).name,
      }
    : { slides: undefined, name: '' };
  if (slides !== undefined) {
    const number = /** @type {HTMLInputElement} */ (form.elements.namedItem(slides));
    const slider = /** @type {HTMLInputElement} */ (target);
    if (back) slider.value = slider.dataset.values === undefined ? number.value : slider.defaultValue;
    else
      number.value =
        slider.dataset.values === undefined
          ? shortText(Number(Number(slider.value).toPrecision(6)))
          : slider.dataset.values.split(' ')[Number(slider.value)];
    return;
  }
  const slider = /** @type {HTMLInputElement | null} */ (
    form.querySelector(`[data-slides="${CSS.escape(name)}"]`)
  );
  if (slider === null) return;
  const { value } = /** @type {HTMLInputElement} */ (target);
  const { values } = slider.dataset;
  slider.value = values === undefined ? value : String(firstNotBelow(values.split(' '), Number(value)));
}

/**
 * Returns the first value that is not below a number, or the last.
 * @param {string[]} values
 * @param {number} value
 */
function firstNotBelow(values, value) {
  const found = values.findIndex((each) => Number(each) >= value);
  return found < 0 ? values.length - 1 : found;
}

/**
 * Describes the result of a run. `expected` is the fingerprint of the original run if nothing
 * changed.
 * @param {import('../run-page-data.ts').RunDone} done
 * @param {string | null} expected
 */
function wordsOf(done, expected) {
  const rate = done.simulated / done.seconds;
  const parts = [
    `${done.outcome}: ${Number(done.simulated.toPrecision(6))} s in ${done.seconds.toFixed(3)} s, ${rate >= 10 ? Math.round(rate) : rate.toPrecision(2)} × real time`,
    ...(expected === null
      ? []
      : [
          done.fingerprint === expected
            ? 'bits equal to the command line'
            : 'bits differ from the command line',
        ]),
    ...done.notes,
  ];
  return parts.join('; ');
}
