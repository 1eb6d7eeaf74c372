import { describe, expect, it } from 'vitest';
import { compareSchemes, leastWork } from '../../master/advise/compare-schemes.ts';
import { resolveAuto } from '../../master/advise/resolve-auto.ts';
import type { TrialRunner } from '../../master/advise/trials/trial-runner.ts';
import { Session } from '../../master/run/loop/session.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { type Coupled, exactly } from '../problems/coupled/coupled.ts';
import { LinearUnit } from '../problems/coupled/linear-unit.ts';
import { ten } from '../problems/coupled/variants.ts';
import { isFullTest, spread } from '../width.ts';
import { linearLab } from './linear-lab.ts';

/** Requested errors, all of them in full tests. */
const wishes = isFullTest ? [1e-2, 1e-3, 1e-4, 1e-5] : [1e-4];
/** Quick tests use some of them. */
const systems = spread(ten, 4);
/** Step sizes for the best manual choice. The finest ones are finer than needed. */
const levels = (wanted: number): number => Math.round(2 - 1.2 * Math.log10(wanted));
/** Communication steps of the file, which auto divides. */
const steps = 50;

/**
 * Returns unit steps, and the largest error of an output at all communication points. The error is
 * the larger of two: the difference relative to the range, and the RMS difference relative to the
 * RMS value.
 */
function runExactly(problem: Coupled, system: CheckedSystem): { error: number; unitSteps: number } {
  const instances = problem.units.map((unit) => new LinearUnit(unit));
  const session = new Session(system, { instances });
  const read = problem.connections.map(([from]) => session.reader(from));
  const exact = exactly(problem, system.step);
  session.start();
  const [wrong, size, largest] = [0, 1, 2].map(() => new Float64Array(read.length));
  const [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map((x) =>
    new Float64Array(read.length).fill(x),
  );
  while (!session.done) {
    session.advance(1);
    exact.next().forEach((value, k) => {
      const d = Math.abs(Number(read[k]()) - value);
      wrong[k] += d ** 2;
      size[k] += value ** 2;
      largest[k] = Math.max(largest[k], d);
      low[k] = Math.min(low[k], value);
      high[k] = Math.max(high[k], value);
    });
  }
  const errors = read.map((_, k) => Math.max(Math.sqrt(wrong[k] / size[k]), largest[k] / (high[k] - low[k])));
  return {
    error: Math.max(...errors),
    unitSteps: instances.reduce((sum, unit) => sum + unit.steps, 0),
  };
}

describe.each(wishes)('auto on ten systems, for an error of %f', async (wanted) => {
  const labs = systems.map((problem): [Coupled, TrialRunner] => {
    const lab = linearLab(problem, steps, [], (system) => ({
      ...system,
      scheme: 'auto',
      options: { error: wanted },
    }));
    // Linear units are slow with steps of changing size.
    return [problem, { ...lab, schemes: lab.schemes.filter(({ traits }) => traits.adaptive !== true) }];
  });
  const results: { name: string; error: number; unitSteps: number; best: number }[] = [];
  for (const [k, [problem, lab]] of labs.entries()) {
    const { system } = await resolveAuto(lab);
    const all = await compareSchemes(lab, { levels: levels(wanted) });
    const best = leastWork(all, wanted)?.trial.unitSteps ?? Number.NaN;
    results.push({ name: `${k} ${problem.name}`, ...runExactly(problem, system), best });
  }

  it('scheme auto reaches the error on each system at every communication point, against the exact solution', () => {
    expect(results.filter(({ error }) => !(error <= wanted))).toEqual([]);
    expect(results).toHaveLength(systems.length);
  });

  it('scheme auto needs at most 1.5 times the unit steps of the best run of compare-schemes on at least eight of ten', () => {
    const near = results.filter(({ unitSteps, best }) => unitSteps <= 1.5 * best);
    expect(near.length, JSON.stringify(results)).toBeGreaterThanOrEqual(0.8 * systems.length);
  });
});
