import type { FmiApi, FmiCall } from '../../../host/instance/fmi-api.ts';
import { checkBatchDerivatives } from '../../behaviour/calls/batch-access.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { comparePairs, disagreement } from '../../behaviour/states/compare-derivatives.ts';
import {
  agreesNearby,
  differences,
  differenceText,
  differentiationPhase,
  directional,
  directional as exact,
  withDirectional,
} from '../../behaviour/states/derivative-pairs.ts';
import type { Defect } from '../../defect.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const derivativeDirectional: readonly Rule[] = ruleFamily(
  {
    needs: 'behaviour',
    severity: 'violation',
    fmi2: '2.1.9',
    fmi3: '2.2.12.1',
    inapplicableReason: withDirectional,
  },
  [
    {
      id: 'derivative/directional',
      title: 'Directional derivatives agree with finite differences',
      explanation:
        'getDirectionalDerivative returns ∂(unknown)/∂(known) · seed at the present point: of state derivatives and outputs, by states and inputs. The check moves the known, reads the unknown, and compares: at the start, after steps, events and jumps of the states, and with other parameters, inputs and modes. It allows for the rounding of doubles, and for an FMU that uses finite differences.',
      faults: [
        injectFault('the sign is wrong', (base) => ({
          directionalDerivative(this: typeof base, u, k, seed, out) {
            const answer = base.directionalDerivative.call(this, u, k, seed, out);
            for (let i = 0; i < out.length; i++) out[i] = -out[i];
            return answer;
          },
        })),
        injectFault(
          'derivatives by states are zero',
          (base) => ({
            directionalDerivative(this: typeof base, u, k, seed, out) {
              const answer = base.directionalDerivative.call(this, u, k, seed, out);
              if (k[0] === 4) out.fill(0);
              return answer;
            },
          }),
          { kind: 'modelExchange' },
        ),
        injectFault('from the third step on a derivative is double', laterDouble('completedIntegratorStep'), {
          kind: 'modelExchange',
        }),
      ],
      check: (context) =>
        comparePairs(context, differentiationPhase(context.target), (probe, pair, phase) => {
          // Between steps of co-simulation an output follows an input only with the next step.
          if (phase === 'step') return undefined;
          const derivative = exact(probe, pair, 1);
          if (agreesNearby(probe, pair, derivative)) return [];
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
              ...(off <= slack + more ? { severity: 'robustness' } : {}),
            },
          ];
        }),
    },
    {
      id: 'derivative/directional-linear',
      title: 'A factor of the seed is a factor of the directional derivative',
      explanation:
        'A directional derivative is linear in its seed: exactly for powers of two, nearly if the FMU uses finite differences. The check doubles the seed. Where differences show that the unknown has no corner, it gives the seed the other sign, too.',
      faults: [
        injectFault(
          'the seed is ignored',
          ofSeed(() => 1),
        ),
        injectFault('the sign of the seed is ignored', ofSeed(Math.abs), { kind: 'modelExchange' }),
      ],
      check: (context) =>
        comparePairs(context, differentiationPhase(context.target), (probe, pair, phase) => {
          const single = directional(probe, pair, 1);
          const compare = (seed: number): readonly Defect[] =>
            disagreement(
              directional(probe, pair, seed),
              seed * single,
              `∂${pair.unknown.name}/∂${pair.known.name}: the seed ${seed} does not give ${seed} times the value of the seed 1.`,
            );
          const doubled = compare(2);
          if (doubled.length > 0 || phase === 'step' || single === 0) return doubled;
          const opposite = compare(-1);
          // At a corner differences in both directions have other slopes.
          return opposite.length > 0 && differences(probe, pair) !== undefined ? opposite : [];
        }),
    },
    {
      id: 'derivative/directional-together',
      title: 'Directional derivatives of several unknowns by several knowns are sums over the knowns',
      explanation:
        'getDirectionalDerivative returns for each unknown the sum over all knowns of ∂(unknown)/∂(known) · seed. The check requests the terms one by one, and then all of them in one call.',
      faults: injectFault(
        'of several knowns only the last one counts',
        (base) => ({
          directionalDerivative(this: typeof base, u, k, seed, out) {
            return base.directionalDerivative.call(this, u, k.slice(-1), seed.slice(-1), out);
          },
        }),
        { kind: 'modelExchange' },
      ),
      check: (context) => checkBatchDerivatives(context, 'directionalDerivative'),
    },
  ],
);

/** Computes directional derivatives with other seeds. */
function ofSeed(change: (seed: number) => number): (base: FmiApi) => Partial<FmiApi> {
  return (base) => ({
    directionalDerivative(this: FmiApi, u, k, seed, out) {
      return base.directionalDerivative.call(this, u, k, seed.map(change), out);
    },
  });
}

/** Doubles directional derivatives after the third call of a function. */
function laterDouble(name: FmiCall['op']): (base: FmiApi) => Partial<FmiApi> {
  return (base) => {
    let calls = 0;
    return {
      call(this: FmiApi, op) {
        if (op.op === name) calls++;
        return base.call.call(this, op);
      },
      directionalDerivative(this: FmiApi, u, k, seed, out) {
        const answer = base.directionalDerivative.call(this, u, k, seed, out);
        if (calls >= 3) for (let i = 0; i < out.length; i++) out[i] *= 2;
        return answer;
      },
    };
  };
}
