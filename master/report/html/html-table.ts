import type { ReportTable } from '../report-model.ts';
import { html } from './escape-html.ts';
import { isNumeric, numberCell } from './table-cell.ts';

/** Number of characters up to which a text is shown completely in a table that folds long texts. */
const mostSeen = 100;

interface Column {
  numeric: boolean;
  /** Largest number of characters from the decimal point on, which aligns the points. */
  width: number;
  best: number | null;
  worst: number | null;
}

/**
 * Renders the table as HTML. Header cells are buttons that sort, and numbers align at decimal
 * points.
 */
export function renderTable(table: ReportTable): string {
  const columns = table.header.map((_, c) => describe(table, c));
  const head = table.header.map(
    (name, c) =>
      `<th scope="col"${columns[c]!.numeric ? ' class="n"' : ''}><button type="button">${html(name)}</button></th>`,
  );
  const body = table.rows.map(
    (row) => `<tr>${row.map((text, c) => cell(text, c, columns[c]!, table.folds)).join('')}</tr>`,
  );
  return `<section class="table"><h2>${html(table.title)}</h2>
<div class="scroll" role="region" aria-label="${html(table.title)}" tabindex="0"><table><thead><tr>${head.join('')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody></table></div>${table.note ? `\n<p class="note">${html(table.note)}</p>` : ''}</section>`;
}

function describe(table: ReportTable, c: number): Column {
  const cells = table.rows.map((row) => row[c]!);
  const numeric = isNumeric(cells);
  const numbers = cells.map(numberCell).filter((number) => number !== null);
  const width = numeric ? Math.max(...numbers.map((number) => typeset(number.after).length)) : 0;
  const better = table.better?.[c] ?? null;
  const values = numbers.map(({ value }) => (better === 'low' ? Math.abs(value) : value));
  const least = Math.min(...values);
  const greatest = Math.max(...values);
  if (!numeric || better === null || values.length < 3 || least === greatest) {
    return { numeric, width, best: null, worst: null };
  }
  return better === 'low'
    ? { numeric, width, best: least, worst: greatest }
    : { numeric, width, best: greatest, worst: least };
}

function cell(text: string, c: number, column: Column, folds = false): string {
  if (!column.numeric)
    return c === 0 ? `<th scope="row">${html(text)}</th>` : `<td>${folds ? folded(text) : html(text)}</td>`;
  const number = numberCell(text);
  if (!number) return `<td class="n text">${html(text)}</td>`;
  const after =
    column.width > 0 ? `<span style="min-width:${column.width}ch">${html(typeset(number.after))}</span>` : '';
  return `<td class="n" data-value="${number.value}">${mark(number.value, column)}${html(typeset(number.before))}${after}</td>`;
}

/** Folds a long text to one line until it is opened. */
function folded(text: string): string {
  if (text.length <= mostSeen) return html(text);
  return `<details><summary class="fold">${html(text)}</summary></details>`;
}

/** Formats a number for print, with minus signs, and without an exponent of zero. */
function typeset(part: string): string {
  return part
    .replace(/e\+?0(?!\d)/i, '')
    .replace(/e\+/i, 'e')
    .replace(/^-|(?<=e)-/gi, '−');
}

/** Marks the best and the worst value in words, not only in colour. */
function mark(value: number, { best, worst }: Column): string {
  const is = (bound: number | null): boolean => bound !== null && (value === bound || value === -bound);
  if (is(best)) return '<em class="best">best</em>';
  return is(worst) ? '<em class="worst">worst</em>' : '';
}
