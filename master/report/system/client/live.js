import { recordingFrom } from './recording.js';

/** How often a run that goes on is asked for its rows [ms]. */
const askEvery = 250;

/** In which states of the run a button does anything. @type {Record<string, string[]>} */
const usable = { pause: ['running'], go: ['paused'], stop: ['running', 'paused'] };

/**
 * Follows a run that goes on: asks for its rows, shows them, and lets it be held and ended.
 * @param {HTMLElement} panel
 * @param {import('./board.js').Board} board
 */
export function createLive(panel, board) {
  const { data } = board;
  const status = /** @type {HTMLElement} */ (panel.querySelector('.status'));
  const names = [{ name: 'time', unitOfMeasure: 's' }, ...data.columns];
  // Rows, of which each m-th of the run is one, but for the last; the first `kept` stay as they are while m does.
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
    const thinned = every === '1' ? '' : ` (one row of ${every} is shown)`;
    status.textContent = `${state}${thinned} ${decodeURIComponent(answer.headers.get('x-message') ?? '')}`;
    enter(state);
    if (state === 'running' || state === 'paused') setTimeout(follow, askEvery);
  };
  const enter = (/** @type {string} */ state) => {
    panel.dataset.state = state;
    for (const button of buttons) button.disabled = !(usable[button.value] ?? []).includes(state);
  };
  const follow = () =>
    ask().catch(() => {
      status.textContent = 'the run is gone';
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
