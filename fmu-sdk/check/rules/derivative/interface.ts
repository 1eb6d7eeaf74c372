import { elementCount, type Variable } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import { derivativePairs } from '../../behaviour/states/derivative-pairs.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import { isClocked, outputs } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const most = 20;

export const derivativeInterface: readonly Rule[] = ruleFamily({ needs: 'behaviour', class: 'violation' }, [
  {
    id: 'derivative/outputs',
    title: 'Derivatives of outputs are slopes of the outputs',
    fmi2: '4.2.1',
    fmi3: '4.2.1',
    interfaces: ['coSimulation'],
    explanation:
      'An FMU with maxOutputDerivativeOrder > 0 provides the time derivatives of its continuous outputs after each step. Masters extrapolate with them. The check compares the first derivative with the differences of the output over the steps before and after. It must be between them, or outside by at most their distance.',
    faults: injectFault(
      'the derivative has the wrong sign',
      () => ({
        getOutputDerivatives: (_, __, values) => {
          values.fill(3);
          return status.ok;
        },
      }),
      {
        describe: (d) => ({
          ...d,
          coSimulation: d.coSimulation && { ...d.coSimulation, maxOutputDerivativeOrder: 1 },
        }),
      },
    ),
    inapplicableReason: (target) =>
      (target.description.coSimulation?.maxOutputDerivativeOrder ?? 0) > 0
        ? undefined
        : 'the FMU declares that it does not provide derivatives of outputs',
    async check({ target, open, report }) {
      const probe = await open();
      probe.reach('step');
      const continuousOutputs = outputs(target)
        .filter(
          (v) =>
            v.type === 'Float64' &&
            v.variability === 'continuous' &&
            v.dimensions.length === 0 &&
            !isClocked(v),
        )
        .slice(0, most);
      const answers = new Set<number>();
      for (let n = 0; n < 3; n++) probe.advance();
      for (const variable of continuousOutputs) {
        const [first, second, third] = [
          slope(probe, variable),
          slope(probe, variable),
          slope(probe, variable),
        ];
        answers.add(second.answer);
        if (second.answer > status.warning) continue;
        const [back, forward] = [second.back, third.back];
        const apart = Math.abs(back - forward) + Math.abs(first.back - back);
        const scale = Math.max(Math.abs(back), Math.abs(forward));
        const off = Math.max(
          Math.min(back, forward) - second.derivative,
          second.derivative - Math.max(back, forward),
        );
        // An event in one of the steps makes the difference meaningless.
        if (apart > 0.5 * scale || !(off > 2 * apart + 1e-6 * scale + second.rounding)) continue;
        report(probe, {
          message: `The derivative of "${variable.name}" differs from the slope of its values.`,
          value: quantity(undefined, [second.derivative]),
          expected: `from ${Math.min(back, forward)} to ${Math.max(back, forward)}`,
        });
      }
      if (answers.size > 0 && [...answers].every((answer) => answer > status.warning))
        report(probe, {
          message:
            'The FMU refuses the first derivative of every output, although maxOutputDerivativeOrder is greater than 0.',
          expected: 'ok for a continuous output',
          class: 'robustness',
        });
    },
  },
  {
    id: 'derivative/refused',
    title: 'An FMU without directional derivatives refuses them',
    class: 'robustness',
    fmi2: '2.1.9',
    fmi3: '2.2.12',
    explanation:
      'With providesDirectionalDerivatives="false" the function must answer error, rather than ok and zeros.',
    faults: injectFault('derivatives are provided nevertheless', () => ({}), {
      describe: (d) => ({
        ...d,
        coSimulation: d.coSimulation && { ...d.coSimulation, providesDirectionalDerivatives: false },
      }),
    }),
    inapplicableReason: (target) =>
      target.description[target.kind]?.providesDirectionalDerivatives
        ? 'the FMU provides directional derivatives'
        : derivativePairs(target).length === 0
          ? 'the FMU lacks an output or an input for a derivative'
          : undefined,
    async check({ target, open, report }) {
      const [{ unknown, known }] = derivativePairs(target);
      const probe = await open();
      probe.reach(target.kind === 'modelExchange' ? 'continuousTime' : 'initialization');
      const answer = probe.query('directionalDerivative', `${unknown.name}, ${known.name}`, (c) =>
        c.directionalDerivative(
          Uint32Array.of(unknown.valueReference),
          Uint32Array.of(known.valueReference),
          new Float64Array(elementCount(known)).fill(1),
          new Float64Array(elementCount(unknown)),
        ),
      );
      if (answer <= status.warning)
        report(probe, {
          message:
            'The FMU provides directional derivatives, although the description declares that it does not.',
          value: statusNames[answer],
          expected: 'error, or the flag "true"',
        });
    },
  },
]);

/** Returns the FMU's derivative after a step, and the difference over the step. */
function slope(
  probe: Probe,
  variable: Variable,
): { back: number; derivative: number; answer: number; rounding: number } {
  const before = Number(probe.read(variable).values[0]);
  probe.advance();
  const after = Number(probe.read(variable).values[0]);
  const values = new Float64Array(1);
  const answer = probe.query('getOutputDerivatives', `${variable.name}, order 1`, (c) =>
    c.getOutputDerivatives(Uint32Array.of(variable.valueReference), Int32Array.of(1), values),
  );
  const h = probe.stepSize;
  return {
    back: (after - before) / h,
    derivative: values[0],
    answer,
    rounding: (1e-12 * Math.max(Math.abs(before), Math.abs(after))) / h,
  };
}
