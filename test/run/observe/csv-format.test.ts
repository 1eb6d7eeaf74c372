import { describe, expect, it } from 'vitest';
import { csv } from '../../../master/observe/formats/csv-format.ts';
import { numberText } from '../../../master/observe/formats/decimal-writer.ts';

/** Returns the second row of a CSV file with these numbers behind the time 0. */
function text(numbers: readonly number[]): string {
  const view = Float64Array.from(numbers);
  const columns = numbers.map((_, at) => ({
    name: 'x',
    unit: '1',
    read: () => view[at],
    place: { view, at },
  }));
  const parts: string[] = [];
  const open = csv.open(columns, (bytes) => void parts.push(new TextDecoder().decode(bytes.slice())));
  open.row(0);
  open.close();
  return parts.join('').split('\r\n')[1];
}

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

describe('rows of a CSV file', () => {
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
      expect(text(batch)).toBe(`0,${batch.map(numberText).join(',')}`);
    }
  });

  it('a row equals the row of columns read one by one, also next to 64-bit integers', () => {
    const view = Float64Array.of(0.1, -2.5e-9);
    const bigintColumn = { name: 'n', unit: '1', read: () => 2n ** 60n };
    const column = (at: number, placed: boolean) => ({
      name: `c${at}`,
      unit: '1',
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
});
