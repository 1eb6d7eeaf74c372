import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Variable } from '../../../fmu-sdk/description/description.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { FileInputs } from '../../../master/coupling/transfer/file-inputs.ts';
import type { DrivenSystem } from '../../../master/coupling/transfer/unit-inputs.ts';
import type { InputSeries, SystemUnit } from '../../../master/system/system.ts';

/** Input driven by rows [t, u], and the places where it is set: [u, u, u′, u″]. */
function driven(rows: [number, number][], variable: Partial<Variable> = {}) {
  const memory = new Float64Array(4);
  const instance = {
    view: () => ({ view: memory, offset: 0, length: 1 }),
    polynomial: () => ({ view: memory, offset: 1 }),
  } as unknown as Instance;
  const series = {
    port: { unit: 0, variable: { type: 'Float64', variability: 'continuous', ...variable } },
    element: 0,
    times: Float64Array.from(rows, ([t]) => t),
    values: Float64Array.from(rows, ([, u]) => u),
  } as InputSeries;
  return { inputs: new FileInputs(system(series), [instance]), memory };
}

/** System of one unit in co-simulation with steps of constant size. */
function system(...inputs: InputSeries[]): DrivenSystem {
  const units = [{ name: 'u', description: {}, binary: { form: 'core' } }] as unknown as SystemUnit[];
  const record = { columns: [], every: 1, prefix: false };
  return { units, inputs, record, connections: [], interfaceModels: [], startTime: 0, stopTime: 10, step: H };
}

const H = 0.1;

describe('inputs from time series', () => {
  it('a continuous input follows any polyline at its knots, and its slope leads to the next communication point', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 2, maxLength: 20 }),
        (u) => {
          const { inputs, memory } = driven(u.map((value, i) => [i * H, value]));
          for (let n = 0; n + 1 < u.length; n++) {
            inputs.set(n * H, H);
            expect(memory[0]).toBeCloseTo(u[n], 9);
            expect(memory[0] + memory[2] * H).toBeCloseTo(u[n + 1], 6);
          }
        },
      ),
    );
  });

  it('a continuous input interpolates linearly between rows', () => {
    const { inputs, memory } = driven([
      [0, 0],
      [1, 10],
    ]);
    inputs.set(0.25, H);
    expect(memory[0]).toBe(2.5);
  });

  it('an input holds its value before the first and after the last row', () => {
    const { inputs, memory } = driven([
      [1, 3],
      [2, 5],
    ]);
    inputs.set(0, H);
    expect([memory[0], memory[2]]).toEqual([3, 0]);
    inputs.set(7, H);
    expect([memory[0], memory[2]]).toEqual([5, 0]);
  });

  it('a Clock ticks once for each row with a tick when its time is reached', () => {
    const rows: [number, number][] = [
      [0.1, 1],
      [0.25, 1],
      [0.3, 0],
      [0.6, 0],
      [0.62, 1],
      [0.65, 0],
      [0.9, 0],
    ];
    const { inputs, memory } = driven(rows, { type: 'Clock', variability: 'discrete' });
    const ticks = Array.from({ length: 11 }, (_, n) => {
      inputs.set(n * H, H);
      return memory[0];
    });
    expect(ticks).toEqual([0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
  });

  it('a jump belongs to the step that begins there, and the step before ends at the value before', () => {
    const { inputs, memory } = driven([
      [0, 0],
      [0.3, 3],
      [0.3, -1],
      [1, -1],
    ]);
    // 3 · 0.1 is 0.30000000000000004, which counts as the same point.
    inputs.set(0.2, H);
    expect(memory[0] + memory[2] * H).toBeCloseTo(3, 6);
    inputs.set(3 * H, H);
    expect(memory[0]).toBe(-1);
    const early = driven([
      [0, 0],
      [0.8, 1],
      [0.8, 2],
    ]);
    early.inputs.set(0.7999999999999999, H);
    expect(early.memory[0]).toBe(2);
  });

  it('a discrete input holds the last row until the next', () => {
    const { inputs, memory } = driven(
      [
        [0, 1],
        [0.15, 2],
      ],
      { variability: 'discrete' },
    );
    inputs.set(0.1, H);
    expect(memory[0]).toBe(1);
    inputs.set(0.2, H);
    expect(memory[0]).toBe(2);
  });

  it('a 64-bit integer arrives exactly, however large', () => {
    const memory = new BigInt64Array(1);
    const series = {
      port: { unit: 0, variable: { type: 'Int64', variability: 'discrete' } },
      element: 0,
      times: Float64Array.of(0),
      values: BigInt64Array.of(2n ** 63n - 1n),
    } as unknown as InputSeries;
    const instance = { view: () => ({ view: memory, offset: 0, length: 1 }) } as unknown as Instance;
    new FileInputs(system(series), [instance]).set(0, H);
    expect(memory[0]).toBe(2n ** 63n - 1n);
  });
});
