import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Session } from '../../master/run/loop/session.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { Order, SystemFile } from '../../master/system/system.ts';
import { root } from '../run-fmu.ts';
import { type Case, fourBar, quickReturn, tilting } from '../units/linkage.ts';
import { sealed } from '../units/sealed.ts';
import { isFullTest } from '../width.ts';
import { value } from './crane.ts';

/** Before 3 s every mechanism has met the valve's opening, and the four-bars its closing. */
const until = 3;
const every = 0.1;

interface Sample {
  s: number;
  p1: number;
}

async function monolithic(which: typeof fourBar): Promise<Sample[]> {
  const h = 5e-5;
  const unit = await sealed(which.unit, { ...which.parameters, h, formulation: 2 });
  unit.initialize(0);
  const samples: Sample[] = [];
  for (let n = 1; n <= Math.round(until / h); n++) {
    unit.step((n - 1) * h, h);
    if (n % Math.round(every / h) === 0) samples.push({ s: unit.get('s'), p1: unit.get('p1') });
  }
  return samples;
}

/** The mechanism, its actuator and its friction as three sealed units. */
async function coupled(name: string, H: number, order: Order): Promise<Sample[]> {
  const system = shipped(name);
  system.algorithm.step = H;
  system.units.actuator.parameters = { ...system.units.actuator.parameters, h: 6.25e-5 };
  system.units.friction.parameters = { ...system.units.friction.parameters, h: 6.25e-5 };
  for (const c of system.connections ?? []) if (!c.to?.endsWith('U_ref')) c.order = order;
  return samplesOf(name, system);
}

const fileOf = (name: string): string => join(root, `systems/${name}.json`);
const shipped = (name: string): SystemFile => JSON.parse(readFileSync(fileOf(name), 'utf8')) as SystemFile;

async function samplesOf(name: string, system: SystemFile): Promise<Sample[]> {
  const H = system.algorithm.step;
  const session = new Session(await resolveSystem({ ...system, stopTime: until }, fileOf(name)));
  session.start();
  const samples: Sample[] = [];
  for (let n = 1; n <= Math.round(until / every); n++) {
    session.advance(Math.round((n * every) / H) - session.n);
    samples.push({ s: value(session, 'mechanism.s'), p1: value(session, 'actuator.p1') });
  }
  return samples;
}

const distance = (a: Sample[], b: Sample[], key: keyof Sample): number =>
  Math.max(...a.map((x, i) => Math.abs(x[key] - b[i][key])));

const systems: [name: string, which: Case][] = [
  ['four-bar/four-bar-force', fourBar],
  ['quick-return-force', quickReturn],
  ['four-bar/four-bar-tilt-force', tilting('lugre')],
];
// A desk has the one that takes least.
describe.each(isFullTest ? systems : systems.slice(2))(
  '%s: mechanism, actuator and friction as three sealed units',
  (name, which) => {
    let exact: Sample[];
    beforeAll(async () => {
      exact = await monolithic(which);
    });

    it('p1 of the shipped system is within 0.5 % of its range, a tenth of the error at H = 1 ms', async () => {
      const range = Math.max(...exact.map(({ p1 }) => p1)) - Math.min(...exact.map(({ p1 }) => p1));
      const off = async (system: SystemFile): Promise<number> =>
        distance(await samplesOf(name, system), exact, 'p1') / range;
      const system = shipped(name);
      const error = await off(system);
      expect(error).toBeLessThan(0.005);
      const coarse = await off({ ...system, algorithm: { ...system.algorithm, step: 1e-3 } });
      expect(coarse).toBeGreaterThan(10 * error);
    });

    it.each([
      [0, 0.9],
      [1, 1.8],
    ] as const)(
      'extrapolation of order %i converges to the monolithic unit as H is halved, at an order above %d',
      async (order, least) => {
        const steps = [2.5e-4, 1.25e-4, 6.25e-5];
        const runs = [];
        for (const H of steps) runs.push(await coupled(name, H, order));
        for (const key of ['s', 'p1'] as const) {
          const errors = runs.map((r) => distance(r, exact, key));
          const measured = errors.slice(1).map((e, i) => Math.log2(errors[i] / e));
          for (const x of measured) expect(x, `${key} ${errors}`).toBeGreaterThan(least);
        }
      },
    );
  },
);
