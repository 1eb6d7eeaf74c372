import { beforeAll, describe, expect, it } from 'vitest';
import { cell, InstanceFailure } from '../../master/coupling/activity.ts';
import type { CouplingScheme } from '../../master/coupling/coupling.ts';
import { couplings } from '../../master/coupling/scheme-registry.ts';
import type { Extrapolation } from '../../master/extrapolation/extrapolation.ts';
import { Session } from '../../master/run/loop/session.ts';
import { schemeOf } from '../../master/run/scheme/scheme-choice.ts';
import type { CheckedSystem, InterfaceModel, SystemFile } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { atWork, bond, exactly, stepping } from './support/at-work.ts';
import type { FakeUnit } from './support/fake-unit.ts';
import { exact, makeOscillator, oscillator } from './support/oscillator.ts';
import { exported } from './support/sections.ts';

const folder = temporaryFolder('coupling');
const examples = [await exported('coupling'), await exported('repeatingCoupling')].flatMap(
  ({ couplings }) => couplings ?? [],
);

beforeAll(() => makeOscillator(folder));

// The examples of docs/extend satisfy this contract too.
describe.each([...stepping, ...examples])('coupling scheme $name', (scheme) => {
  const { traits } = scheme;
  const system = (
    algorithm: Partial<SystemFile['algorithm']> = {},
  ): Promise<{ system: CheckedSystem; units: FakeUnit[] }> =>
    oscillator(
      folder,
      { ...algorithm, scheme: scheme.name, options: exactly(scheme, algorithm.step ?? 1 / 64) },
      { bonds: [bond] },
    );
  const session = (checked: CheckedSystem, instances: readonly FakeUnit[]): Session =>
    new Session(checked, { instances, couplings: couplings.all.includes(scheme) ? [] : [scheme] });

  it('a scheme steps every unit from point to point, once or repeatedly, after the initialization has settled', async () => {
    const { system: checked, units } = await system();
    const run = session(checked, units);
    run.start();
    run.advance(run.steps);
    for (const { calls } of units) {
      const begin = calls.indexOf('exit');
      expect(begin).toBeGreaterThan(0);
      expect(new Set(calls.slice(0, begin))).toEqual(new Set(['initialize 0']));
      const steps = calls.slice(begin + 1);
      // A scheme with rollback repeats steps of units from earlier times.
      const again = traits.implicit || traits.needs.includes('rollback');
      const points = again ? steps.filter((call, k) => call !== steps[k - 1]) : steps;
      const ends = Array.from({ length: 65 }, (_, n) => String(n / 64));
      if (traits.adaptive) {
        const [from, to] = [1, 2].map((word) =>
          points.map((call) => Number(call.split(' ')[word]).toFixed(12)),
        );
        expect(from).toEqual([(0).toFixed(12), ...to.slice(0, -1)]);
        expect(to).toEqual(expect.arrayContaining(ends.slice(1).map((end) => Number(end).toFixed(12))));
      } else expect(points).toEqual(ends.slice(1).map((end, n) => `step ${ends[n]} ${end}`));
    }
  });

  it.each([0, 1, 2] as const)(
    'a scheme converges at its declared order, with extrapolation of order %i',
    async (m) => {
      const errors: number[] = [];
      for (const step of [1 / 256, 1 / 512]) {
        const { system: checked, units } = await system({ step, order: m });
        const run = session(checked, units);
        run.start();
        run.advance(run.steps);
        errors.push(Math.abs(Number(run.reader('x.y')()) - exact(1)));
      }
      const order = traits.order === 'extrapolation' ? m + 1 : traits.order;
      expect(Math.log2(errors[0] / errors[1])).toBeGreaterThan(order - 0.1);
      expect(Math.log2(errors[0] / errors[1])).toBeLessThan(order + 0.2);
    },
  );

  it('a scheme gives the same bits twice', async () => {
    const outcomes: number[][] = [];
    for (let k = 0; k < 2; k++) {
      const { system: checked, units } = await system({ order: 2 });
      const run = session(checked, units);
      run.start();
      const values: number[] = [];
      while (!run.done) {
        run.advance(1);
        values.push(Number(run.reader('x.y')()), Number(run.reader('v.y')()));
      }
      outcomes.push(values);
    }
    expect(outcomes[0].length).toBe(128);
    expect(outcomes[0]).toEqual(outcomes[1]);
  });

  it('a scheme reports the computing unit, and a failing one with its index and time', async () => {
    for (const failing of [0, 1]) {
      const { coupling, units, cells } = await atWork(scheme, folder);
      coupling.step(0, 0, 1 / 64);
      units[failing].failsAt = 1 / 64;
      const thrown = failureOf(() => coupling.step(1, 1 / 64, 1 / 64));
      expect(thrown).toBeInstanceOf(InstanceFailure);
      expect(thrown).toMatchObject({ unit: failing, time: 1 / 64 });
      expect(cells[cell.unit]).toBe(failing);
    }
  });

  it('a run reports which unit failed, when and why', async () => {
    const { system: checked, units } = await system();
    units[1].failsAt = 0.5;
    const run = session(checked, units);
    run.start();
    expect(() => run.advance(64)).toThrow('step v: the FMU stopped at t = 0.5 s: it has had enough.');
  });

  it('a scheme passes no value that is not finite', async () => {
    const { system: checked, units } = await system();
    // The next transfer detects it: in the next step, or later in this step.
    units[0].nanAt = 0.5;
    const run = session(checked, units);
    run.start();
    expect(() => run.advance(64)).toThrow(/x\.y is NaN at t = 0\.(5|484375) s/);
  });

  it('a scheme refuses exactly the systems that its traits exclude', async () => {
    const { system: checked } = await system();
    const more = couplings.all.includes(scheme) ? [] : [scheme];
    expect(schemeOf(checked, more).traits).toBe(scheme.traits);
    const modelled = { ...checked, interfaceModels: [{ name: 'fast' } as InterfaceModel] };
    if (traits.interfaceModels) expect(schemeOf(modelled, more).traits).toBe(scheme.traits);
    else
      expect(() => schemeOf(modelled, more)).toThrow(
        `the coupling scheme "${scheme.name}" does not support interface models, but the system has fast. Choose jacobi`,
      );
  });
});

