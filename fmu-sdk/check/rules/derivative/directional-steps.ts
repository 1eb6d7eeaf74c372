import { toldInternalStep } from '../../../description/default-experiment.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Target } from '../../behaviour/check-target.ts';
import type { Probe, Value } from '../../behaviour/fmu-probe.ts';
import { largestRelativeDifference } from '../../behaviour/states/compare-derivatives.ts';
import {
  DerivativeRefused,
  derivativePairs,
  directional,
  nameOf,
  type Pair,
  withDirectional,
} from '../../behaviour/states/derivative-pairs.ts';
import { shortStepResponse } from '../../behaviour/states/short-steps.ts';
import { withState } from '../../behaviour/states/state-support.ts';
import { withVariableSteps } from '../../behaviour/trajectory/step-sizes.ts';
import { reachPerturbed } from '../../behaviour/values/move-variables.ts';
import type { Rule } from '../../rule.ts';

/** Pairs that are compared at each point. */
const most = 12;

/** Points along a run. */
const points = 3;

export const derivativeFeedthrough: Rule = {
  id: 'derivative/directional-steps',
  title: 'Directional derivatives between steps are the response of outputs to inputs in a short step',
  severity: 'robustness',
  fmi2: '2.1.9',
  fmi3: '2.2.12.1',
  interfaces: ['coSimulation'],
  explanation:
    'At a communication point getDirectionalDerivative returns ∂(output)/∂(input) · seed. In co-simulation outputs follow inputs only with the next step. So the check saves the FMU state, makes very short steps with two values of the input, and extrapolates to a step of size 0. Outputs that do not respond to a short step are not compared.',
  needs: 'behaviour',
  faults: [
    injectFault('after steps the derivative is that of the start, with the wrong sign', (base) => {
      let steps = 0;
      return {
        call(this: typeof base, op) {
          if (op.op === 'doStep') steps++;
          return base.call.call(this, op);
        },
        directionalDerivative(this: typeof base, u, k, seed, out) {
          const answer = base.directionalDerivative.call(this, u, k, seed, out);
          if (steps > 0) for (let i = 0; i < out.length; i++) out[i] = -out[i];
          return answer;
        },
      };
    }),
  ],
  inapplicableReason: (target) =>
    withDirectional(target) ??
    withState(target) ??
    withVariableSteps(target) ??
    (toldInternalStep(target.description) !== undefined
      ? 'the FMU has a fixed internal step'
      : outputPairs(target).length === 0
        ? 'the FMU lacks an output that depends on an input'
        : undefined),
  async check({ target, open, report, reportAmount, skip }) {
    const probe = await open();
    const pairs = outputPairs(target).slice(0, most);
    let compared = 0;
    for (const move of [false, true]) {
      const found = probe.attempt(() => {
        if (move) {
          probe.beginAgain();
          reachPerturbed(probe, 'step');
        } else probe.reach('step');
        for (let n = 0; n < points; n++) {
          for (let k = 0; k < 4; k++) probe.advance();
          for (const pair of pairs) {
            const defect = comparePair(probe, pair);
            if (defect === undefined) continue;
            compared++;
            if (defect !== 'equal') report(probe, defect);
          }
        }
      });
      if (!found) break;
    }
    if (compared === 0) skip('not one output responds to a short step');
    reportAmount(`${compared} comparisons of ${pairs.length} pairs of output and input`);
  },
};

/** Pairs of an output and an input between steps. */
function outputPairs(target: Target): Pair[] {
  return derivativePairs(target, 'step').filter(({ unknown }) => unknown.causality === 'output');
}

/** Returns undefined if the pair cannot be compared. */
function comparePair(probe: Probe, pair: Pair) {
  const derivative = attempted(probe, pair);
  if (derivative === undefined) return undefined;
  const { known, unknown, row, column } = pair;
  const { time } = probe;
  const { values } = probe.read(known);
  const u = Number(values[column]);
  const d = 1e-3 * (Math.abs(u) || Number(known.nominal ?? 1) || 1);
  const moved = (by: number): Value[] => values.map((x, i) => (i === column ? u + by : x));
  const response = shortStepResponse(probe, known, [moved(-d), moved(d)], [unknown]);
  const difference = response.get(unknown.name)?.[row];
  // Some FMUs compute outputs only at their internal steps.
  if (difference === undefined || difference.isSilent) return undefined;
  const [limit, spread] = [difference.limit / (2 * d), difference.spread / (2 * d)];
  const slack = 4 * spread + largestRelativeDifference * Math.abs(limit) + 1e-6;
  if (!Number.isFinite(limit)) return undefined;
  if (Math.abs(derivative - limit) <= slack) return 'equal';
  return {
    message: `${nameOf(pair)} differs from the response to a short step at ${time} s.`,
    value: String(derivative),
    expected: `about ${limit}`,
  };
}

/** Returns the directional derivative, or undefined if the FMU refuses it. */
function attempted(probe: Probe, pair: Pair): number | undefined {
  try {
    return directional(probe, pair, 1);
  } catch (error) {
    if (!(error instanceof DerivativeRefused)) throw error;
    return undefined;
  }
}
