import { checkBatchDerivatives } from '../../behaviour/batch-access.ts';
import { withDirectional } from '../../behaviour/derivative-pairs.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const directionalTogether: Rule = {
  id: 'derivative/directional-together',
  title: 'Directional derivatives of several unknowns by several knowns are sums over the knowns',
  class: 'violation',
  fmi2: '2.1.9',
  fmi3: '2.2.12.1',
  explanation:
    'getDirectionalDerivative returns for each unknown the sum over all knowns of ∂(unknown)/∂(known) · seed. The check requests the terms one by one, and then all of them in one call.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'of several knowns only the last one counts',
      fmi: 3,
      kind: 'modelExchange',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({
          directionalDerivative(this: typeof base, u, k, seed, out) {
            return base.directionalDerivative.call(this, u, k.slice(-1), seed.slice(-1), out);
          },
        })),
    },
  ],
  inapplicableReason: withDirectional,
  check: (context) => checkBatchDerivatives(context, 'directionalDerivative'),
};
