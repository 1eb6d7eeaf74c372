import type { Deviation } from '../../../archive/smoke-test/result-deviation.ts';
import type { ModelDescription } from '../../../description/description.ts';
import { mapHint } from '../../../util/column-match.ts';
import { otherParameter } from '../../behaviour/calls/fault-injection.ts';
import type { Target } from '../../behaviour/check-target.ts';
import type { RuleContext } from '../../behaviour/rule-context.ts';
import { isClocked } from '../../behaviour/values/variable-selection.ts';
import type { Defect } from '../../defect.ts';
import { agreementOf } from '../../oracle/agreement.ts';
import { compareFmus } from '../../oracle/compare-fmus.ts';
import { planFor } from '../../oracle/comparison-plan.ts';
import { deviationDefect, differenceDefect } from '../../oracle/departure-text.ts';
import type { WantedResults } from '../../oracle/reference-results.ts';
import { short } from '../../oracle/short-number.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const oracleComparison: readonly Rule[] = ruleFamily({ needs: 'behaviour', severity: 'robustness' }, [
  {
    id: 'oracle/binaries',
    title: 'The native library computes the results of the WebAssembly component',
    fmi2: '2.2.1',
    fmi3: '2.5.1',
    interfaces: ['coSimulation', 'modelExchange'],
    explanation:
      'Binaries of one FMU are one model for several platforms. Both run the default experiment in equal steps, with other values of continuous inputs in its second and last quarter. The check compares outputs and states. They may differ by twenty tolerances of the FMU, or by twice the change of each when the step is halved.',
    faults: otherParameter('the library computes with another parameter'),
    inapplicableReason: (target) =>
      component(target) === undefined ? 'a second binary with this interface cannot run here' : undefined,
    async check({ target, open, report, skip, reportAmount }) {
      const plan = planFor(target);
      if (plan.names.length === 0) skip('the FMU has neither numeric outputs nor numeric states');
      const [one, other] = [await open(), await open(component(target))];
      const comparison = compareFmus({ one: { probe: one, plan }, other: { probe: other, plan } });
      if ('open' in comparison) skip(comparison.open);
      else if ('same' in comparison) reportAmount(comparison.same);
      else report(one, differenceDefect(comparison.differences, other.target.name));
    },
  },
  {
    id: 'oracle/kinds',
    title: 'Co-simulation computes the results of model exchange',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    interfaces: ['coSimulation'],
    explanation:
      'An FMU for both kinds of interface has one description, so it is one model. The check solves model exchange at a tight tolerance and compares co-simulation with it: outputs and states over the default experiment, with other values of continuous inputs in its second and last quarter. In doubt the FMU is right. Its results may be off by ten of its tolerances, or by twice the error of explicit Euler with its step or of a solver with its tolerance. Events may be detected two steps late, and a deviation that is halved with a quarter of the step converges. A remaining deviation is not caused by the method: for example an event or a parameter exists in one interface only.',
    faults: otherParameter('co-simulation uses another parameter value'),
    inapplicableReason(target) {
      if (sameBinary(target) === undefined) return 'the FMU does not support model exchange too';
      return target.description.variables.some(isClocked)
        ? 'the FMU has Clocks, whose ticks depend on the kind of interface'
        : undefined;
    },
    async check({ target, open, report, skip, reportAmount }: RuleContext) {
      const other = sameBinary(target) as Target;
      const plan = planFor(target);
      if (plan.names.length === 0) skip('the FMU has neither numeric outputs nor numeric states');
      const modelExchange = await open(other);
      const coSimulation = await open();
      const agreement = agreementOf({ plan, coSimulation, modelExchange });
      if ('open' in agreement) skip(agreement.open);
      else if ('agree' in agreement) reportAmount(agreement.agree);
      else report(coSimulation, deviationDefect(agreement.departures, agreement.refined));
    },
  },
  {
    id: 'oracle/results',
    title: 'The FMU reproduces its reference results',
    other: 'FMI-LS-REF 1.0.0-alpha.1, 2.2',
    interfaces: ['coSimulation', 'modelExchange'],
    explanation:
      'An FMU can contain experiments with results (FMI-LS-REF), and the user of the check can give others (--reference, with --input and --relative). Each runs on every binary by co-simulation, or by model exchange without co-simulation, and is compared at the times of the results. A value may be off by the tolerance times the largest magnitude of its column, or its nominal value. Integers must be equal. At an event the nearer value counts.',
    faults: otherParameter('an output uses another parameter value'),
    inapplicableReason: ({ results, kind, description }) =>
      results === undefined
        ? 'the FMU contains no results, and the option --reference is missing'
        : kind === 'modelExchange' && description.coSimulation !== undefined
          ? 'the results are compared with co-simulation'
          : undefined,
    async check({ target, open, report, skip, reportAmount }) {
      const { description } = target;
      const tried = await (target.results as WantedResults).tried(target);
      for (const { name, deviations, missing } of tried) {
        const failed = deviations.filter(({ passed }) => !passed);
        const defects = [
          ...(missing.length === 0 ? [] : [otherUnits(name, missing, description)]),
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
  },
]);

/** The component beside a native library, by the same kind of interface. */
function component({ kind, sandboxed, others = [] }: Target): Target | undefined {
  return sandboxed ? undefined : others.find((other) => other.kind === kind && other.sandboxed === true);
}

/** Returns the target with this binary and model exchange. */
function sameBinary({ others = [], binary }: Target): Target | undefined {
  return others.find((other) => other.kind === 'modelExchange' && other.binary === binary);
}

/** Returns the defect of results with unknown variables: they belong to another FMU or version. */
function otherUnits(name: string, missing: readonly string[], { variables }: ModelDescription): Defect {
  const [first] = missing;
  const others = missing.length === 1 ? '' : ` (and ${missing.length - 1} more)`;
  const hint = mapHint(
    missing,
    variables.map((v) => v.name),
  );
  return {
    message: `Variable "${first}"${others} is in the results ${JSON.stringify(name)}, but not in the FMU.${hint === '' ? '' : ` ${hint}.`}`,
    value: 'missing variable',
    expected: 'a variable for each column of the results',
  };
}

/** Returns one defect for one experiment: its worst column. */
function defectOf(name: string, failed: readonly Deviation[]): Defect {
  const share = ({ largest, allowed }: Deviation): number =>
    Number.isNaN(largest) ? Infinity : largest / allowed;
  const worst = failed.reduce((a, b) => (share(b) > share(a) ? b : a));
  const { largest, allowed, time, unit } = worst;
  const measure = unit === '1' ? '' : ` ${unit}`;
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
