import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { notEmpty } from '../not-empty.ts';
import { root } from '../setup.ts';
import { type Sealed, sealed } from './sealed.ts';

type Parameters = Record<string, number | number[]>;

/** The cases of test/reference/pentagons-malczyk2012.csv. */
const cases: Record<string, { unit: string; rods: number; parameters: Parameters }> = {
  hanging: { unit: 'five-bar', rods: 4, parameters: {} },
  rotated: { unit: 'five-bar', rods: 4, parameters: { tilt: (10 * Math.PI) / 180 } },
  standing: { unit: 'five-bar', rods: 4, parameters: { standing: 1 } },
  double: { unit: 'double-five-bar', rods: 8, parameters: {} },
};
const reference = readFileSync(join(root, 'test/reference/pentagons-malczyk2012.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','));

/** Runs a unit through communication steps H and looks at it after each. */
async function run(
  name: keyof typeof cases,
  more: Parameters,
  [end, H]: readonly [number, number],
  look: (unit: Sealed, t: number) => void,
): Promise<Sealed> {
  const unit = await sealed(cases[name].unit, { ...cases[name].parameters, ...more });
  unit.initialize(0);
  look(unit, 0);
  for (let k = 1; k <= Math.round(end / H); k++) {
    expect(unit.step((k - 1) * H, H)).toBe(0);
    look(unit, k * H);
  }
  return unit;
}

/** Largest distance of a coordinate from the reference [m]. */
async function error(name: keyof typeof cases, more: Parameters): Promise<number> {
  const rows = notEmpty(
    name,
    reference.filter((row) => row[0] === name),
  );
  let worst = 0;
  await run(name, more, [Number(rows.at(-1)?.[1]), 0.1], (unit, t) => {
    const row = rows.find((candidate) => Math.abs(Number(candidate[1]) - t) < 1e-9);
    if (row === undefined) return;
    for (let b = 0; b < cases[name].rods; b++)
      for (const i of [0, 1])
        worst = Math.max(worst, Math.abs(unit.get('q', 7 * b + i) - Number(row[2 + 2 * b + i])));
  });
  return worst;
}

const levels = ['constraint_position', 'constraint_velocity', 'constraint_acceleration'] as const;
const energy = (unit: Sealed): number => unit.get('E_kinetic') + unit.get('E_potential');

/** Largest norms at the three levels, and the largest deviation of the energy. */
async function norms(name: keyof typeof cases, more: Parameters, span: readonly [number, number]) {
  const most = [0, 0, 0];
  let drift = 0;
  let start: number | undefined;
  const history: number[] = [];
  const unit = await run(name, more, span, (item) => {
    start ??= energy(item);
    drift = Math.max(drift, Math.abs(energy(item) - start));
    levels.forEach((level, i) => {
      most[i] = Math.max(most[i], item.get(level));
    });
    history.push(item.get('constraint_position'));
  });
  return { most, drift, history, unit };
}

describe('comparison with an independent integration of planar coordinates', () => {
  it.each(['hanging', 'rotated', 'standing', 'double'] as const)(
    '%s: the error is within twenty tolerances at 1e-6, and thirty times smaller at 1e-8',
    async (name) => {
      const [coarse, fine] = [await error(name, {}), await error(name, { tolerance: 1e-8 })];
      expect(coarse).toBeLessThan(2e-5);
      expect(fine).toBeLessThan(coarse / 30);
    },
  );

  it('the published variant without projections agrees with the projected one, and so do fixed steps of orders 5 and 4', async () => {
    expect(await error('rotated', { projections: 0 })).toBeLessThan(2e-5);
    expect(await error('hanging', { integrator: 2, h: 0.02 })).toBeLessThan(1e-6);
    expect(await error('hanging', { integrator: 3, h: 0.01 })).toBeLessThan(1e-6);
  });
});

describe('redundant constraints of the pentagons', () => {
  it.each([
    ['hanging', -1, 2],
    ['double', -2, 4],
  ] as const)(
    '%s: Grübler counts %s degrees of freedom, the rank gives %s',
    async (name, grubler, mobility) => {
      const unit = await run(name, {}, [0.1, 0.1], () => {});
      expect([unit.get('grubler'), unit.get('mobility')]).toEqual([grubler, mobility]);
    },
  );
});

describe('constraints of the pentagons', () => {
  it.each(['hanging', 'rotated', 'standing', 'double'] as const)(
    '%s: projections keep constraints below 1e-14 m, 1e-12 m/s and 1e-10 m/s² at every communication point',
    async (name) => {
      const { most, unit } = await norms(name, {}, [name === 'standing' ? 4 : 10, 0.02]);
      expect(most[0]).toBeLessThan(1e-14);
      expect(most[1]).toBeLessThan(1e-12);
      expect(most[2]).toBeLessThan(1e-10);
      const usual = [0, 1, 2].map((level) => {
        const counts = Array.from({ length: 20 }, (_, k) => unit.get('distribution', 20 * level + k));
        return counts.slice(0, 4).reduce((x, y) => x + y) / counts.reduce((x, y) => x + y);
      });
      for (const share of usual) expect(share).toBeGreaterThan(0.9);
    },
  );

  it('unprojected constraints stay bounded over 100 s: the last half is at most twice the first', async () => {
    const { most, history } = await norms('hanging', { projections: 0 }, [100, 0.25]);
    expect(most[0]).toBeLessThan(1e-5);
    expect(most[0]).toBeGreaterThan(1e-9);
    const half = history.length >> 1;
    expect(Math.max(...history.slice(half))).toBeLessThan(2 * Math.max(...history.slice(0, half)));
  });
});

describe('energy with projections as the only stabilization (Ω = 0)', () => {
  it.each([
    ['hanging', 10],
    ['rotated', 10],
    ['standing', 4],
    ['double', 10],
  ] as const)(
    '%s: energy drifts at least ten times less with projections than without',
    async (name, end) => {
      const [projected, free] = await Promise.all(
        [1, 0].map((projections) => norms(name, { projections, Omega: 0 }, [end, 0.1])),
      );
      expect(free.drift).toBeGreaterThan(1e-5);
      expect(free.drift).toBeGreaterThan(10 * projected.drift);
    },
  );
});

describe('energy with the published stabilization Ω = 1', () => {
  it.each([
    ['hanging', 10],
    ['rotated', 10],
    ['standing', 4],
  ] as const)(
    '%s: the integrator’s share dominates with projections and without: a hundredth of its tolerance removes 29 parts of 30',
    async (name, end) => {
      for (const projections of [1, 0]) {
        const drift = async (tolerance: number): Promise<number> =>
          (await norms(name, { projections, tolerance }, [end, 0.1])).drift;
        expect(await drift(1e-8)).toBeLessThan((await drift(1e-6)) / 30);
      }
    },
  );
});

describe('errors of the rod units name location, amount and remedy', () => {
  const reason = async (more: Parameters): Promise<string> =>
    run('hanging', more, [0.5, 0.1], () => {}).then(
      () => 'it did not give up',
      (failed: Error) => failed.message,
    );

  it('a loop that cannot close at the start is reported with joint, level and gap', async () => {
    expect(await reason({ base: 0.9 })).toMatch(
      /positions do not comply with the constraints after 1 iterations\. Joint \d, between bodies \d and \d \(0: the ground\), is violated most, by \d\.\d\de-2 m; .*A loop cannot close/,
    );
  });

  it('loops with a small gap are closed first', async () => {
    const { most } = await norms('hanging', { base: 0.5 }, [1, 0.1]);
    expect(most[0]).toBeLessThan(1e-14);
  });

  it('a rod without mass or moment of inertia is rejected', async () => {
    expect(await reason({ m: 0 })).toMatch(
      /body 1 has a mass of 0 kg .* \(eq\. 9\)\. Give it m > 0 and J > 0/,
    );
    expect(await reason({ J: [0.25, 0, 0.25] })).toMatch(/least moment of inertia of 0 kg m2/);
  });

  it('an α too small for the iteration limit is reported with joint, level, norm and tolerance', async () => {
    expect(await reason({ alpha: 1 })).toMatch(
      /accelerations do not comply with the constraints after 10 iterations\. Joint [15], .* by \d\.\d\de-1 m\/s2; the last increment has the norm \d\.\d\de-1, the tolerance is 1\.00e-10, alpha 1\. Try a larger alpha/,
    );
  });
});
