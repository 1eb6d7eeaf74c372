import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateFields } from '../../fmu-sdk/build/generate/field-names.ts';
import { describe as describeUnit } from '../../fmu-sdk/build/manifest/describe-unit.ts';
import { componentCore } from '../../fmu-sdk/build/seal/component-core.ts';
import { compareForms } from '../../fmu-sdk/build/test-unit.ts';
import { compileCore } from '../../fmu-sdk/host/wasm/core-interface.ts';
import { instantiateWasm } from '../../fmu-sdk/host/wasm/wasm-instance.ts';
import { root } from '../setup.ts';

const folder = join(root, 'units/sampled-controller');
const manifest = generateFields(folder);
const core = await componentCore(folder, manifest);
const description = describeUnit(manifest, '', '');
const module = compileCore(core, manifest.name);
/** Interval of its clock [s]. */
const T = 0.01;

interface Controller {
  put(name: string, value: number): void;
  get(name: string): number;
  step(t: number, H: number): number;
}

function controller(parameters: Record<string, number> = {}): Controller {
  const unit = instantiateWasm(module, description, 'pi');
  const place = (name: string): { view: { [i: number]: unknown }; offset: number } => {
    const variable = description.variables.find((v) => v.name === name);
    if (variable === undefined) throw new Error(name);
    return unit.view(variable);
  };
  const put = (name: string, value: number): void => {
    const { view, offset } = place(name);
    view[offset] = value;
  };
  for (const [name, value] of Object.entries(parameters)) put(name, value);
  unit.initialize(0);
  return { put, get: (name) => Number(place(name).view[place(name).offset]), step: unit.step };
}

describe('the sampled PI controller', () => {
  it.each([0.001, 0.0025, 0.004, 0.01, 0.1])(
    'a constant error gives the sum of the backward rectangle rule for any communication step (H = %d s)',
    (H) => {
      const [K_p, K_i, e] = [2, 4, 1];
      const pi = controller({ K_p, K_i });
      const steps = Math.round(0.2 / H);
      for (let n = 0; n < steps; n++) pi.step(n * H, H);
      // Ticks at 0, T, …, 0.19 s. The one at 0.2 s is the next step's.
      expect(pi.get('I')).toBeCloseTo(K_i * T * 20 * e, 12);
      expect(pi.get('u')).toBeCloseTo(K_p * e + K_i * T * 20 * e, 12);
    },
  );

  it('inputs matter only at the ticks', () => {
    const pi = controller();
    pi.step(0, T / 2);
    const before = pi.get('u');
    pi.put('y', 0.5);
    pi.step(T / 2, T / 4);
    expect(pi.get('u')).toBe(before);
    pi.step(0.75 * T, T / 4);
    expect(pi.get('u')).toBe(before);
    pi.step(T, T / 2);
    expect(pi.get('u')).not.toBe(before);
  });

  it('the controller does not wind up at its limit, and leaves it at the first tick after the error changes its sign', () => {
    const pi = controller({ K_p: 1, K_i: 10, u_max: 2 });
    let t = 0;
    let reached = 0;
    const go = (ticks: number): void => {
      for (let n = 0; n < ticks; n++, t += T) {
        pi.step(t, T);
        reached += pi.get('limited');
      }
    };
    go(100);
    expect([pi.get('u'), pi.get('atLimit'), reached]).toEqual([2, 1, 1]);
    const wound = pi.get('I');
    go(100);
    expect(pi.get('I')).toBe(wound);
    pi.put('y', 1.5);
    go(1);
    expect(pi.get('atLimit')).toBe(0);
    expect(pi.get('u')).toBeCloseTo(-0.5 + wound - 10 * T * 0.5, 12);
  });

  it('brings a first-order lag to the reference without a steady error', () => {
    const pi = controller();
    const H = 0.001;
    let y = 0;
    for (let n = 0; n < 20_000; n++) {
      pi.put('y', y);
      pi.step(n * H, H);
      y += H * (pi.get('u') - y);
    }
    expect(y).toBeCloseTo(1, 9);
  });

  it('TypeScript and WebAssembly give equal bits, events included', async () => {
    const { values, ends } = await compareForms(join(root, 'test/fixtures/eventful'), {
      steps: 400,
      seed: 5,
    });
    expect(values).toBeGreaterThan(10_000);
    expect(ends).toEqual([]);
  });
});
