import type { Variable } from '../../../description/description.ts';
import { type Defect, sentence } from '../../defect.ts';
import { CallRefused, type Probe, SimulationEnded, type Value } from '../fmu-probe.ts';
import { quantity } from '../values/message-text.ts';
import { differenceOf, type Slack, sameValues, withLowerSeverity } from '../values/value-difference.ts';

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

/**
 * Records and compares runs, as `record` and `compareRuns` do. Counts a failed step as a
 * difference.
 */
export function repeatRun(
  expected: Trajectory,
  probe: Probe,
  variables: readonly Variable[],
  report: (defect: Defect) => void,
  slack?: Slack,
): void {
  let again: Trajectory;
  try {
    again = record(probe, variables, expected.length - 1);
  } catch (error) {
    if (!(error instanceof CallRefused || error instanceof SimulationEnded)) throw error;
    const milder = error instanceof CallRefused ? error.lowerSeverity : {};
    report({
      message: `The steps fail: ${sentence(error.message)}`,
      expected: 'steps as in the first run',
      ...milder,
    });
    return;
  }
  compareRuns(expected, again, variables, report, slack);
}

/** Returns the variables whose values are equal in both runs. */
export function equalIn(a: Trajectory, b: Trajectory, variables: readonly Variable[]): Variable[] {
  return variables.filter(({ name }) => a.every((row, n) => sameValues(row.get(name), b[n]?.get(name))));
}

/**
 * Reports the first difference of each variable, and a larger later one. Differences within the
 * slack are not violations.
 */
export function compareRuns(
  a: Trajectory,
  b: Trajectory,
  variables: readonly Variable[],
  report: (defect: Defect) => void,
  slack?: Slack,
): void {
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const reportedDifferences = new Map<string, 'small' | 'large'>();
  a.forEach((row, n) => {
    for (const [name, values] of row) {
      const variable = byName.get(name);
      if (variable === undefined) continue;
      const other = b[n]?.get(name);
      const difference = differenceOf(values, other, slack, variable);
      const before = reportedDifferences.get(name);
      if (difference === 'none' || before === 'large' || before === difference) continue;
      reportedDifferences.set(name, difference);
      const defect = {
        message: `"${name}" differs after ${n} ${n === 1 ? 'step' : 'steps'}.`,
        value: quantity(variable, other ?? []),
        expected: quantity(variable, values),
      };
      report(withLowerSeverity(defect, difference));
    }
  });
}
