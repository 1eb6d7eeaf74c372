import { comparePairs, disagreement } from '../../behaviour/compare-derivatives.ts';
import { adjoint, differentiationPhase, directional, withAdjoint } from '../../behaviour/derivative-pairs.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const adjointAgrees: Rule = {
  id: 'derivative/adjoint',
  title: 'Adjoint derivatives are the transposed directional derivatives',
  class: 'violation',
  fmi3: '2.2.12.2',
  explanation:
    'getAdjointDerivative returns seedᵀ ∂(unknown)/∂(known). For one unknown and one known this equals getDirectionalDerivative.',
  needs: 'behaviour',
  faults: [
    injectFault('the sign is wrong', (base) => ({
      adjointDerivative(this: typeof base, u, k, seed, out) {
        const answer = base.adjointDerivative.call(this, u, k, seed, out);
        for (let i = 0; i < out.length; i++) out[i] = -out[i];
        return answer;
      },
    })),
  ],
  inapplicableReason: withAdjoint,
  check: (context) =>
    comparePairs(context, differentiationPhase(context.target), (probe, pair) =>
      disagreement(
        adjoint(probe, pair),
        directional(probe, pair, 1),
        `The adjoint of ∂${pair.unknown.name}/∂${pair.known.name} differs from the directional derivative.`,
      ),
    ),
};
