/** Pause after a change before the address follows it [ms]. */
const linkPause = 400;

/**
 * Reads the view of a page from its address: selected columns, time, range of times, and changed
 * fields of the form.
 * @param {import('./board.js').Board} board
 * @param {HTMLFormElement | null} form
 */
export function restoreView(board, form) {
  const asked = new URLSearchParams(location.hash.includes('=') ? location.hash.slice(1) : '');
  const show = asked.getAll('show').filter((name) => board.now.get().columns.has(name));
  if (show.length > 0) board.chosen.set(new Set(show));
  const [from, to] = (asked.get('range') ?? '').split(' ').map(Number);
  if (to > from) board.zoom.range.set([from, to]);
  const time = Number(asked.get('t') ?? Number.NaN);
  if (Number.isFinite(time)) board.clock.time.set(time);
  let changed = /** @type {Element | null} */ (null);
  for (const [key, value] of asked) {
    const field = key.startsWith('set.') ? form?.elements.namedItem(key.slice(4)) : null;
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    field.value = value;
    changed = field;
  }
  changed?.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Keeps the view of a page in its address, so that a link shows it again.
 * @param {import('./board.js').Board} board
 * @param {HTMLFormElement | null} form
 */
export function keepView(board, form) {
  const first = [...board.chosen.get()].join('\n');
  const initial = fieldsOf(form);
  const whole = board.zoom.range.get().join(' ');
  restoreView(board, form);
  let timer = 0;
  const write = () => {
    const kept = new URLSearchParams();
    const chosen = [...board.chosen.get()];
    if (chosen.join('\n') !== first) for (const name of chosen) kept.append('show', name);
    const range = board.zoom.range.get().join(' ');
    if (range !== whole) kept.set('range', range);
    if (board.clock.time.get() !== board.clock.start) kept.set('t', String(board.clock.time.get()));
    for (const [name, value] of fieldsOf(form))
      if (value !== initial.get(name)) kept.set(`set.${name}`, value);
    if (location.hash.slice(1) !== String(kept)) location.replace(`#${kept}`);
  };
  const later = () => {
    clearTimeout(timer);
    if (!board.clock.playing.get()) timer = setTimeout(write, linkPause);
  };
  board.chosen.on(later);
  board.zoom.range.on(later);
  board.clock.time.on(later);
  form?.addEventListener('input', later);
  form?.addEventListener('reset', later);
  document.querySelector('.link')?.addEventListener('click', () => {
    write();
    void navigator.clipboard?.writeText(location.href);
  });
}

/**
 * @param {HTMLFormElement | null} form
 * @returns {Map<string, string>}
 */
function fieldsOf(form) {
  const fields = form === null ? [] : [...new FormData(form)];
  return new Map(fields.map(([name, value]) => [name, String(value)]));
}
