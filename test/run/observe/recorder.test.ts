import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csv, quote } from '../../../master/observe/formats/csv-format.ts';
import { longestNumber, writeNumber } from '../../../master/observe/formats/decimal-writer.ts';

/** Parses CSV by RFC 4180. */
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

/** Returns the text that `writeNumber` writes. */
function written(x: number): string {
  const bytes = new Uint8Array(longestNumber + 2);
  const end = writeNumber(Float64Array.of(x), 0, bytes, new DataView(bytes.buffer), 1);
  // All bytes of the longest text may change, and the ones around them may not.
  if (end - 1 > longestNumber || bytes[0] !== 0 || bytes[longestNumber + 1] !== 0)
    throw new Error(`${x} takes ${end - 1} bytes`);
  return Buffer.from(bytes.subarray(1, end)).toString();
}

describe('the text of a number', () => {
  let compared = 0;
  const texts = (x: number): void => {
    compared++;
    const wanted = Object.is(x, -0) ? '-0' : String(x);
    if (written(x) !== wanted) throw new Error(`${x} is written as ${written(x)}`);
  };

  it('the text of a number equals String() for any double and for short decimals', () => {
    fc.assert(fc.property(fc.double(), texts), { numRuns: 20_000 });
    const decimal = fc.tuple(fc.maxSafeInteger(), fc.integer({ min: -30, max: 5 }));
    fc.assert(
      fc.property(
        decimal.map(([n, e]) => Number(`${n}e${e}`)),
        texts,
      ),
      { numRuns: 20_000 },
    );
    for (let n = 0; n < 20_000; n++) texts(n * 0.001);
    expect(compared).toBeGreaterThanOrEqual(60_000);
  });

  it('the text of a number equals String() next to powers of ten and two, and at the limits of exact integers', () => {
    compared = 0;
    const next = (x: number, ulps: bigint): number => {
      const bits = new BigInt64Array(Float64Array.of(x).buffer);
      bits[0] += ulps;
      return new Float64Array(bits.buffer)[0];
    };
    for (let e = -30; e <= 25; e++)
      for (let ulps = -20n; ulps <= 20n; ulps++) {
        texts(next(Number(`1e${e}`), ulps));
        texts(-next(2 ** (3 * e), ulps));
      }
    for (const x of [0, -0, Number.NaN, Infinity, -Infinity, 5e-324, Number.MAX_VALUE, -Number.MIN_VALUE])
      texts(x);
    expect(compared).toBe(56 * 41 * 2 + 8);
  });
});

describe('the CSV recorder', () => {
  it('the CSV recorder quotes every name so that it reads back unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (names) => {
        expect(parse(`${names.map(quote).join(',')}\r\n`)).toEqual([names]);
      }),
    );
  });

  it('the CSV recorder writes time first, and numbers that read back to the same double', () => {
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
          const open = csv.open([{ name: 'a,"b"', unit: 'm', read: () => now }], (block) => {
            text += Buffer.from(block).toString();
          });
          for (const [t, x] of rows) {
            now = x;
            open.row(t);
          }
          open.close();
          const [head, ...body] = parse(text);
          expect(head).toEqual(['time', 'a,"b"']);
          body.forEach(([t, x], i) => {
            expect([Number(t), Number(x)]).toEqual(rows[i]);
          });
        },
      ),
    );
  });
});
