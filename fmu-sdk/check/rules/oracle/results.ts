import type { Deviation } from '../../../archive/smoke-test/result-deviation.ts';
import { otherParameter } from '../../behaviour/fault-injection.ts';
import type { Defect } from '../../defect.ts';
import type { WantedResults } from '../../oracle/reference-results.ts';
import { short } from '../../oracle/short-number.ts';
import type { Rule } from '../../rule.ts';

export const oracleResults: Rule = {
  id: 'oracle/results',
  title: 'The unit computes the results that came with it',
  class: 'robustness',
  other: 'FMI-LS-REF 1.0.0-alpha.1, 2.2',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'A unit can carry experiments with their results (FMI-LS-REF), and whoever checks one can give results of his own (--reference, with --input and --relative). Each is run on every binary by co-simulation, or by model exchange where there is nothing else, and compared at the times of the results: a value may be off by the tolerance times the largest magnitude of its column, or its nominal value. Integers are equal. At an event the nearer value counts.',
  needs: 'behaviour',
  plants: [otherParameter('an output is computed with another parameter')],
  without: ({ results, kind, description }) =>
    results === undefined
      ? 'no results came with the unit, and none were given (--reference)'
      : kind === 'modelExchange' && description.coSimulation !== undefined
        ? 'co-simulation is compared with the results'
        : undefined,
  async check({ target, open, report, skip, tell }) {
    const tried = await (target.results as WantedResults).tried(target);
    for (const { name, deviations, missing } of tried) {
      const failed = deviations.filter(({ passed }) => !passed);
      const defects = [
        ...(missing.length === 0 ? [] : [otherUnits(name, missing)]),
        ...(failed.length === 0 ? [] : [defectOf(name, failed)]),
      ];
      for (const defect of defects) {
        const probe = await open();
        probe.script.push(`experiment ${JSON.stringify(name)} on ${target.name}`);
        report(probe, defect);
      }
    }
    const compared = tried.reduce((n, { deviations }) => n + deviations.length, 0);
    const why = tried.find((each) => each.why !== undefined)?.why;
    if (compared === 0 && tried.every(({ missing }) => missing.length === 0))
      skip(why ?? 'the results have no column that is a number of the unit');
    tell(
      `${compared} columns of ${tried.length} experiments${why === undefined ? '' : `; one could not be run: ${why}`}`,
    );
  },
};

/** Results of variables that the unit does not have: of another unit, or of another version of it. */
function otherUnits(name: string, missing: readonly string[]): Defect {
  const [first] = missing;
  const others = missing.length === 1 ? '' : ` (nor ${missing.length - 1} more of their columns)`;
  return {
    message: `The unit has no variable "${first}"${others}, of which the results ${JSON.stringify(name)} have a column.`,
    value: 'no such variable',
    expected: 'a variable for each column of its results',
  };
}

/** What was compared of one experiment is one finding: its worst column. */
function defectOf(name: string, failed: readonly Deviation[]): Defect {
  const share = ({ largest, allowed }: Deviation): number =>
    Number.isNaN(largest) ? Infinity : largest / allowed;
  const worst = failed.reduce((a, b) => (share(b) > share(a) ? b : a));
  const { largest, allowed, time, unitOfMeasure } = worst;
  const measure = unitOfMeasure === '1' ? '' : ` ${unitOfMeasure}`;
  const others = failed.length === 1 ? '' : ` (and ${failed.length - 1} more)`;
  const off = Number.isNaN(largest)
    ? `has no value at t = ${short(time)} s that could be compared`
    : `is off by ${short(largest)}${measure} at t = ${short(time)} s`;
  return {
    message: `"${worst.name}"${others} ${off}: not what the results ${JSON.stringify(name)} say.`,
    value: `${short(largest)}${measure}`,
    expected: `at most ${short(allowed)}${measure}`,
  };
}
