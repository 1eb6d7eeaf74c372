import { checkBatchDerivatives } from '../../behaviour/batch-access.ts';
import { withAdjoint } from '../../behaviour/derivative-pairs.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const adjointTogether: Rule = {
  id: 'derivative/adjoint-together',
  title: 'Adjoint derivatives of several unknowns by several knowns are sums over the unknowns',
  class: 'violation',
  fmi3: '2.2.12.2',
  explanation:
    'getAdjointDerivative returns for each known the sum over all unknowns of seed · ∂(unknown)/∂(known). The check requests the terms one by one as directional derivatives, and then all of them in one call.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'of several unknowns only the last one counts',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({
          adjointDerivative(this: typeof base, u, k, seed, out) {
            return base.adjointDerivative.call(this, u.slice(-1), k, seed.slice(-1), out);
          },
        })),
    },
  ],
  inapplicableReason: withAdjoint,
  check: (context) => checkBatchDerivatives(context, 'adjointDerivative'),
};
