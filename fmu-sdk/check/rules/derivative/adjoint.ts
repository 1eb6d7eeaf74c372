import { checkBatchDerivatives } from '../../behaviour/calls/batch-access.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { comparePairs, disagreement } from '../../behaviour/states/compare-derivatives.ts';
import {
  adjoint,
  differentiationPhase,
  directional,
  withAdjoint,
} from '../../behaviour/states/derivative-pairs.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const derivativeAdjoint: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'violation', fmi3: '2.2.12.2', inapplicableReason: withAdjoint },
  [
    {
      id: 'derivative/adjoint',
      title: 'Adjoint derivatives are the transposed directional derivatives',
      explanation:
        'getAdjointDerivative returns seedᵀ ∂(unknown)/∂(known). For one unknown and one known this equals getDirectionalDerivative. The check compares both at the start, after steps and events, and with other parameters, inputs and modes.',
      faults: [
        injectFault('the sign is wrong', (base) => ({
          adjointDerivative(this: typeof base, u, k, seed, out) {
            const answer = base.adjointDerivative.call(this, u, k, seed, out);
            for (let i = 0; i < out.length; i++) out[i] = -out[i];
            return answer;
          },
        })),
        injectFault('after three steps the sign is wrong', (base) => {
          let steps = 0;
          return {
            call(this: typeof base, op) {
              if (op.op === 'doStep') steps++;
              return base.call.call(this, op);
            },
            adjointDerivative(this: typeof base, u, k, seed, out) {
              const answer = base.adjointDerivative.call(this, u, k, seed, out);
              if (steps >= 3) for (let i = 0; i < out.length; i++) out[i] = -out[i];
              return answer;
            },
          };
        }),
      ],
      check: (context) =>
        comparePairs(context, differentiationPhase(context.target), (probe, pair) =>
          disagreement(
            adjoint(probe, pair),
            directional(probe, pair, 1),
            `The adjoint of ∂${pair.unknown.name}/∂${pair.known.name} differs from the directional derivative.`,
          ),
        ),
    },
    {
      id: 'derivative/adjoint-together',
      title: 'Adjoint derivatives of several unknowns by several knowns are sums over the unknowns',
      explanation:
        'getAdjointDerivative returns for each known the sum over all unknowns of seed · ∂(unknown)/∂(known). The check requests the terms one by one as directional derivatives, and then all of them in one call.',
      faults: injectFault(
        'of several unknowns only the last one counts',
        (base) => ({
          adjointDerivative(this: typeof base, u, k, seed, out) {
            return base.adjointDerivative.call(this, u.slice(-1), k, seed.slice(-1), out);
          },
        }),
        { kind: 'modelExchange' },
      ),
      check: (context) => checkBatchDerivatives(context, 'adjointDerivative'),
    },
  ],
);
