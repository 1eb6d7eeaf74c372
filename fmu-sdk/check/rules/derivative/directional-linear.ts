import { comparePairs, disagreement } from '../../behaviour/compare-derivatives.ts';
import { differentiationPhase, directional, withDirectional } from '../../behaviour/derivative-pairs.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const directionalLinear: Rule = {
  id: 'derivative/directional-linear',
  title: 'Twice the seed gives twice the directional derivative',
  class: 'violation',
  fmi2: '2.1.9',
  fmi3: '2.2.12.1',
  explanation:
    'A directional derivative is linear in its seed: exactly for powers of two, nearly if the FMU uses finite differences.',
  needs: 'behaviour',
  faults: [
    injectFault('the seed is ignored', (base) => ({
      directionalDerivative(this: typeof base, u, k, seed, out) {
        return base.directionalDerivative.call(
          this,
          u,
          k,
          seed.map(() => 1),
          out,
        );
      },
    })),
  ],
  inapplicableReason: withDirectional,
  check: (context) =>
    comparePairs(context, differentiationPhase(context.target), (probe, pair) =>
      disagreement(
        directional(probe, pair, 2),
        2 * directional(probe, pair, 1),
        `∂${pair.unknown.name}/∂${pair.known.name}: the seed 2 does not give twice the value of the seed 1.`,
      ),
    ),
};
