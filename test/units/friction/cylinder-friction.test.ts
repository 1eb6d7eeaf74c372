import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  instantiateReference,
  type ReferenceUnit,
} from '../../../fmu-sdk/build/reference-run/reference-unit.ts';
import { root } from '../../setup.ts';
import { orders, sealed } from '../sealed.ts';
import { type LawName, law, laws } from './friction-law.ts';

const names = Object.keys(laws) as LawName[];

/** Runs the unit as TypeScript. */
async function plainUnit(parameters: Record<string, number>): Promise<ReferenceUnit> {
  const unit = await instantiateReference(join(root, 'units/cylinder-friction'));
  for (const [name, value] of Object.entries(parameters)) unit.set(name, [value]);
  unit.initialize(0);
  return unit;
}

/**
 * Work done on a cylinder that is moved to and fro [J], and what its energies miss of it, by steps
 * of h.
 */
async function cycle(name: LawName, h: number): Promise<{ error: number; work: number }> {
  const unit = await plainUnit({ law: laws[name], h });
  const v = (t: number): number => 0.02 * Math.sin(20 * t) ** 3;
  const { view, offset } = unit.polynomial('s_dot');
  const [F, stored, dissipated] = ['F', 'E_stored', 'E_dissipated'].map(
    (output) => () => unit.get(output)[0],
  );
  let work = 0;
  for (let i = 0; i < Math.round(0.4 / h); i++) {
    const [from, to] = [v(i * h), v((i + 1) * h)];
    const before = F() * from;
    unit.set('s_dot', [from]);
    view[offset + 1] = (to - from) / h;
    unit.step(i * h, h);
    work -= 0.5 * h * (before + F() * to);
  }
  return { error: stored() + dissipated() - work, work };
}

describe('cylinder-friction', () => {
  it.each(names)('%s: the force on the rod settles at minus the steady force of the law', async (name) => {
    for (const v of [0.3, -0.004]) {
      const unit = await sealed('cylinder-friction', { law: laws[name], s_dot: v });
      unit.initialize(0);
      for (let i = 0; i < 5000; i++) unit.step(i * 1e-3, 1e-3);
      expect(unit.get('F') / -law(name).steadyForce(v)).toBeCloseTo(1, 9);
      expect(unit.get('F_mu')).toBe(-unit.get('F'));
    }
  });

  it.each(names)(
    '%s: stored plus dissipated energy equals the work done on the unit, at order 2',
    async (name) => {
      const cycles = await Promise.all([4e-4, 2e-4, 1e-4].map((h) => cycle(name, h)));
      for (const { error, work } of cycles) expect(Math.abs(error)).toBeLessThan(2e-3 * work);
      if (law(name).states > 0)
        for (const order of orders(cycles.map(({ error }) => Math.abs(error))))
          expect(order).toBeGreaterThan(1.7);
    },
  );

  it.each(names)('%s: the sealed unit computes the same bits as its TypeScript run', async (name) => {
    const wasm = await sealed('cylinder-friction', { law: laws[name] });
    const plain = await plainUnit({ law: laws[name] });
    wasm.initialize(0);
    for (let i = 0; i < 300; i++) {
      const v = 0.05 * Math.sin(i * i * 1e-3);
      wasm.set('s_dot', v);
      plain.set('s_dot', [v]);
      wasm.step(i * 1e-3, 1e-3);
      plain.step(i * 1e-3, 1e-3);
      for (const output of ['F', 'q', 'film', 'E_stored', 'E_dissipated'])
        expect(wasm.get(output)).toBe(plain.get(output)[0]);
    }
  });

  it('rejects static friction below Coulomb friction', async () => {
    const unit = await plainUnit({});
    unit.set('F_s', [100]);
    let reason = '';
    try {
      unit.initialize(0);
    } catch (error) {
      reason = unit.reasonOf(error);
    }
    expect(reason).toBe('cylinder-friction: F_s [N] is less than F_c [N]; static friction is the larger');
  });
});
