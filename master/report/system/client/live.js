import { recordingFrom } from './recording.js';
import { showVerdict } from './verdict.js';

/** Interval at which the rows of a live run are requested [ms]. */
const askEvery = 250;

/**
 * States of the run in which a button is enabled.
 * @type {Record<string, string[]>}
 */
const usable = { pause: ['running'], go: ['paused'], stop: ['running', 'paused'] };

/**
 * Shows the verdict of a run that has ended.
 * @param {string} state
 * @param {Headers} headers
 */
function judge(state, headers) {
  const verdict = headers.get('x-verdict');
  if (verdict !== null) showVerdict(JSON.parse(decodeURIComponent(verdict)));
  else if (state === 'failed')
    showVerdict({ word: 'failed', reason: decodeURIComponent(headers.get('x-message') ?? '') });
}

/**
 * Follows a live run: requests and shows its rows, and lets the user pause and stop it.
 * @param {HTMLElement} panel
 * @param {import('./board.js').Board} board
 */
export function createLive(panel, board) {
  const { data } = board;
  const status = /** @type {HTMLElement} */ (panel.querySelector('.status'));
  const names = [{ name: 'time', unit: 's' }, ...data.columns];
  // Every m-th row of the run, and the last one. The first `kept` rows stay while m does.
  let all = new Float64Array();
  let every = '1';
  let kept = 0;
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (panel.querySelectorAll('button'));
  for (const button of buttons)
    button.addEventListener('click', () => void fetch(button.value, { method: 'POST' }));
  const ask = async () => {
    const answer = await fetch(`rows?from=${kept}&every=${every}`);
    const rows = new Float64Array(await answer.arrayBuffer());
    const state = answer.headers.get('x-state') ?? 'gone';
    const from = Number(answer.headers.get('x-from'));
    if (rows.length > 0) {
      const next = new Float64Array(from * names.length + rows.length);
      next.set(all.subarray(0, from * names.length));
      next.set(rows, from * names.length);
      all = next;
      show();
    }
    kept = Number(answer.headers.get('x-kept'));
    every = answer.headers.get('x-every') ?? every;
    const thinned = every === '1' ? '' : ` (shows one of ${every} rows)`;
    status.textContent = `${state}${thinned} ${decodeURIComponent(answer.headers.get('x-message') ?? '')}`;
    enter(state);
    judge(state, answer.headers);
    if (state === 'running' || state === 'paused') setTimeout(follow, askEvery);
  };
  const enter = (/** @type {string} */ state) => {
    panel.dataset.state = state;
    for (const button of buttons) button.disabled = !(usable[button.value] ?? []).includes(state);
  };
  const follow = () =>
    ask().catch(() => {
      status.textContent = 'the run has ended';
      enter('gone');
    });
  const show = () => {
    const width = names.length;
    const count = all.length / width;
    const columns = names.map((column, k) => ({
      ...column,
      data: Float64Array.from({ length: count }, (_, row) => all[row * width + k]),
    }));
    board.now.set(recordingFrom(data.title, columns, [], data.scene));
    if (!board.clock.playing.get()) board.clock.time.set(columns[0].data[count - 1]);
  };
  void follow();
}
