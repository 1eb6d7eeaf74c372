/**
 * Makes a table sortable. A click on a header sorts by its column, a second click reverses the
 * order. Numbers sort by value and before text, which sorts by letters. Empty cells and text among
 * numbers always come last.
 * @param {HTMLTableElement} table
 */
export function makeSortable(table) {
  const headers = Array.from(table.tHead?.rows[0].cells ?? []);
  const body = table.tBodies[0];
  for (const [column, header] of headers.entries()) {
    header.querySelector('button')?.addEventListener('click', () => {
      const direction = header.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
      for (const other of headers) other.removeAttribute('aria-sort');
      header.setAttribute('aria-sort', direction > 0 ? 'ascending' : 'descending');
      body.append(
        ...Array.from(body.rows).sort((a, b) => compare(a.cells[column], b.cells[column], direction)),
      );
    });
  }
}

/**
 * @param {HTMLTableCellElement} a
 * @param {HTMLTableCellElement} b
 * @param {number} direction
 */
function compare(a, b, direction) {
  const [x, y] = [a, b].map((cell) => cell.dataset.value);
  if (x !== undefined && y !== undefined) return direction * (Number(x) - Number(y));
  if (x !== undefined || y !== undefined) return x === undefined ? 1 : -1;
  const [s, t] = [a, b].map((cell) => cell.textContent ?? '');
  if (s === '' || t === '') return s === t ? 0 : s === '' ? 1 : -1;
  return direction * s.localeCompare(t, 'en', { numeric: true });
}
