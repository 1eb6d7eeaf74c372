import { valueAt } from '../../client/sample.js';
import { styleOf } from './board.js';
import { scaledText } from './chart-scale.js';
import { csvText, downloadText } from './download.js';

/**
 * Creates the legend of all plots: a box for each column, its value at the cursor, a filter, and
 * the download of selected columns.
 * @param {HTMLElement} panel
 * @param {import('./board.js').Board} board
 */
export function createPanel(panel, board) {
  const list = /** @type {HTMLElement} */ (panel.querySelector('.variables'));
  const filter = /** @type {HTMLInputElement} */ (panel.querySelector('.filter'));
  const groups = board.data.groups.map((group, place) => groupRows(list, board, group, place));
  const rows = groups.flatMap((group) => group.rows);
  const none = document.createElement('p');
  none.className = 'note';
  none.textContent = 'No variable name contains this text.';
  none.hidden = true;
  list.append(none);
  filter.addEventListener('input', () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    for (const { head, rows } of groups) {
      for (const { item, name } of rows)
        item.hidden = !words.every((word) => name.toLowerCase().includes(word));
      head.hidden = rows.every(({ item }) => item.hidden);
    }
    none.hidden = groups.some(({ head }) => !head.hidden);
  });
  const update = () => {
    for (const { name, value, place } of rows) {
      if (!board.chosen.get().has(name)) continue;
      const scale = board.scales.get().get(place);
      const shown = shownAtCursor(board, name);
      if (shown === undefined || scale === undefined) continue;
      value.textContent = `${scaledText(shown, scale)} ${scale.unit}`;
    }
  };
  board.clock.time.on(update);
  board.mode.on(update);
  board.scales.on(update);
  board.now.on(update);
  update();
  panel.querySelector('.csv')?.addEventListener('click', () => {
    const names = board.data.columns.map(({ name }) => name).filter((name) => board.chosen.get().has(name));
    downloadText(`${board.data.title}.csv`, 'text/csv', csvText(board.now.get(), names, valueAt));
  });
}

/**
 * Returns the value of a column at the cursor, minus the previous run if plots show the difference.
 * @param {import('./board.js').Board} board
 * @param {string} name
 */
function shownAtCursor(board, name) {
  const time = board.clock.time.get();
  const own = board.now.get().columns.get(name)?.samples;
  if (own === undefined) return undefined;
  const value = valueAt(own, time);
  const before = board.mode.get() === 'difference' ? board.before.get() : null;
  if (before === null) return value;
  const other = before.columns.get(name)?.samples;
  return other === undefined ? Number.NaN : value - valueAt(other, time);
}

/**
 * @param {HTMLElement} list
 * @param {import('./board.js').Board} board
 * @param {import('../run-page-data.ts').ColumnGroup} group
 * @param {number} place
 */
function groupRows(list, board, group, place) {
  const head = document.createElement('h3');
  head.textContent = group.title;
  list.append(head);
  const rows = group.columns.map((name) => {
    const item = document.createElement('label');
    item.className = 'variable';
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.checked = board.chosen.get().has(name);
    const { colour, dash } = styleOf(group, name);
    const swatch = document.createElement('span');
    swatch.className = `swatch dash${dash} c${colour}`;
    const text = document.createElement('span');
    text.className = 'label';
    text.textContent = name;
    text.title = name;
    const value = document.createElement('span');
    value.className = 'value';
    item.append(box, swatch, text, value);
    list.append(item);
    box.addEventListener('change', () => {
      const next = new Set(board.chosen.get());
      if (box.checked) next.add(name);
      else {
        next.delete(name);
        value.textContent = '';
      }
      board.chosen.set(next);
    });
    return { item, name, value, place };
  });
  return { head, rows };
}
