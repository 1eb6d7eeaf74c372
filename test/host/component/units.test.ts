import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import type { Variable } from '../../../fmu-sdk/description/description.ts';
import { translateComponent } from '../../../fmu-sdk/host/component/component-form.ts';
import { openComponent } from '../../../fmu-sdk/host/component/open-component.ts';
import { CoSimulation } from '../../../fmu-sdk/host/fmi-driver/co-simulation.ts';
import {
  type FmiApi,
  type NumericType,
  status,
  type Values,
} from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { loadFmu } from '../../../fmu-sdk/host/open-fmu.ts';
import { compileCore } from '../../../fmu-sdk/host/wasm/core-interface.ts';
import { instantiateWasm } from '../../../fmu-sdk/host/wasm/wasm-instance.ts';
import { build, token, vr } from '../../build/component/every-type.ts';
import { communicationStep } from '../../communication-step.ts';
import { coreOf } from '../../core-of.ts';
import { ofEachKind } from '../../kinds.ts';
import { notEmpty } from '../../not-empty.ts';
import { root } from '../../run-fmu.ts';
import { width } from '../../width.ts';

const packaged = notEmpty(
  'packaged units',
  readdirSync(join(root, 'units')).filter((unit) => existsSync(join(root, 'units', unit, 'unit.json'))),
);

const bits = (list: ArrayLike<number>): BigUint64Array => new BigUint64Array(Float64Array.from(list).buffer);

describe.each(ofEachKind(packaged))('%s as a third-party component', (name) => {
  it('a third-party component reproduces its core module bit for bit under the co-simulation driver', async () => {
    const file = join(root, 'dist', `${name}.fmu`);
    const loaded = await loadFmu(file);
    const { description } = loaded;
    const archive = await openArchive(file);
    const path = `binaries/wasm32-wasip2/${description.coSimulation?.modelIdentifier}.wasm`;
    const translation = await translateComponent(await archive.bytes(path), 'coSimulation', name);
    const theirs = new CoSimulation(openComponent(translation, 'coSimulation', name), description, name);
    const ours = instantiateWasm(compileCore(coreOf(loaded), name), description, name);
    const of = (causality: string): Variable[] =>
      description.variables.filter((v) => v.causality === causality && v.type === 'Float64');
    const [inputs, outputs] = [of('input'), of('output')];
    for (const v of [...inputs, ...outputs]) theirs.view(v);
    for (const unit of [theirs, ours]) {
      unit.initialize(0);
      unit.exitInitialization();
    }
    const H = communicationStep(ours);
    for (let n = 0; n < width(10, 100); n++) {
      inputs.forEach((v, i) => {
        const start = Number(v.start?.[0] ?? 0);
        const value = start + (Math.abs(start) * 1e-3 + 1e-3) * Math.sin((0.1 + 0.03 * i) * n);
        for (const unit of [theirs, ours]) {
          const { view, offset } = unit.view(v);
          view[offset] = value;
        }
      });
      // The size of a step passed to an FMU is the difference of its ends.
      const t = n * H;
      const size = t + H - t;
      for (const unit of [theirs, ours]) expect(unit.step(t, size)).toBe(0);
      for (const v of outputs) {
        const [a, b] = [theirs, ours].map((unit) => {
          const { view, offset, length } = unit.view(v);
          return bits(view.subarray(offset, offset + length) as Float64Array);
        });
        expect(a).toEqual(b);
      }
    }
    theirs.close();
    ours.close();
  });
});

