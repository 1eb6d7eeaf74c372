import type { Variable } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/instance/fmi-api.ts';
import { advanceOnce } from '../../behaviour/calls/exercise-fmu.ts';
import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import { phaseWords } from '../../behaviour/calls/fmi-phases.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import type { RuleContext } from '../../behaviour/rule-context.ts';
import { quantity, valuesText } from '../../behaviour/values/message-text.ts';
import { firstReadablePhase, readableInInitialization } from '../../behaviour/values/readable-variables.ts';
import {
  computedAgainSlack,
  differenceOf,
  withLowerSeverity,
} from '../../behaviour/values/value-difference.ts';
import { isNumber, readable, running } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

/** Number of steps before the second check, and limits of variables: read, reported. */
const [steps, mostRead, most] = [10, 200, 20];

export const valueReading: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'violation', fmi2: '2.1.7', fmi3: '2.2.7.2' },
  [
    {
      id: 'value/finite',
      title: 'Numbers are finite after the initialization',
      severity: 'advice',
      explanation:
        'A NaN or an infinity after the initialization with start values indicates that the FMU divides by zero or uses uninitialized memory. It spreads through every connected FMU.',
      faults: injectFault('an output is NaN', (base) => ({
        get(values) {
          const answer = base.get(values);
          if (values.valueReferences[0] === 2) values.view[values.offset] = Number.NaN;
          return answer;
        },
      })),
      async check({ target, open, report }) {
        const first = await open();
        first.reach(firstReadablePhase(target));
        const reals = readable(target).filter((v) => isNumber(v) && v.type.startsWith('Float'));
        if (tellInfinite(first, reals, report)) return;
        const later = await open();
        later.reach(running(target));
        for (let n = 0; n < steps; n++) if (!later.attempt(() => advanceOnce(later))) return;
        tellInfinite(later, reals.slice(0, mostRead), report);
      },
    },
    {
      id: 'value/nothing',
      title: 'A call with no value references is granted',
      severity: 'robustness',
      explanation:
        'An importer without values of a type to set or get may call the function nevertheless, with a length of 0.',
      faults: injectFault('an empty list is refused', (base) => ({
        get: (v) => (v.length === 0 ? 3 : base.get(v)),
      })),
      async check({ open, report }) {
        const probe = await open();
        probe.reach('initialization');
        const { status: answer } = probe.readAs('Float64', [], 0, 'nothing');
        if (answer > status.warning)
          report(probe, {
            message: 'A getter refuses an empty list.',
            value: statusNames[answer],
            expected: 'ok',
          });
      },
    },
    {
      id: 'value/readable',
      title: 'Every variable of the description is readable',
      explanation:
        'Every described variable, whatever its causality, must be readable after the initialization. In Initialization Mode FMI 3.0 allows reading all of them, FMI 2.0 outputs and initial unknowns.',
      faults: injectFault('a local variable cannot be read', (base) => ({
        get: (values) => (values.valueReferences[0] === 5 ? 3 : base.get(values)),
      })),
      async check({ target, open, report }) {
        const reportedVariables = new Set<Variable>();
        for (const [phase, variables] of [
          ['initialization', readableInInitialization(target)],
          [running(target), readable(target)],
        ] as const) {
          let probe: Probe | undefined;
          for (const variable of variables.filter((v) => !reportedVariables.has(v))) {
            if (probe === undefined) {
              // Every error requires a new run, so the number is limited.
              if (reportedVariables.size === most) return;
              probe = await open();
              probe.reach(phase);
            }
            const { status: answer } = probe.read(variable);
            // A point that an integrator tries may be answered with discard (FMI 2.0.5, 2.1.7).
            if (answer <= (target.kind === 'modelExchange' ? status.discard : status.warning)) continue;
            reportedVariables.add(variable);
            report(probe, {
              message: `"${variable.name}" cannot be read in ${phaseWords[phase]}.`,
              value: statusNames[answer],
              expected: 'ok',
            });
            // An error ends the run: the next variable needs a fresh one.
            probe = undefined;
          }
        }
      },
    },
    {
      id: 'value/repeated-get',
      title: 'Reading does not change values',
      explanation:
        'Two readings of a value without setting between them must be equal, whatever else is read between them.',
      faults: injectFault('reading an output changes it', (base) => {
        let n = 0;
        return {
          get: afterReading(base, 2, () => n++),
        };
      }),
      async check({ target, open, report }) {
        for (const phase of new Set([firstReadablePhase(target), running(target)])) {
          const probe = await open();
          probe.reach(phase);
          if (phase === running(target)) probe.attempt(() => advanceOnce(probe));
          readTwice(probe, report);
        }
      },
    },
    {
      id: 'value/several-at-once',
      title: 'Reading several variables in one call gives the values of single calls',
      explanation:
        'A getter receives a list of value references and returns the values in that order, arrays complete and one after the other.',
      faults: injectFault('only the first of a list is filled in', (base) => ({
        get(values) {
          const answer = base.get(values);
          if (values.valueReferences.length > 1) values.view.fill(0 as never, values.offset + 1);
          return answer;
        },
      })),
      async check({ target, open, report }) {
        const probe = await open();
        probe.reach(firstReadablePhase(target));
        const types = new Set(
          readable(target)
            .filter(isNumber)
            .map((v) => v.type),
        );
        for (const type of types) {
          const group = readable(target).filter((v) => v.type === type);
          const single = group.map((v) => probe.read(v));
          if (single.some((r) => r.status > status.warning)) continue;
          const expected = single.flatMap((r) => r.values);
          const { values } = probe.readAs(
            type,
            group.map((v) => v.valueReference),
            expected.length,
            `all ${type}`,
          );
          const difference = differenceOf(expected, values, computedAgainSlack, group[0]);
          if (difference === 'none') continue;
          const defect = {
            message: `The values of all variables of type ${type} in one call differ from those of single calls.`,
            value: valuesText(values),
            expected: valuesText(expected),
          };
          report(probe, withLowerSeverity(defect, difference));
        }
      },
    },
  ],
);

/** Returns true if some of the variables are not finite. */
function tellInfinite(probe: Probe, variables: readonly Variable[], report: RuleContext['report']): boolean {
  let hasInfinite = false;
  for (const variable of variables) {
    const { values } = probe.read(variable);
    if (values.every((x) => Number.isFinite(Number(x)))) continue;
    hasInfinite = true;
    report(probe, {
      message: `"${variable.name}" is not finite.`,
      value: quantity(variable, values),
      expected: 'finite numbers',
    });
  }
  return hasInfinite;
}

function readTwice(probe: Probe, report: RuleContext['report']): void {
  const { target } = probe;
  const first = probe.snapshot(readable(target));
  const second = probe.snapshot([...readable(target)].reverse());
  const byName = new Map(readable(target).map((variable) => [variable.name, variable]));
  for (const [name, values] of first) {
    const variable = byName.get(name);
    const again = second.get(name);
    const difference = differenceOf(values, again, computedAgainSlack, variable);
    if (difference === 'none') continue;
    const defect = {
      message: `"${name}" differs when it is read again.`,
      value: quantity(variable, again ?? []),
      expected: quantity(variable, values),
    };
    report(probe, withLowerSeverity(defect, difference));
  }
}
