import { derivativePairs, differences, withDirectional } from '../../dynamic/derivatives.ts';
import { plant } from '../../dynamic/plant.ts';
import type { Rule } from '../../rule.ts';

export const directional: Rule = {
  id: 'derivative/directional',
  title: 'Directional derivatives agree with finite differences',
  class: 'violation',
  fmi2: '2.1.9',
  fmi3: '2.2.12.1',
  explanation:
    'getDirectionalDerivative gives ∂(unknown)/∂(known) · seed at the present point. The check moves the known, reads the unknown, and compares; it allows for what differences of doubles can tell.',
  needs: 'behaviour',
  plants: [
    plant('the sign is wrong', (base) => ({
      directionalDerivative(this: typeof base, u, k, seed, out) {
        const answer = base.directionalDerivative.call(this, u, k, seed, out);
        for (let i = 0; i < out.length; i++) out[i] = -out[i];
        return answer;
      },
    })),
  ],
  without: withDirectional,
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(target.kind === 'modelExchange' ? 'continuousTime' : 'initialization');
    for (const { unknown, known } of derivativePairs(target)) {
      const found = differences(probe, unknown, known);
      if (found === undefined) continue;
      const { exact, numeric, slack } = found;
      if (Math.abs(exact - numeric) > slack)
        report(probe, {
          message: `∂${unknown.name}/∂${known.name} is not what finite differences give.`,
          value: String(exact),
          expected: `${numeric} ± ${slack.toPrecision(2)}`,
        });
    }
  },
};
