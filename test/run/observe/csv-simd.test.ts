import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { csvSimdModule } from '../../../bin/csv-simd.mjs';
import { csv } from '../../../master/observe/csv-format.ts';
import { rowBytes, rowsOf } from '../../../master/observe/csv-simd.ts';
import { numberText } from '../../../master/observe/decimal-writer.ts';

const text = (numbers: readonly number[]): string => {
  const rows = rowsOf(numbers.length, rowBytes(numbers.length))!;
  rows.numbers.set(numbers);
  return new TextDecoder().decode(rows.room.slice(0, rows.write(1, 0)));
};

/** Returns numbers with random bits, numbers near powers of ten, and numbers with few digits. */
function samples(): number[] {
  let state = 88172645463325252n;
  const bits = new BigUint64Array(1);
  const double = new Float64Array(bits.buffer);
  const next = (): bigint => {
    state ^= (state << 13n) & 0xffffffffffffffffn;
    state ^= state >> 7n;
    state ^= (state << 17n) & 0xffffffffffffffffn;
    return state;
  };
  return Array.from({ length: 60_000 }, (_, i) => {
    bits[0] = next();
    const share = Number(next() & 0xfffffn) / 2 ** 20;
    if (i % 5 === 0) return double[0];
    const power = 10 ** ((i % 130) - 106);
    if (i % 5 === 1) return power * (1 + (share < 0.5 ? 2 ** -52 : -(2 ** -53)) * Math.round(8 * share));
    if (i % 5 === 2) return Math.round(1000 * share) * power;
    return (share - 0.5) * power;
  });
}

describe('a row that the SIMD module writes', () => {
  it('a row of the SIMD module is the same for any previous row and location', () => {
    const pool = [0, -0, 1, NaN, -Infinity, 1e21, -2.2250738585072014e-308, 0.1, 1 / 3, 12345.678];
    const count = 7;
    const rows = rowsOf(count, 100 * rowBytes(count))!;
    const wanted = new TextEncoder();
    let at = 0;
    for (let n = 0; n < 2000; n++) {
      // A new block begins, which others overwrite.
      if (n % 41 === 0) at = 0;
      const others = n % 41 === 20;
      for (let k = 0; k < count; k++)
        if ((n * (k + 3)) % 5 < 2) rows.numbers[k] = pool[(n * 7 + k * k) % pool.length];
      const line = wanted.encode(`${[...rows.numbers.subarray(0, count)].map(numberText).join(',')}\r\n`);
      if (others) {
        rows.room.set(line, at);
        rows.invalidate();
      }
      const end = others ? at + line.length : rows.write(1, at);
      expect([...rows.room.slice(at, end)]).toEqual([...line]);
      at = end;
    }
  });

  it('a row is the same in blocks of any width and length, next to any other numbers', () => {
    const pool = [
      0,
      -0,
      1 / 3,
      NaN,
      -1.1234567890123457e-6,
      5e-324,
      2 ** 60,
      -12345.678,
      1e-98,
      1e17,
      8,
      0.1,
    ];
    for (let width = 1; width <= 9; width++) {
      const rows = rowsOf(width, 40 * rowBytes(width))!;
      let [at, n, line] = [0, 0, new Array<number>(width).fill(0.5)];
      let expected = '';
      for (const count of [1, 2, 5, 3, 1, 9, 4]) {
        for (let i = 0; i < count; i++, n++) {
          line = line.map((x, k) => ((n * 5 + k * k * 3) % 7 < 4 ? x : pool[(n * 3 + k) % pool.length]));
          rows.numbers.set(line, i * width);
          expected += `${line.map(numberText).join(',')}\r\n`;
        }
        at = rows.write(count, at);
      }
      expect(new TextDecoder().decode(rows.room.slice(0, at))).toBe(expected);
    }
  });

  it('a row ignores a previous row that was overwritten', () => {
    const rows = rowsOf(1, 3 * rowBytes(1))!;
    rows.numbers[0] = 0.125;
    const end = rows.write(1, 0);
    rows.room.set(new TextEncoder().encode('9.875\r\n'));
    rows.invalidate();
    rows.write(1, end);
    expect(new TextDecoder().decode(rows.room.slice(0, 2 * end))).toBe('9.875\r\n0.125\r\n');
  });

  it('a row copies texts of up to 25 bytes from the previous row, inside and across blocks', () => {
    const numbers = [-1.1234567890123457e-6, 0.5, -1.1234567890123e-22];
    const rows = rowsOf(3, 8 * rowBytes(3))!;
    rows.room.fill(35);
    let at = 0;
    for (const count of [1, 3, 2]) {
      for (let n = 0; n < count; n++) rows.numbers.set(numbers, 3 * n);
      at = rows.write(count, at);
    }
    expect(new TextDecoder().decode(rows.room.slice(0, at))).toBe(`${numbers.join(',')}\r\n`.repeat(6));
  });

  it('a row equals String(x) for every kind of double, and −0 keeps its sign', () => {
    const special = [
      0,
      -0,
      NaN,
      Infinity,
      -Infinity,
      5e-324,
      1e-7,
      -1e-7,
      123456789012345680000,
      1e21,
      0.1,
      1 / 3,
      2 ** 53,
      -1e16,
      1e17,
    ];
    // The neighbours below a power of two are closer than above, which affects shortest texts.
    const powers = Array.from({ length: 2098 }, (_, i) => 2 ** (i - 1074));
    const near = powers.flatMap((x) => [x, -x, x * (1 + 2 ** -52), x * (1 - 2 ** -53)]);
    const numbers = [...special, ...near, ...samples()];
    for (let i = 0; i < numbers.length; i += 100) {
      const batch = numbers.slice(i, i + 100);
      expect(text(batch)).toBe(`${batch.map(numberText).join(',')}\r\n`);
    }
  });

  it('a row equals the row of columns read one by one, also next to 64-bit integers', () => {
    const view = Float64Array.of(0.1, -2.5e-9);
    const bigintColumn = { name: 'n', unitOfMeasure: '1', read: () => 2n ** 60n };
    const column = (at: number, placed: boolean) => ({
      name: `c${at}`,
      unitOfMeasure: '1',
      read: () => view[at],
      ...(placed ? { place: { view, at } } : {}),
    });
    const written = (
      columns: readonly ReturnType<typeof column>[],
      ...more: (typeof bigintColumn)[]
    ): string => {
      const parts: string[] = [];
      const open = csv.open(
        [...columns, ...more],
        (bytes) => void parts.push(new TextDecoder().decode(bytes.slice())),
      );
      for (const t of [0, 0.1, 0.30000000000000004]) open.row(t);
      open.close();
      return parts.join('');
    };
    const expected = 'time,c1,c0\r\n0,-2.5e-9,0.1\r\n0.1,-2.5e-9,0.1\r\n0.30000000000000004,-2.5e-9,0.1\r\n';
    expect(written([column(1, true), column(0, true)])).toBe(expected);
    expect(written([column(1, false), column(0, true)])).toBe(expected);
    expect(written([column(1, true)], bigintColumn)).toContain('0.1,-2.5e-9,1152921504606846976\r\n');
  });

  it('csv-simd-module.ts is the output of bin/csv-simd.mjs from csv-simd.as', async () => {
    const moduleText = readFileSync(
      new URL('../../../master/observe/csv-simd-module.ts', import.meta.url),
      'utf8',
    );
    expect(moduleText).toBe(await csvSimdModule());
  });
});
