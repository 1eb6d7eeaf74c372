import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { describe as describeUnit } from '../../fmu-sdk/build/manifest/describe-unit.ts';
import { buildCore } from '../../fmu-sdk/build/seal/core-module.ts';
import type { ModelDescription, Variable } from '../../fmu-sdk/description/description.ts';
import { compileCore } from '../../fmu-sdk/host/wasm/core-interface.ts';
import { instantiateWasm } from '../../fmu-sdk/host/wasm/wasm-instance.ts';
import { root } from '../run-fmu.ts';

let module: WebAssembly.Module;
let description: ModelDescription;
beforeAll(async () => {
  const { core, manifest } = await buildCore(join(root, 'test/fixtures/sampler'));
  module = compileCore(core, 'sampler');
  description = describeUnit(manifest, '', '');
});

const find = (name: string): Variable => description.variables.find((v) => v.name === name) as Variable;
const coefficient = fc.double({ min: -10, max: 10, noNaN: true });

describe('polynomials over a communication step', () => {
  it('reach every internal step at its start, for scalars and arrays, and end at the end of the step', () => {
    fc.assert(
      fc.property(
        fc.array(coefficient, { minLength: 9, maxLength: 9 }),
        fc.integer({ min: 1, max: 16 }),
        (c, n) => {
          const unit = instantiateWasm(module, description, 'sampler');
          unit.initialize(0);
          const [u, v] = ['u', 'v'].map((name) => unit.view(find(name)));
          const slots = [unit.polynomial(find('u')), unit.polynomial(find('v'))];
          u.view[u.offset] = c[0];
          v.view[v.offset] = c[3];
          v.view[v.offset + 1] = c[6];
          slots[0].view.set([c[1], c[2]], slots[0].offset + 1);
          slots[1].view.set([c[4], c[5]], slots[1].offset + 1);
          slots[1].view.set([c[7], c[8]], slots[1].offset + 4);
          const h = 0.125;
          expect(unit.step(3, n * h)).toBe(0);
          const at = (k: number, tau: number): number =>
            c[3 * k] + tau * (c[3 * k + 1] + 0.5 * tau * c[3 * k + 2]);
          const sum = unit.view(find('sum'));
          for (let k = 0; k < 3; k++) {
            const riemann = Array.from({ length: n }, (_, i) => h * at(k, i * h)).reduce((a, b) => a + b, 0);
            expect(sum.view[sum.offset + k]).toBeCloseTo(riemann, 10);
          }
          expect(u.view[u.offset]).toBeCloseTo(at(0, n * h), 10);
          expect(v.view[v.offset + 1]).toBeCloseTo(at(2, n * h), 10);
          expect(unit.view(find('time')).view[unit.view(find('time')).offset]).toBe(3 + n * h);
        },
      ),
    );
  });

  it('leave the unit unchanged if a communication step is not a whole multiple of the internal step', () => {
    const unit = instantiateWasm(module, description, 'sampler');
    unit.initialize(0);
    const before = unit.getState();
    for (const H of [0.1, 0.05, 0.3, 0.125 * 1.000001]) expect(unit.step(0, H)).toBe(-1);
    expect(unit.getState()).toEqual(before);
    // Accepts the rounding of t₂ − t₁ in another master.
    expect(unit.step(0, 0.125 * (1 + 1e-15))).toBe(0);
  });
});
