import type { ModelDescription, Variable } from '../../../description/description.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { withStates } from '../../behaviour/states/continuous-states.ts';
import { followers } from '../../behaviour/values/follower-variables.ts';
import { valuesText } from '../../behaviour/values/message-text.ts';
import { differenceOf, solvedSlack, withLowerSeverity } from '../../behaviour/values/value-difference.ts';
import { isClocked, isNumber, settable } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

/** Variables that are moved. */
const most = 60;

export const statesCalls: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'violation', interfaces: ['modelExchange'] },
  [
    {
      id: 'states/dependencies',
      title: 'Dependencies list every state and input that a derivative follows',
      fmi2: '2.2.8',
      fmi3: '2.4.8',
      explanation:
        'Integrators build their Jacobian from the dependencies of derivatives. If one is missing, the Jacobian is wrong and steps fail without a visible reason. The check moves continuous inputs and states in Continuous-Time Mode, discrete inputs in Event Mode.',
      faults: injectFault('the derivative lists no dependencies', () => ({}), {
        kind: 'modelExchange',
        describe: (d) => ({
          ...d,
          continuousStateDerivatives: d.continuousStateDerivatives.map((continuousStateDerivative) => ({
            ...continuousStateDerivative,
            dependencies: [],
          })),
        }),
      }),
      inapplicableReason: (target) =>
        withStates(target) ??
        (target.description.continuousStateDerivatives.some((d) => d.dependencies !== undefined)
          ? undefined
          : 'the FMU does not list dependencies of derivatives'),
      async check({ target, description, variables, open, report }) {
        const probe = await open();
        const named = description.continuousStateDerivatives.filter((d) => d.dependencies !== undefined);
        const states = statesOf(description);
        const inputs = settable(target).filter((v) => v.causality === 'input' && isNumber(v));
        const ask = (known: Variable): void => {
          const k = variables.indexOf(known);
          const free = named
            .filter((d) => !d.dependencies!.includes(k) && !aliased(d.dependencies!, known))
            .map(({ variable }) => variables[variable]);
          for (const { name, value, expected } of followers(probe, known, free) ?? [])
            report(probe, {
              message: `"${name}" follows "${known.name}", which is missing in its dependencies.`,
              value,
              expected,
            });
        };
        const aliased = (indexes: readonly number[], known: Variable): boolean =>
          indexes.some(
            (i) => variables[i]?.valueReference === known.valueReference && variables[i].type === known.type,
          );
        const continuous = (v: Variable): boolean => v.variability === 'continuous';
        probe.reach('event');
        probe.settleEvents();
        for (const known of inputs.filter((v) => !continuous(v)).slice(0, most)) ask(known);
        probe.requireCall('enterContinuousTimeMode');
        for (const known of [...inputs.filter(continuous), ...states].slice(0, most)) ask(known);
      },
    },
    {
      id: 'states/pure',
      title: 'Derivatives depend only on time, states and inputs',
      fmi2: '3.1',
      fmi3: '3.1',
      explanation:
        'An integrator tries points and returns. At equal times and states the derivatives must be equal, to the last bit, whatever was evaluated between.',
      faults: injectFault(
        'the derivatives depend on earlier calls',
        (base) => {
          let n = 0;
          return {
            call(this: typeof base, op) {
              const answer = base.call.call(this, op);
              if (op.op === 'getContinuousStateDerivatives' && op.doubles.length > 0) op.doubles[0] += n++;
              return answer;
            },
          };
        },
        { kind: 'modelExchange' },
      ),
      inapplicableReason: withStates,
      async check({ description, open, report }) {
        const probe = await open();
        probe.reach('continuousTime');
        probe.requireCall('getContinuousStates');
        const x = probe.vectorFor('getContinuousStates');
        const dx = probe.vectorFor('getContinuousStateDerivatives');
        const start = x.slice();
        const at = (time: number, states: ArrayLike<number>): number[] => {
          probe.requireCall('setTime', { time });
          x.set(states);
          probe.requireCall('setContinuousStates');
          probe.requireCall('getContinuousStateDerivatives');
          return [...dx];
        };
        const t = probe.time;
        const before = at(t, start);
        const aside = (share: number): void => {
          const states = start.map((v) => v + share * Math.max(1, Math.abs(v)));
          at(t + probe.stepSize * 0.5, states);
        };
        // Evaluates an odd and an even number of other points, to detect values that are computed every
        // second time.
        for (const looks of [[0.01], [0.02, 0.015]]) {
          looks.forEach(aside);
          const after = at(t, start);
          const difference = differenceOf(after, before, solvedSlack(description));
          if (difference === 'none') continue;
          const defect = {
            message: 'The derivatives at one point differ after evaluating another.',
            value: valuesText(after),
            expected: valuesText(before),
          };
          report(probe, withLowerSeverity(defect, difference));
          return;
        }
      },
    },
  ],
);

/** Variables that are the states, by the references of their derivatives. */
function statesOf({ continuousStateDerivatives, variables }: ModelDescription): Variable[] {
  const references = new Set(
    continuousStateDerivatives.map(({ variable }) => variables[variable].derivative),
  );
  return variables.filter((v) => v.type === 'Float64' && references.has(v.valueReference) && !isClocked(v));
}
