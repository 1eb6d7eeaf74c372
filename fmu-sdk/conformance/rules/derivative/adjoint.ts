import { adjoint, derivativePairs, directional } from '../../dynamic/derivatives.ts';
import { plant } from '../../dynamic/plant.ts';
import type { Rule } from '../../rule.ts';

export const adjointAgrees: Rule = {
  id: 'derivative/adjoint',
  title: 'Adjoint derivatives are the directional ones, transposed',
  class: 'violation',
  fmi3: '2.2.12.2',
  explanation:
    'getAdjointDerivative gives seedᵀ ∂(unknown)/∂(known): for one unknown and one known the same number as getDirectionalDerivative.',
  needs: 'behaviour',
  plants: [
    plant('the sign is wrong', (base) => ({
      adjointDerivative(this: typeof base, u, k, seed, out) {
        const answer = base.adjointDerivative.call(this, u, k, seed, out);
        for (let i = 0; i < out.length; i++) out[i] = -out[i];
        return answer;
      },
    })),
  ],
  without: ({ kind, description }) =>
    description[kind]?.providesAdjointDerivatives && description[kind]?.providesDirectionalDerivatives
      ? undefined
      : 'the unit does not give both kinds of derivatives',
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(target.kind === 'modelExchange' ? 'continuousTime' : 'initialization');
    for (const { unknown, known } of derivativePairs(target)) {
      const [a, b] = [adjoint(probe, unknown, known), directional(probe, unknown, known, 1)];
      if (a !== undefined && b !== undefined && Math.abs(a - b) > 1e-9 * Math.max(1, Math.abs(b)))
        report(probe, {
          message: `The adjoint of ∂${unknown.name}/∂${known.name} is another.`,
          value: String(a),
          expected: String(b),
        });
    }
  },
};
