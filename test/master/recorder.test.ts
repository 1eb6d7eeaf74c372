import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvRecorder, quote } from '../../master/recorder/csv.ts';

/** A plain RFC 4180 reader. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  let field = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted && c === '"' && text[i + 1] === '"') field += text[++i];
    else if (c === '"') quoted = !quoted;
    else if (!quoted && c === ',') {
      rows.at(-1)?.push(field);
      field = '';
    } else if (!quoted && c === '\r' && text[i + 1] === '\n') {
      rows.at(-1)?.push(field);
      field = '';
      rows.push([]);
      i++;
    } else field += c;
  }
  rows.pop();
  return rows;
}

describe('CSV', () => {
  it('every name comes back through quoting', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (names) => {
        expect(parse(`${names.map(quote).join(',')}\r\n`)).toEqual([names]);
      }),
    );
  });

  it('time comes first, and every number reads back to the same double', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.double({ noNaN: true, noDefaultInfinity: true }),
            fc.double({ noNaN: true, noDefaultInfinity: true }),
          ),
          { minLength: 1 },
        ),
        (rows) => {
          let now = 0;
          let text = '';
          const csv = new CsvRecorder([{ name: 'a,"b"', unit: 'm', read: () => now }], (block) => {
            text += block;
          });
          for (const [t, x] of rows) {
            now = x;
            csv.record(t);
          }
          csv.flush();
          const [head, ...body] = parse(text);
          expect(head).toEqual(['time', 'a,"b"']);
          body.forEach(([t, x], i) => {
            expect([Number(t), Number(x)]).toEqual(rows[i].map((v) => (v === 0 ? 0 : v)));
          });
        },
      ),
    );
  });
});
