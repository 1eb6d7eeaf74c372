import { elementCount, type Variable } from '../../../description/description.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Target } from '../../behaviour/check-target.ts';
import { type Probe, RuleSkipped } from '../../behaviour/fmu-probe.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import { toleranceOf } from '../../behaviour/values/value-difference.ts';
import { outputs, settable } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';

/** Inputs that get a slope. Each takes three runs. */
const most = 4;

/** Steps of a run. */
const steps = 6;

/** How a run sets an input that rises: constant from the start or the middle of each step, or with its slope. */
type Course = 'start' | 'middle' | 'slope';

export const derivativeInputs: Rule = {
  id: 'derivative/input-slopes',
  title: 'Derivatives of inputs make the inputs rise during the step',
  severity: 'violation',
  fmi2: '4.2.1',
  interfaces: ['coSimulation'],
  explanation:
    'fmi2SetRealInputDerivatives sets slopes of inputs, from the start of the step on. The check lets an input rise in three ways: with its slope, constant at the value of each step’s start, and constant at the value of its middle. The first and the last must change outputs in the same direction.',
  needs: 'behaviour',
  faults: [
    injectFault(
      'the input falls instead',
      (base) => {
        let slope = 0;
        return {
          setInputDerivatives: (_, __, values) => {
            slope = values[0];
            return status.ok;
          },
          call(this: typeof base, op) {
            if (op.op !== 'doStep') return base.call.call(this, op);
            const u = base.values('Float64', Uint32Array.of(1));
            base.get(u);
            u.view[0] = Number(u.view[0]) - (slope * 0.01) / 2;
            base.set(u);
            return base.call.call(this, op);
          },
        };
      },
      {
        fmi: 2,
        describe: (d) => ({
          ...d,
          coSimulation: d.coSimulation && { ...d.coSimulation, canInterpolateInputs: true },
        }),
      },
    ),
  ],
  inapplicableReason: (target) =>
    !target.description.coSimulation?.canInterpolateInputs
      ? 'the FMU declares canInterpolateInputs="false"'
      : risingInputs(target).length === 0
        ? 'the FMU does not have continuous inputs'
        : undefined,
  async check({ target, open, report, reportAmount, skip }) {
    const probe = await open();
    let compared = 0;
    const reals = outputs(target).filter((v) => v.type === 'Float64' && v.variability === 'continuous');
    for (const input of risingInputs(target).slice(0, most)) {
      const [sloped, held, middle] = (['slope', 'start', 'middle'] as const).map((course) =>
        run(probe, input, course, reals),
      );
      if (sloped === undefined || held === undefined || middle === undefined) continue;
      for (const [k, output] of reals.entries()) {
        const [effect, expected] = [sloped[k] - held[k], middle[k] - held[k]];
        const size = Math.max(Math.abs(sloped[k]), Math.abs(held[k]), Math.abs(middle[k]));
        const noise = 100 * toleranceOf(target.description) * size + Number.EPSILON * 1e4;
        if (!(Math.abs(expected) > noise)) continue;
        compared++;
        const share = effect / expected;
        if (share > 0.3) continue;
        report(probe, {
          message:
            share < -0.3
              ? `The derivative of the input "${input.name}" changes "${output.name}" in the wrong direction.`
              : `The derivative of the input "${input.name}" does not change "${output.name}".`,
          value: quantity(output, [sloped[k]]),
          expected: `about ${quantity(output, [middle[k]])}, on the same side of ${quantity(output, [held[k]])}`,
          // A solver with one step may use the input at the start of the step.
          ...(share < -0.3 ? {} : { severity: 'robustness' as const }),
        });
        return;
      }
    }
    if (compared === 0) skip('not one output follows a rising input');
    reportAmount(`${compared} responses of outputs to inputs compared`);
  },
};

function risingInputs(target: Target): Variable[] {
  return settable(target).filter(
    (v) =>
      v.causality === 'input' &&
      v.variability === 'continuous' &&
      v.type === 'Float64' &&
      elementCount(v) === 1,
  );
}

/** Returns the outputs after some steps. Returns undefined if the FMU refuses a call. */
function run(
  probe: Probe,
  input: Variable,
  course: Course,
  reals: readonly Variable[],
): number[] | undefined {
  probe.beginAgain();
  try {
    probe.reach('step');
    const first = Number(probe.read(input).values[0]);
    const h = probe.stepSize;
    const slope = (0.25 * (Math.abs(first) || Number(input.nominal ?? 1) || 1)) / h;
    for (let n = 0; n < steps; n++) {
      const value = first + slope * h * (course === 'middle' ? n + 0.5 : n);
      if (probe.write(input, [value]) > status.warning) return undefined;
      if (course === 'slope' && !setSlope(probe, input, slope)) return undefined;
      probe.advance();
    }
    return reals.map((v) => Number(probe.read(v).values[0]));
  } catch (error) {
    if (!(error instanceof RuleSkipped)) throw error;
    return undefined;
  }
}

function setSlope(probe: Probe, { name, valueReference }: Variable, slope: number): boolean {
  const answer = probe.query('setInputDerivatives', `${name}, order 1, ${slope}`, (c) =>
    c.setInputDerivatives(Uint32Array.of(valueReference), Int32Array.of(1), Float64Array.of(slope)),
  );
  return answer <= status.warning;
}