const lain = stepping.filter(({ name }) => name !== 'jacobi');
it.each(lain.map((scheme) => [scheme.name, scheme] as const))(
  '%s accepts a Lagrange polynomial by its name, and refuses other extrapolations',
  async (_, scheme) => {
    const ends: number[] = [];
    for (const algorithm of [{ order: 2 }, { extrapolation: 'quadratic' }] as const) {
      const options = { ...algorithm, scheme: scheme.name, options: exactly(scheme, 1 / 64) };
      const { system, units } = await oscillator(folder, options, { bonds: [bond] });
      const run = new Session(system, { instances: units });
      run.start();
      run.advance(run.steps);
      ends.push(Number(run.reader('x.y')()));
    }
    expect(ends[1]).toBe(ends[0]);
    const mine: Extrapolation = { name: 'mine', order: 1, history: 1, slopes: () => {} };
    const { system, units } = await oscillator(
      folder,
      { scheme: scheme.name, extrapolation: 'mine' },
      { bonds: [bond] },
    );
    expect(() => new Session(system, { instances: units, extrapolations: [mine] })).toThrow(
      'couple x.y → v.u: the extrapolation "mine" is not a polynomial and cannot use values of the present step. Choose hold, linear, quadratic, or the scheme jacobi.',
    );
  },
);

const solver = (need: CouplingScheme['traits']['needs'][number]): CouplingScheme => ({
  name: 'solver',
  traits: { order: 1, implicit: true, interfaceModels: false, needs: [need] },
  couple: () => ({ settle: () => false, step: () => {} }),
});

it('a scheme that needs directional derivatives refuses units without them', async () => {
  const { system } = await oscillator(folder, { scheme: 'solver' });
  const scheme = solver('directionalDerivatives');
  expect(() => schemeOf(system, [scheme])).toThrow(
    'run oscillator: the coupling scheme "solver" needs providesDirectionalDerivatives of every unit, but x, v do not support it.',
  );
  const [x, v] = system.units;
  const coSimulation = { ...x.description.coSimulation!, providesDirectionalDerivatives: true };
  const able = { ...x, description: { ...x.description, coSimulation } };
  expect(() => schemeOf({ ...system, units: [able, v] }, [scheme])).toThrow('v does not support it');
  expect(schemeOf({ ...system, units: [able, { ...able, name: 'v' }] }, [scheme]).traits).toBe(scheme.traits);
});

it('a scheme with rollback accepts all units except a library in this process without FMU state', async () => {
  const { system } = await oscillator(folder, { scheme: 'solver' });
  const scheme = solver('rollback');
  const [x, v] = system.units;
  const as = (form: string, trusted: boolean, state: boolean): typeof x => ({
    ...x,
    binary: { form, kind: 'coSimulation', trusted } as typeof x.binary,
    description: {
      ...x.description,
      coSimulation: { ...x.description.coSimulation!, canGetAndSetFMUState: state },
    },
  });
  for (const [form, trusted, state] of [
    ['core', false, false],
    ['component', false, false],
    ['native', false, false],
    ['native', true, true],
  ] as const)
    expect(schemeOf({ ...system, units: [as(form, trusted, state), v] }, [scheme]).traits).toBe(
      scheme.traits,
    );
  expect(() => schemeOf({ ...system, units: [as('native', true, false), v] }, [scheme])).toThrow(
    /needs rollback .* of every unit, but x does not support it\. .* do not trust them\.$/,
  );
});

function failureOf(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}
