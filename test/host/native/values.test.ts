import { describe, expect, it } from 'vitest';
import { type FmiApi, type NumericType, io as r, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { fault, noCompiler } from '../../fixtures/c/make.ts';
import { initialize, instance, openFixture, setFault, stepTo } from './open.ts';

const vr = (...references: number[]): Uint32Array => Uint32Array.from(references);
const samples: [NumericType, (number | bigint)[]][] = [
  ['Float32', [1.5, -(2 ** 101)]],
  ['Float64', [0.1, -1e-300]],
  ['Int8', [-128, 127]],
  ['UInt8', [0, 255]],
  ['Int16', [-32768, 32767]],
  ['UInt16', [1, 65535]],
  ['Int32', [-(2 ** 31), 2 ** 31 - 1]],
  ['UInt32', [1, 2 ** 32 - 1]],
  ['Int64', [-(2n ** 63n), 2n ** 63n - 1n]],
  ['UInt64', [1n, 2n ** 64n - 1n]],
  ['Boolean', [1, 0]],
  ['Enumeration', [-3n, 5n]],
];

/** Returns values read through another buffer in reverse order. */
function roundTrip(calls: FmiApi, type: NumericType, values: (number | bigint)[]): unknown[] {
  const into = calls.values(type, vr(2, 3));
  const back = calls.values(type, vr(3, 2));
  into.view.set(values as never);
  expect([calls.set(into), calls.get(back)]).toEqual([status.ok, status.ok]);
  return [...back.view].reverse();
}

describe.skipIf(noCompiler !== undefined).each([
  ['in this process', false],
  ['in a separate process', true],
] as const)('values of a native FMU %s', (_, isolated) => {
  it('values of a native FMU keep every bit in each type of FMI 3.0', async () => {
    const calls = initialize(await openFixture(3, { isolated }));
    for (const [type, values] of samples)
      expect([type, ...roundTrip(calls, type, values)]).toEqual([type, ...values]);
    calls.close();
  });

  it('values of a native FMU keep every bit in each type of FMI 2.0, and missing types are rejected', async () => {
    const calls = initialize(await openFixture(2, { isolated }));
    const types: NumericType[] = ['Float64', 'Int32', 'Boolean'];
    for (const [type, values] of samples.filter(([t]) => types.includes(t)))
      expect([type, ...roundTrip(calls, type, values)]).toEqual([type, ...values]);
    expect(roundTrip(calls, 'Enumeration', [-3, 5])).toEqual([-3, 5]);
    expect(() => calls.values('Float32', vr(1))).toThrow(
      'FMI 2.0 does not support variables of type Float32',
    );
    calls.close();
  });

  it('an array of a native FMU is transferred as elements of one variable', async () => {
    const calls = initialize(await openFixture(3, { isolated }));
    const array = calls.values('Int16', vr(4), 3);
    array.view.set([7, 8, 9] as never);
    calls.set(array);
    const last = calls.values('Int16', vr(6));
    calls.get(last);
    expect([...last.view]).toEqual([9]);
    calls.close();
  });

  it('values of a native FMU stay in place however many buffers follow', async () => {
    const calls = initialize(await openFixture(3, { isolated }));
    const first = calls.values('Float64', vr(1));
    const large = calls.doubles(1_000_000);
    for (let i = 0; i < 2000; i++) calls.values('Float64', new Uint32Array(100));
    setFault(calls, fault.good);
    stepTo(calls, 1, 0.5);
    expect([calls.get(first), first.view[0], large.length]).toEqual([0, 1.5, 1_000_000]);
    calls.close();
  });

  it('several instances of one FMU are independent', async () => {
    const all = await Promise.all([1, 2, 3].map(() => openFixture(3, { isolated })));
    const inputs = all.map((calls, i) => {
      const u = initialize(calls).values('Float64', vr(0));
      u.view[0] = i;
      calls.set(u);
      return u;
    });
    for (const [i, calls] of all.entries()) expect([calls.get(inputs[i]), inputs[i].view[0]]).toEqual([0, i]);
    for (const calls of all) calls.close();
  });

  it('a batch ends at the first failed call, reports its index, and returns the worst status', async () => {
    const calls = initialize(await openFixture(2, { isolated }));
    const [u, warned] = [calls.values('Float64', vr(0)), calls.values('Float64', vr(8))];
    const run = calls.batch([{ op: 'set', values: warned }, { op: 'doStep' }, { op: 'get', values: u }]);
    Object.assign(calls.registers, { [r.time]: 1, [r.step]: 0.5 });
    expect([run(), calls.registers[r.failed]]).toEqual([status.warning, -1]);
    setFault(calls, fault.refuses);
    expect([run(), calls.registers[r.failed]]).toEqual([status.discard, 1]);
    expect([calls.registers[r.lastTime], calls.registers[r.terminate]]).toEqual([1.25, 1]);
    setFault(calls, fault.unknownStatus);
    expect([run(), calls.registers[r.failed]]).toEqual([status.error, 1]);
    calls.close();
  });

  it.each([
    [2, 'set'],
    [2, 'get'],
    [3, 'set'],
    [3, 'get'],
  ] as const)(
    'a batch of FMI %s.0 continues after a warning of its %s with equal numbers',
    async (fmi, warns) => {
      const calls = initialize(await openFixture(fmi, { isolated }));
      const u = calls.values('Float64', warns === 'set' ? vr(8, 0) : vr(0));
      const read = warns === 'get' ? vr(8, 1) : vr(1);
      const [y, alone] = [read, read].map((references) => calls.values('Float64', references));
      const run = calls.batch([{ op: 'set', values: u }, { op: 'doStep' }, { op: 'get', values: y }]);
      const results: number[][] = [];
      for (let n = 0; n < 3; n++) {
        u.view.fill(n as never);
        y.view.fill(-1 as never);
        Object.assign(calls.registers, { [r.time]: n / 2, [r.step]: 0.5, [r.lastTime]: -1, [r.failed]: 7 });
        expect([run(), calls.registers[r.failed], calls.registers[r.lastTime]]).toEqual([
          status.warning,
          -1,
          (n + 1) / 2,
        ]);
        results.push([...(y.view as Float64Array)]);
        calls.get(alone);
        expect([...alone.view]).toEqual(results[n]);
      }
      expect(new Set(results.map((values) => values.at(-1))).size).toBe(3);
      setFault(calls, fault.unknownStatus);
      y.view.fill(-1 as never);
      expect([run(), calls.registers[r.failed], y.view[0]]).toEqual([status.error, 1, -1]);
      calls.close();
    },
  );

  it('a batch reports its failing last call, and one without a get makes its step', async () => {
    const calls = initialize(
      await openFixture(2, { isolated, defines: ['AT_GET=if (n > 0 && r[0] == 1) return fmi2Error'] }),
    );
    const [u, other, y] = [0, 2, 1].map((reference) => calls.values('Float64', vr(reference)));
    const failing = calls.batch([{ op: 'set', values: u }, { op: 'doStep' }, { op: 'get', values: y }]);
    Object.assign(calls.registers, { [r.time]: 0, [r.step]: 0.5 });
    expect([failing(), calls.registers[r.failed]]).toEqual([status.error, 2]);
    const silent = calls.batch([{ op: 'set', values: u }, { op: 'set', values: other }, { op: 'doStep' }]);
    other.view[0] = 7;
    Object.assign(calls.registers, { [r.time]: 0.5, [r.lastTime]: -1 });
    expect([silent(), calls.registers[r.failed], calls.registers[r.lastTime]]).toEqual([status.ok, -1, 1]);
    const back = calls.values('Float64', vr(2));
    expect([calls.get(back), back.view[0]]).toEqual([status.ok, 7]);
    calls.close();
  });

  it('a discarded step in FMI 3.0 reports how far it came', async () => {
    const calls = initialize(await openFixture(3, { isolated }));
    setFault(calls, fault.refuses);
    expect(stepTo(calls, 1, 0.5)).toBe(status.discard);
    const { registers } = calls;
    expect([registers[r.lastTime], registers[r.terminate], registers[r.eventNeeded]]).toEqual([1.25, 1, 1]);
    calls.close();
  });

  it('intermediate updates read outputs, follow input polynomials, and return early on request', async () => {
    const calls = await openFixture(3, { isolated });
    expect(calls.instantiate({ ...instance, earlyReturnAllowed: true })).toBe(true);
    const updates = calls.values('Boolean', vr(9));
    updates.view[0] = 1;
    calls.set(updates);
    const [u, y] = [calls.values('Float64', vr(0)), calls.values('Float64', vr(1))];
    const coefficients = calls.doubles(3);
    coefficients.set([1, 2, 4]);
    const intermediateValues = calls.intermediate([y], 3, { inputs: u, coefficients });
    u.view[0] = 1;
    calls.set(u);
    stepTo(calls, 10, 1);
    expect(calls.registers[r.intermediateCount]).toBe(4);
    expect([...intermediateValues.times]).toEqual([10.25, 10.5, 10.75]);
    // u = 1 + 2 τ + 4 τ² at the ends of the internal steps, each held over the next quarter.
    const inputValues = [1, 1.75, 3, 4.75];
    const integral = inputValues.map((_, i) => inputValues.slice(0, i + 1).reduce((a, b) => a + b / 4, 0));
    expect([...intermediateValues.rows[0]]).toEqual(integral.slice(0, 3));
    calls.registers[r.returnTime] = 11.5;
    stepTo(calls, 11, 1);
    expect([calls.registers[r.early], calls.registers[r.lastTime]]).toEqual([1, 11.5]);
    calls.registers[r.returnTime] = Number.POSITIVE_INFINITY;
    stepTo(calls, 11.5, 1);
    expect([calls.registers[r.early], calls.registers[r.lastTime]]).toEqual([0, 12.5]);
    calls.close();
  });
});

it.skipIf(noCompiler !== undefined)(
  'an FMU gives equal bits in this process and in a separate one',
  async () => {
    const run = async (fmi: 2 | 3, isolated: boolean): Promise<Float64Array> => {
      const calls = initialize(await openFixture(fmi, { isolated }));
      const [u, y] = [calls.values('Float64', vr(0)), calls.values('Float64', vr(1))];
      const step = calls.batch([{ op: 'set', values: u }, { op: 'doStep' }, { op: 'get', values: y }]);
      const all = Float64Array.from({ length: 1000 }, (_, n) => {
        calls.registers[r.time] = n * 0.1;
        calls.registers[r.step] = 0.1;
        u.view[0] = Math.sin(n) as never;
        step();
        return Number(y.view[0]);
      });
      calls.close();
      return all;
    };
    for (const fmi of [2, 3] as const) {
      const [inProcess, apart] = [await run(fmi, false), await run(fmi, true)];
      expect(new Set(inProcess).size).toBeGreaterThan(900);
      expect(Buffer.compare(Buffer.from(inProcess.buffer), Buffer.from(apart.buffer))).toBe(0);
    }
  },
);