describe('a variable of each type', () => {
  let open: () => FmiApi;
  beforeAll(async () => {
    const translation = await translateComponent(await build(), 'coSimulation', 'every-type');
    open = () => openComponent(translation, 'coSimulation', 'every-type');
  });

  function running(): FmiApi {
    const calls = open();
    expect(calls.instantiate({ instanceName: 'unit', token, loggingOn: true })).toBe(true);
    expect(calls.call({ op: 'enterInitializationMode' })).toBe(status.ok);
    return calls;
  }

  const numbers: [string, NumericType, number, fc.Arbitrary<number | bigint>][] = [
    ['v', 'Float64', 3, fc.double({ noNaN: true })],
    ['f32', 'Float32', 2, fc.float({ noNaN: true })],
    ['s8', 'Int8', 3, fc.integer({ min: -128, max: 127 })],
    ['s16', 'Int16', 1, fc.integer({ min: -32768, max: 32767 })],
    ['s32', 'Int32', 2, fc.integer()],
    ['s64', 'Int64', 1, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })],
    ['u8', 'UInt8', 1, fc.integer({ min: 0, max: 255 })],
    ['u16', 'UInt16', 3, fc.integer({ min: 0, max: 65535 })],
    ['u32', 'UInt32', 1, fc.integer({ min: 0, max: 2 ** 32 - 1 })],
    ['u64', 'UInt64', 2, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })],
    ['flags', 'Boolean', 3, fc.integer({ min: 0, max: 1 })],
    ['law', 'Enumeration', 1, fc.bigInt({ min: 1n, max: 3n })],
  ];

  it.each(numbers)('the variable %s (%s) returns the value that was set', (name, type, count, value) => {
    const calls = running();
    const values = calls.values(type, Uint32Array.of(vr(name)), count);
    const view = values.view as unknown as (number | bigint)[];
    fc.assert(
      fc.property(fc.array(value, { minLength: count, maxLength: count }), (list) => {
        list.forEach((item, i) => {
          view[i] = item;
        });
        const before = values.view.slice();
        expect(calls.set(values)).toBe(status.ok);
        new Uint8Array(values.view.buffer).fill(0);
        expect(calls.get(values)).toBe(status.ok);
        expect(values.view).toEqual(before);
      }),
      { numRuns: 50 },
    );
  });

  it('strings and binaries of any supported length return the value that was set', () => {
    const calls = running();
    const text = fc.string({ unit: 'grapheme', maxLength: 10 }).filter((s) => Buffer.byteLength(s) <= 12);
    fc.assert(
      fc.property(text, text, fc.uint8Array({ maxLength: 20 }), (a, b, blob) => {
        const words = Uint32Array.of(vr('words'));
        expect(calls.setStrings(words, [a, b])).toBe(status.ok);
        expect(calls.getStrings(words, 2)).toEqual({ status: status.ok, values: [a, b] });
        const binary = Uint32Array.of(vr('blob'));
        expect(calls.setBinaries(binary, [blob])).toBe(status.ok);
        expect(calls.getBinaries(binary, 1)).toEqual({ status: status.ok, values: [blob] });
      }),
      { numRuns: 50 },
    );
  });

  it('a rejected set returns error with the FMU’s reason instead of trapping', () => {
    const calls = running();
    const law: Values = calls.values('Enumeration', Uint32Array.of(vr('law')));
    (law.view as BigInt64Array)[0] = 9n;
    expect(calls.set(law)).toBe(status.error);
    expect(calls.takeLog().map(({ message }) => message)).toEqual([
      `set-int64: value reference ${vr('law')} is an enumeration from 1 to 3; got 9.`,
    ]);
  });

  it('directional and adjoint derivatives are correct element by element', () => {
    const calls = running();
    calls.call({ op: 'exitInitializationMode' });
    const [x, u, k] = [vr('x'), vr('u'), vr('k')];
    const sensitivity = new Float64Array(1);
    const [unknowns, knowns] = [Uint32Array.of(x), Uint32Array.of(u, k)];
    const of = (known: number): number => x * 1000 + known;
    expect(calls.directionalDerivative(unknowns, knowns, Float64Array.of(2, 3), sensitivity)).toBe(status.ok);
    expect(sensitivity[0]).toBe(2 * of(u) + 3 * of(k));
    const adjoint = new Float64Array(2);
    expect(calls.adjointDerivative(unknowns, knowns, Float64Array.of(2), adjoint)).toBe(status.ok);
    expect(Array.from(adjoint)).toEqual([2 * of(u), 2 * of(k)]);
  });

  it('inputs follow the driver’s polynomials inside a step', () => {
    const moved = (order: number): number => {
      const calls = running();
      const u = calls.values('Float64', Uint32Array.of(vr('u')));
      const x = calls.values('Float64', Uint32Array.of(vr('x')));
      calls.call({ op: 'exitInitializationMode' });
      const coefficients = Float64Array.of(0, order > 0 ? 100 : 0, order > 1 ? 1e4 : 0);
      calls.intermediate([], 0, { inputs: u, coefficients });
      calls.set(u);
      calls.registers[1] = 0.01;
      expect(calls.call({ op: 'doStep' })).toBe(status.ok);
      expect(calls.takeLog()).toEqual([]);
      calls.get(x);
      return Number(x.view[0]);
    };
    // Explicit Euler of x' = u − 3 x from x = 2 · 0.5 at h = 1 ms.
    const euler = (u: (t: number) => number): number => {
      let x = 1;
      for (let i = 0; i < 10; i++) x += 0.001 * (u(i * 0.001) - 3 * x);
      return x;
    };
    expect(moved(0)).toBeCloseTo(
      euler(() => 0),
      12,
    );
    expect(moved(1) - moved(0)).toBeGreaterThan(0.003);
    expect(moved(2) - moved(1)).toBeGreaterThan(0.001);
  });
});
