import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encode } from '../../master/report/plots/encode-column.ts';
import { knots } from '../../master/report/plots/time-knots.ts';
import type { ColumnData } from '../../master/report/report-data.ts';
import { clientModule } from './client-module.ts';

type Samples = { t: Float64Array; v: Float32Array };
const { decode } = await clientModule<{
  decode: (column: ColumnData, polygon: [number, number][]) => Samples;
}>('decode.js');

function regular(rows: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => 2 + row * 1e-3);
}

test('the page reads back every value to Float32 and every time to 2e-7 of the duration', () => {
  const steps = fc.array(fc.constantFrom(1e-3, 1e-3, 1e-3, 4e-3, 0.25), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 200 }), (sizes, stride) => {
      const time = new Float64Array(sizes.length + 1);
      for (const [k, size] of sizes.entries()) time[k + 1] = time[k]! + size;
      const rows = Uint32Array.from({ length: Math.ceil(time.length / stride) }, (_, k) => k * stride);
      const data = time.map((t) => Math.cos(1e3 * t) * 1e6);
      const { t, v } = decode(encode(data, rows), knots(time));
      const bound = 2.1e-7 * time[sizes.length]!;
      for (const [k, row] of rows.entries()) {
        expect(v[k]).toBe(Math.fround(data[row]!));
        expect(Math.abs(t[k]! - time[row]!)).toBeLessThanOrEqual(bound);
      }
    }),
  );
});

test('the time of a run of constant step takes two knots, also when it was summed up step by step', () => {
  const summed = new Float64Array(12_001);
  for (let row = 1; row < summed.length; row++) summed[row] = summed[row - 1]! + 1e-3;
  expect(knots(summed)).toHaveLength(2);
  expect(knots(regular(5))).toEqual([
    [0, 2],
    [4, 2.004],
  ]);
});

test('a run whose step changes all the time takes at most 2000 knots', () => {
  const time = Float64Array.from({ length: 12_000 }, (_, row) => row + 0.3 * Math.sin(row * row));
  expect(knots(time).length).toBeLessThanOrEqual(2000);
});

test('a run without rows and a run of one row are decoded correctly', () => {
  expect(decode(encode(new Float64Array(0), new Uint32Array(0)), knots(new Float64Array(0))).t).toHaveLength(
    0,
  );
  const one = decode(encode(Float64Array.of(7), Uint32Array.of(0)), knots(Float64Array.of(3)));
  expect([one.t[0], one.v[0]]).toEqual([3, 7]);
});

test('a finite value beyond Float32 stays finite, and NaN stays NaN', () => {
  const data = Float64Array.of(1e300, -1e300, Number.NaN, Number.POSITIVE_INFINITY);
  const { v } = decode(encode(data, Uint32Array.of(0, 1, 2, 3)), knots(regular(4)));
  expect(Array.from(v, Number.isFinite)).toEqual([true, true, false, false]);
});
