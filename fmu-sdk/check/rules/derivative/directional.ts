import { comparePairs } from '../../behaviour/compare-derivatives.ts';
import {
  differences,
  differenceText,
  differentiationPhase,
  directional as exact,
  withDirectional,
} from '../../behaviour/derivative-pairs.ts';
import { injectFault, replaceCalls } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const directional: Rule = {
  id: 'derivative/directional',
  title: 'Directional derivatives agree with finite differences',
  class: 'violation',
  fmi2: '2.1.9',
  fmi3: '2.2.12.1',
  explanation:
    'getDirectionalDerivative returns ∂(unknown)/∂(known) · seed at the present point: of state derivatives and outputs, by states and inputs. The check moves the known, reads the unknown, and compares. It allows for the rounding of doubles, and for an FMU that uses finite differences.',
  needs: 'behaviour',
  faults: [
    injectFault('the sign is wrong', (base) => ({
      directionalDerivative(this: typeof base, u, k, seed, out) {
        const answer = base.directionalDerivative.call(this, u, k, seed, out);
        for (let i = 0; i < out.length; i++) out[i] = -out[i];
        return answer;
      },
    })),
    {
      claim: 'derivatives by states are zero',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({
          directionalDerivative(this: typeof base, u, k, seed, out) {
            const answer = base.directionalDerivative.call(this, u, k, seed, out);
            if (k[0] === 4) out.fill(0);
            return answer;
          },
        })),
    },
  ],
  inapplicableReason: withDirectional,
  check: (context) =>
    comparePairs(context, differentiationPhase(context.target), (probe, pair) => {
      const derivative = exact(probe, pair, 1);
      const estimate = differences(probe, pair);
      if (estimate === undefined) return undefined;
      const { numeric, slack, finiteDifferenceSlack: more } = estimate;
      const off = Math.abs(derivative - numeric);
      if (off <= slack) return [];
      return [
        {
          message: `∂${pair.unknown.name}/∂${pair.known.name} differs from finite differences.`,
          value: String(derivative),
          expected: differenceText(numeric, slack),
          ...(off <= slack + more ? { class: 'robustness' } : {}),
        },
      ];
    }),
};
