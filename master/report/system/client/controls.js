import { recordingFrom } from './recording.js';
import { createRunner } from './runner.js';
import { settingsOf } from './settings.js';

/** Between two runs while something is being moved [ms]. */
const settleTime = 120;

/**
 * The form that runs the system again: what it says is run when asked for, or while it is changed.
 * @param {HTMLFormElement} form
 * @param {import('./board.js').Board} board
 * @param {(done: import('../data.ts').Done) => void} show
 */
export function createControls(form, board, show) {
  const again = /** @type {import('../data.ts').Again} */ (board.data.again);
  const runner = createRunner(again);
  const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (form.querySelector(selector));
  const status = part('.status');
  const command = part('.command');
  const bar = /** @type {HTMLProgressElement} */ (part('progress'));
  const stop = /** @type {HTMLButtonElement} */ (part('.stop'));
  const live = /** @type {HTMLInputElement} */ (part('.live'));
  /** Of the run that is shown: one with the same bits is no other to compare with. */
  let shown = again.fingerprint;
  let running = false;
  let wanted = false;

  const run = async () => {
    if (running) {
      wanted = true;
      runner.stop();
      return;
    }
    running = true;
    stop.disabled = false;
    bar.hidden = false;
    bar.value = 0;
    status.textContent = 'running …';
    const { settings, words } = settingsOf(form, again);
    const answer = await runner.run(settings, (share) => {
      bar.value = share;
    });
    running = false;
    stop.disabled = true;
    bar.hidden = true;
    form.dataset.runs = String(Number(form.dataset.runs ?? 0) + 1);
    if (wanted) {
      wanted = false;
      return run();
    }
    if (answer.kind === 'failed') {
      status.textContent = answer.message;
      status.className = 'status failed';
      return;
    }
    if (answer.kind !== 'done') return;
    status.className = 'status';
    status.textContent = wordsOf(answer, words.length === 0 ? again.fingerprint : null);
    form.dataset.fingerprint = answer.fingerprint;
    form.dataset.rate = String(answer.simulated / answer.seconds);
    const title = words.length === 0 ? 'as it was' : words.join(' ');
    const same = answer.fingerprint === shown;
    shown = answer.fingerprint;
    if (!same) board.before.set(board.now.get());
    board.now.set(recordingFrom(title, answer.columns, answer.ownColumns, board.data.scene));
    show(answer);
  };

  let timer = 0;
  form.addEventListener('input', ({ target }) => {
    follow(form, /** @type {Element} */ (target));
    const { words } = settingsOf(form, again);
    command.textContent = words.length === 0 ? 'as the command line ran it' : words.join(' ');
    if (!live.checked || target === live) return;
    clearTimeout(timer);
    timer = setTimeout(run, settleTime);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run();
  });
  form.addEventListener('reset', () =>
    setTimeout(() => {
      command.textContent = 'as the command line ran it';
      for (const field of form.querySelectorAll('input[type=range]')) follow(form, field, true);
    }),
  );
  stop.addEventListener('click', () => runner.stop());
}

/**
 * A slider and the number beside it say the same.
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
    if (back) slider.value = number.value;
    else
      number.value =
        slider.dataset.values === undefined
          ? String(Number(Number(slider.value).toPrecision(6)))
          : slider.dataset.values.split(' ')[Number(slider.value)];
    return;
  }
  const slider = /** @type {HTMLInputElement | null} */ (
    form.querySelector(`[data-slides="${CSS.escape(name)}"]`)
  );
  if (slider === null) return;
  const { values } = slider.dataset;
  slider.value =
    values === undefined
      ? /** @type {HTMLInputElement} */ (target).value
      : String(
          values
            .split(' ')
            .findIndex((each) => Number(each) >= Number(/** @type {HTMLInputElement} */ (target).value)),
        );
}

/**
 * What a run came to; `expected`: the bits of the command line, where nothing was changed.
 * @param {import('../data.ts').Done} done
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
            ? 'the same bits as the command line'
            : 'the bits differ from those of the command line',
        ]),
    ...done.notes,
  ];
  return parts.join('; ');
}
