import type { Deviation } from '../../../archive/smoke-test/result-deviation.ts';
import { otherParameter } from '../../behaviour/fault-injection.ts';
import type { Defect } from '../../defect.ts';
import type { WantedResults } from '../../oracle/reference-results.ts';
import { short } from '../../oracle/short-number.ts';
import type { Rule } from '../../rule.ts';

export const oracleResults: Rule = {
  id: 'oracle/results',
  title: 'The FMU reproduces its reference results',
  class: 'robustness',
  other: 'FMI-LS-REF 1.0.0-alpha.1, 2.2',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'An FMU can contain experiments with results (FMI-LS-REF), and the user of the check can give others (--reference, with --input and --relative). Each runs on every binary by co-simulation, or by model exchange without co-simulation, and is compared at the times of the results. A value may be off by the tolerance times the largest magnitude of its column, or its nominal value. Integers must be equal. At an event the nearer value counts.',
  needs: 'behaviour',
  faults: [otherParameter('an output uses another parameter value')],
  inapplicableReason: ({ results, kind, description }) =>
    results === undefined
      ? 'the FMU contains no results, and the option --reference is missing'
      : kind === 'modelExchange' && description.coSimulation !== undefined
        ? 'the results are compared with co-simulation'
        : undefined,
  async check({ target, open, report, skip, reportAmount }) {
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
    const why = tried.find((experimentResult) => experimentResult.why !== undefined)?.why;
    if (compared === 0 && tried.every(({ missing }) => missing.length === 0))
      skip(why ?? 'the results lack a column for a numeric variable of the FMU');
    reportAmount(
      `${compared} columns of ${tried.length} experiments${why === undefined ? '' : `; one experiment did not run: ${why}`}`,
    );
  },
};

/** Returns the defect of results with unknown variables: they belong to another FMU or version. */
function otherUnits(name: string, missing: readonly string[]): Defect {
  const [first] = missing;
  const others = missing.length === 1 ? '' : ` (and ${missing.length - 1} more)`;
  return {
    message: `Variable "${first}"${others} is in the results ${JSON.stringify(name)}, but not in the FMU.`,
    value: 'missing variable',
    expected: 'a variable for each column of the results',
  };
}

/** Returns one defect for one experiment: its worst column. */
function defectOf(name: string, failed: readonly Deviation[]): Defect {
  const share = ({ largest, allowed }: Deviation): number =>
    Number.isNaN(largest) ? Infinity : largest / allowed;
  const worst = failed.reduce((a, b) => (share(b) > share(a) ? b : a));
  const { largest, allowed, time, unitOfMeasure } = worst;
  const measure = unitOfMeasure === '1' ? '' : ` ${unitOfMeasure}`;
  const others = failed.length === 1 ? '' : ` (and ${failed.length - 1} more)`;
  const off = Number.isNaN(largest)
    ? `does not have a comparable value at t = ${short(time)} s`
    : `is off by ${short(largest)}${measure} at t = ${short(time)} s`;
  return {
    message: `"${worst.name}"${others} ${off}, compared with the results ${JSON.stringify(name)}.`,
    value: `${short(largest)}${measure}`,
    expected: `at most ${short(allowed)}${measure}`,
  };
}
