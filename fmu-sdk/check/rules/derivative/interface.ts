import { elementCount, type ModelDescription } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import { derivativePairs } from '../../behaviour/states/derivative-pairs.ts';
import { type SlopeRecord, sampleSlopes, slopeDefects } from '../../behaviour/trajectory/output-slopes.ts';
import { withVariableSteps } from '../../behaviour/trajectory/step-sizes.ts';
import { reachPerturbed } from '../../behaviour/values/move-variables.ts';
import { isClocked, outputs, settable } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const most = 20;

/** Steps after which derivatives of outputs are compared. */
const slopeSteps = 48;

/** Size of a short step, relative to a communication step: differences are more exact there. */
const shortStep = 1 / 16;

export const derivativeInterface: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'violation' },
  [
    {
      id: 'derivative/outputs',
      title: 'Derivatives of outputs are slopes of the outputs, and of each other',
      fmi2: '4.2.1',
      fmi3: '4.2.1',
      interfaces: ['coSimulation'],
      explanation:
        'An FMU with maxOutputDerivativeOrder > 0 provides the time derivatives of its continuous outputs after each step. Masters extrapolate with them. The check compares each order with the differences of the next lower order over the steps before and after. A derivative must be between them, or outside by at most their distance. FMUs may return 0 for an order that their solver does not have.',
      faults: [
        injectFault(
          'the derivative has the wrong sign',
          () => ({
            getOutputDerivatives: (_, __, values) => {
              values.fill(3);
              return status.ok;
            },
          }),
          { describe: withOutputDerivatives(1) },
        ),
        injectFault(
          'the second derivative has the wrong sign',
          (base) => ({
            getOutputDerivatives(this: typeof base, references, orders, values) {
              const rate = this.values('Float64', Uint32Array.of(5));
              this.get(rate);
              // The output y = 2 x with ẋ = −1.5 x + u.
              const first = references[0] === 2 ? 2 * Number(rate.view[0]) : 0;
              values.fill(orders[0] === 1 ? first : 1.5 * first);
              return status.ok;
            },
          }),
          { describe: withOutputDerivatives(2) },
        ),
      ],
      inapplicableReason: (target) =>
        (target.description.coSimulation?.maxOutputDerivativeOrder ?? 0) > 0
          ? undefined
          : 'the FMU declares that it does not provide derivatives of outputs',
      async check({ target, description, open, report }) {
        const orderCount = description.coSimulation?.maxOutputDerivativeOrder ?? 0;
        const continuousOutputs = outputs(target)
          .filter((v) => v.type === 'Float64' && v.variability === 'continuous' && !isClocked(v))
          .slice(0, most);
        const short = withVariableSteps(target) === undefined ? shortStep : 1;
        const probe = await open();
        for (const move of [false, true]) {
          const record: SlopeRecord = new Map();
          const reached = probe.attempt(() => {
            if (move) {
              probe.beginAgain();
              reachPerturbed(probe, 'step');
            } else probe.reach('step');
            const rise = move ? risingInputs(probe) : () => {};
            for (let n = 0; n < slopeSteps; n++) {
              rise();
              probe.advance(n % 8 < 4 ? probe.stepSize : short * probe.stepSize);
              sampleSlopes(probe, continuousOutputs, orderCount, record);
            }
          });
          if (!reached && !move) return;
          if (!move && record.size > 0 && [...record.values()].every((all) => all[0].orders.length === 1))
            report(probe, {
              message:
                'The FMU refuses the first derivative of every output, although maxOutputDerivativeOrder is greater than 0.',
              expected: 'ok for a continuous output',
              severity: 'robustness',
            });
          const defects = slopeDefects(record);
          for (const defect of defects) report(probe, defect);
          if (defects.length > 0) return;
        }
      },
    },
    {
      id: 'derivative/refused',
      title: 'An FMU without directional derivatives refuses them',
      severity: 'robustness',
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
  ],
);

/** Returns a function that lets continuous inputs rise with their slopes, where FMI 2.0 FMUs can. */
function risingInputs(probe: Probe): () => void {
  const { target, time: begin, stepSize } = probe;
  if (target.fmi !== 2 || !target.description.coSimulation?.canInterpolateInputs) return () => {};
  const inputs = settable(target)
    .filter((v) => v.causality === 'input' && v.variability === 'continuous' && v.type === 'Float64')
    .slice(0, most);
  const rises = inputs.map((input) => {
    const first = Number(probe.read(input).values[0]);
    return { input, first, slope: (Math.abs(first) || Number(input.nominal ?? 1)) / (slopeSteps * stepSize) };
  });
  return () => {
    for (const { input, first, slope } of rises) {
      probe.write(input, [first + slope * (probe.time - begin)]);
      probe.query('setInputDerivatives', `${input.name}, order 1, ${slope}`, (c) =>
        c.setInputDerivatives(Uint32Array.of(input.valueReference), Int32Array.of(1), Float64Array.of(slope)),
      );
    }
  };
}

/** Returns a change of a description that declares derivatives of outputs. */
function withOutputDerivatives(maxOutputDerivativeOrder: number) {
  return (d: ModelDescription): ModelDescription => ({
    ...d,
    coSimulation: d.coSimulation && { ...d.coSimulation, maxOutputDerivativeOrder },
  });
}
