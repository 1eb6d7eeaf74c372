import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvField, withMark, withoutMark } from '../../fmu-sdk/util/csv-text.ts';
import { csv, csvWithFormulas } from '../../master/observe/formats/csv-format.ts';
import { sinkOf } from '../../master/observe/formats/result-formats.ts';
import { csvInputs } from '../../master/system/inputs/input-csv.ts';

const computed = ['=1+1', '+x', '-x', '@SUM(A1)', '\t=x', '\r=x', '\n=x', '＝x', '=x,"y"'];
const plain = ['x', 'a=b', '1', '-1.5e-3', '+.5', "'x'", '', 'der(x)', ' x'];

/** Returns the first line of a CSV file with these columns. */
function titleRow(sink: typeof csv, names: readonly string[]): Uint8Array {
  const blocks: Uint8Array[] = [];
  const columns = names.map((name) => ({ name, unit: '1', read: () => 0 }));
  const open = sink.open(columns, (bytes) => void blocks.push(bytes.slice()));
  open.close();
  return Buffer.concat(blocks);
}

describe('a text in a CSV file', () => {
  it('a text in a CSV file begins with an apostrophe if a spreadsheet would compute it, and otherwise stays as it is', () => {
    for (const text of computed) expect(withMark(text)).toBe(`'${text}`);
    for (const text of plain) expect(withMark(text)).toBe(text);
    expect(csvField('=x,"y"')).toBe(`"'=x,""y"""`);
  });

  it('a marked text is read back unchanged, whatever it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^'{0,3}[=+\-@\t\r\n1.ex']{0,5}$/), (text) => {
        expect(withoutMark(withMark(text))).toBe(text);
        // Quotes and spaces alone are no formula.
        expect(/^[=@\t\r\n].*[^'\s]/s.test(withMark(text))).toBe(false);
      }),
    );
  });

  it('a title of results is marked, and the reader of inputs removes the mark', async () => {
    const names = ['=1+1', '-x', "'=y", 'z'];
    const bytes = titleRow(csv, names);
    expect(Buffer.from(bytes).toString()).toBe("time,'=1+1,'-x,''=y,z\r\n");
    expect(await csvInputs.read(bytes)).toEqual([['time', ...names]]);
    expect(Buffer.from(titleRow(csvWithFormulas, names)).toString()).toBe("time,=1+1,-x,'=y,z\r\n");
    expect(sinkOf('x.csv', undefined, true)).toBe(csvWithFormulas);
    expect(sinkOf('x.csv')).toBe(csv);
  });
});
