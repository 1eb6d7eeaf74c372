import { describe, expect, it } from 'vitest';
import { advise } from '../../master/advise/advise.ts';
import { compareSchemes } from '../../master/advise/compare-schemes.ts';
import { resolveAuto } from '../../master/advise/resolve-auto.ts';
import type { TrialRunner } from '../../master/advise/trials/trial-runner.ts';
import { Session } from '../../master/run/loop/session.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { unitsOf } from '../problems/coupled/coupled.ts';
import { lags, oscillator } from '../problems/coupled/problems.ts';
import { spread } from '../width.ts';
import { linearLab } from './linear-lab.ts';

const problem = lags();
/** Exact output of the last unit of the chain, whose connections have default orders. */
const exact = (t: number): number => 1 + Math.exp(-t) - 2 * Math.exp(-t / 2);
/** Excludes schemes with variable steps, whose linear units are slow here. */
const laboratory = (change: (system: CheckedSystem) => CheckedSystem = (system) => system): TrialRunner => {
  const lab = linearLab(problem, 100, [], change);
  return { ...lab, schemes: lab.schemes.filter(({ traits }) => traits.adaptive !== true) };
};
/** Returns the largest error of the last output at communication points, relative to its range. */
function errorAtTheEnd(system: CheckedSystem): number {
  const session = new Session(system, { instances: unitsOf(problem) });
  const read = session.reader('second.y');
  session.start();
  let largest = 0;
  while (!session.done) {
    session.advance(1);
    largest = Math.max(largest, Math.abs(Number(read()) - exact(session.time())));
  }
  return largest / exact(10);
}
const outputsOf = ({ units }: CheckedSystem, unit: number): CheckedSystem['record']['columns'] =>
  units[unit].description.variables
    .filter(({ causality }) => causality === 'output')
    .map((variable) => ({ unit, variable }));

describe('a chain without feedback', () => {
  it('advise measures errors of a chain without feedback at its end, where the coupling has an effect', async () => {
    for (const recorded of [[], [0], [0, 1]]) {
      const lab = laboratory((system) => ({
        ...system,
        record: { ...system.record, columns: recorded.flatMap((unit) => outputsOf(system, unit)) },
      }));
      const advice = await advise(lab, { error: 1e-4 });
      expect(advice.why[0], String(recorded)).toMatch(/error [1-9]\S* \(of second\.y; wanted 1e-4\)/);
      expect(advice).toMatchObject({ met: true, sureness: 'sure' });
    }
  });

  it('scheme auto reaches the requested error at the end of a chain', async () => {
    for (const error of spread([1e-4, 1e-3, 1e-2], 1)) {
      const { system } = await resolveAuto(
        laboratory((base) => ({ ...base, scheme: 'auto', options: { error } })),
      );
      expect(errorAtTheEnd(system)).toBeLessThan(error);
    }
  });

  it('compare-schemes shows errors at the end of a chain, which fall with the step', async () => {
    const { values, runs } = await compareSchemes(laboratory(), { levels: 3, only: ['jacobi'] });
    expect(values.map(({ name }) => name)).toEqual(['first.y', 'second.y']);
    const secondErrors = runs
      .filter(({ trial }) => trial.candidate.order === 0)
      .map(({ errors }) => errors[1]);
    expect(secondErrors).toHaveLength(3);
    expect(secondErrors[0]).toBeGreaterThan(1e-2);
    expect(secondErrors[2]).toBeLessThan(secondErrors[0] / 3);
  });

  it('advise refuses a chain whose last unit lacks a measurable output', async () => {
    const lab = laboratory((system) => ({
      ...system,
      units: system.units.map((unit, k) => ({
        ...unit,
        description: {
          ...unit.description,
          variables: unit.description.variables.filter(({ causality }) => k === 0 || causality !== 'output'),
        },
      })),
    }));
    const expected =
      /the coupling scheme does not affect the results, because no driven FMU has a real output/;
    await expect(advise(lab, { error: 1e-3 })).rejects.toThrow(expected);
    await expect(compareSchemes(lab)).rejects.toThrow(expected);
  });

  it('systems whose connected outputs show the errors stay unchanged', async () => {
    const { values } = await compareSchemes(
      linearLab(oscillator(), 100, [], (system) => ({
        ...system,
        record: { ...system.record, columns: [0, 1].flatMap((unit) => outputsOf(system, unit)) },
      })),
      { levels: 2, only: ['jacobi'] },
    );
    expect(values.map(({ name }) => name)).toEqual(['two.x', 'two.v', 'one.F']);
  });
});
