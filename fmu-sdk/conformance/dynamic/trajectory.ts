import type { Variable } from '../../description/description.ts';
import { type Defect, sentence } from '../defect.ts';
import { type Probe, quantity, sameValues, Unreachable, type Value } from './probe.ts';

/** Values by name, at one time after the other. */
export type Trajectory = Map<string, Value[]>[];

/** Reads the variables, steps, reads again, so many times. */
export function record(
  probe: Probe,
  variables: readonly Variable[],
  steps: number,
  step: (probe: Probe) => void = (p) => p.advance(),
): Trajectory {
  const rows = [probe.snapshot(variables)];
  for (let n = 0; n < steps; n++) {
    step(probe);
    rows.push(probe.snapshot(variables));
  }
  return rows;
}

/** As `record` and `compareRuns`, where a step that fails is a difference too. */
export function repeatRun(
  expected: Trajectory,
  probe: Probe,
  variables: readonly Variable[],
  tell: (defect: Defect) => void,
): void {
  let again: Trajectory;
  try {
    again = record(probe, variables, expected.length - 1);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    tell({ message: `The steps fail: ${sentence(error.message)}`, expected: 'the steps of before' });
    return;
  }
  compareRuns(expected, again, variables, tell);
}

/** Tells the first difference of each variable. */
export function compareRuns(
  a: Trajectory,
  b: Trajectory,
  variables: readonly Variable[],
  tell: (defect: Defect) => void,
): void {
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const told = new Set<string>();
  a.forEach((row, n) => {
    for (const [name, values] of row) {
      const other = b[n]?.get(name);
      if (told.has(name) || sameValues(values, other)) continue;
      told.add(name);
      tell({
        message: `"${name}" is another after ${n} ${n === 1 ? 'step' : 'steps'}.`,
        value: quantity(byName.get(name), other ?? []),
        expected: quantity(byName.get(name), values),
      });
    }
  });
}
