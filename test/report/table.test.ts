import { expect, test } from 'vitest';
import { renderTable } from '../../master/report/html/html-table.ts';
import { isNumeric, numberCell } from '../../master/report/html/table-cell.ts';

test.each([
  ['1.25e-6', 1.25e-6, '1', '.25e-6'],
  ['−3', -3, '−3', ''],
  ['< 0.1 %', 0.1, '< 0', '.1 %'],
  ['2.5 ×', 2.5, '2', '.5 ×'],
  ['12000', 12000, '12000', ''],
])('the cell %s is a number, cut at its decimal point', (text, value, before, after) => {
  expect(numberCell(text)).toEqual({ value, before, after });
});

test.each(['', 'unstable', '–', '0.1.0', 'ALI3-P'])('the cell "%s" is text', (text) => {
  expect(numberCell(text)).toBeNull();
});

test('a column counts as numbers although a run in it diverged', () => {
  expect(isNumeric(['1', '2.5', 'diverged', ''])).toBe(true);
  expect(isNumeric(['Euler', 'RK4', '1'])).toBe(false);
});

test('all numbers of a column have a fraction of one width, so that the points align', () => {
  const html = renderTable({ title: 'T', header: ['x'], rows: [['1.5'], ['20.125'], ['3']] });
  expect(html.match(/min-width:4ch/g)).toHaveLength(3);
});

test('best and worst are marked in words, by magnitude if low is better', () => {
  const rows = [['-1e-9'], ['5'], ['-7'], ['failed']];
  const html = renderTable({ title: 'T', header: ['error'], better: ['low'], rows });
  expect(html).toMatch(/<em class="best">best<\/em>−1/);
  expect(html).toMatch(/<em class="worst">worst<\/em>−7/);
  expect(renderTable({ title: 'T', header: ['speed'], better: ['high'], rows })).toMatch(/best<\/em>5/);
  expect(renderTable({ title: 'T', header: ['error'], rows })).not.toContain('best');
});

test('numbers have minus signs, and no exponent that changes nothing', () => {
  const rows = [['-1.79e+0'], ['5.12e-1'], ['2.0e+10 J'], ['-3e-05']];
  const html = renderTable({ title: 'T', header: ['x'], rows });
  const cells = [...html.matchAll(/<td class="n"[^>]*>(.*?)<\/td>/g)].map(([, cell]) =>
    cell!.replaceAll(/<[^>]*>/g, ''),
  );
  expect(cells).toEqual(['−1.79', '5.12e−1', '2.0e10 J', '−3e−05']);
  // Sorting by value is unchanged.
  expect([...html.matchAll(/data-value="(.*?)"/g)].map(([, value]) => Number(value))).toEqual([
    -1.79, 0.512, 2e10, -3e-5,
  ]);
});

test('a long text takes one line until it is opened in a folding table, and is complete in other tables', () => {
  const rows = [['a', 'x'.repeat(101)]];
  const table = { title: 'T', header: ['case', 'failed'], rows };
  expect(renderTable({ ...table, folds: true })).toContain(
    `<td><details><summary class="fold">${'x'.repeat(101)}</summary></details></td>`,
  );
  expect(renderTable(table)).not.toContain('<details>');
});
