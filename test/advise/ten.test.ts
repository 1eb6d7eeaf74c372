import { describe, expect, it } from 'vitest';
import { resolveAuto } from '../../master/advise/auto.ts';
import { compareSchemes, leastWork } from '../../master/advise/compare.ts';
import type { Laboratory } from '../../master/advise/laboratory.ts';
import { Session } from '../../master/run/session.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { type Coupled, exactly } from '../problems/coupled/coupled.ts';
import { LinearUnit } from '../problems/coupled/linear-unit.ts';
import { ten } from '../problems/coupled/variants.ts';
import { linearLab } from './linear-lab.ts';

const wanted = 1e-2;
/** Communication steps of the file: those of auto are parts of them. */
const steps = 50;

/** The largest root mean square of the errors of outputs at all communication points, as a share of the exact ones'; and unit steps. */
function runExactly(problem: Coupled, system: CheckedSystem): { error: number; unitSteps: number } {
  const instances = problem.units.map((unit) => new LinearUnit(unit));
  const session = new Session(system, { instances });
  const read = problem.connections.map(([from]) => session.reader(from));
  const exact = exactly(problem, system.step);
  session.start();
  const [wrong, size] = [0, 1].map(() => new Float64Array(read.length));
  while (!session.done) {
    session.advance(1);
    exact.next().forEach((value, k) => {
      wrong[k] += (Number(read[k]()) - value) ** 2;
      size[k] += value ** 2;
    });
  }
  const error = Math.max(...[...wrong].map((sum, k) => Math.sqrt(sum / size[k])));
  return { error, unitSteps: instances.reduce((sum, unit) => sum + unit.steps, 0) };
}

describe('auto on ten systems', async () => {
  const labs = ten.map((problem): [Coupled, Laboratory] => {
    const lab = linearLab(problem, steps, [], (system) => ({
      ...system,
      scheme: 'auto',
      options: { error: wanted },
    }));
    // Linear units are slow with steps that are never the same.
    return [problem, { ...lab, schemes: lab.schemes.filter(({ traits }) => traits.adaptive !== true) }];
  });
  const found: { name: string; error: number; unitSteps: number; best: number }[] = [];
  for (const [k, [problem, lab]] of labs.entries()) {
    const { system } = await resolveAuto(lab);
    const best = leastWork(await compareSchemes(lab, { levels: 4 }), wanted)?.trial.unitSteps ?? Number.NaN;
    found.push({ name: `${k} ${problem.name}`, ...runExactly(problem, system), best });
  }

  it('has the wanted error on each, measured by the exact solution', () => {
    expect(found.filter(({ error }) => !(error <= wanted))).toEqual([]);
    expect(found).toHaveLength(10);
  });

  it('takes no more than 1.5 times the unit steps of the best run that compare-schemes finds, on at least eight', () => {
    const near = found.filter(({ unitSteps, best }) => unitSteps <= 1.5 * best);
    expect(near.length, JSON.stringify(found)).toBeGreaterThanOrEqual(8);
  });
});
