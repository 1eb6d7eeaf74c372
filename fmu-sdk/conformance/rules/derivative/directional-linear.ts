import { derivativePairs, directional, withDirectional } from '../../dynamic/derivatives.ts';
import { plant } from '../../dynamic/plant.ts';
import type { Rule } from '../../rule.ts';

export const directionalLinear: Rule = {
  id: 'derivative/directional-linear',
  title: 'Twice the seed gives twice the directional derivative',
  class: 'violation',
  fmi2: '2.1.9',
  fmi3: '2.2.12.1',
  explanation: 'A directional derivative is linear in its seed, to the last bit for powers of two.',
  needs: 'behaviour',
  plants: [
    plant('the seed is not looked at', (base) => ({
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
  without: withDirectional,
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach(target.kind === 'modelExchange' ? 'continuousTime' : 'initialization');
    for (const { unknown, known } of derivativePairs(target)) {
      const [one, two] = [directional(probe, unknown, known, 1), directional(probe, unknown, known, 2)];
      if (one === undefined || two === undefined) continue;
      if (two !== 2 * one)
        report(probe, {
          message: `∂${unknown.name}/∂${known.name}: the seed 2 does not give twice what the seed 1 gives.`,
          value: String(two),
          expected: String(2 * one),
        });
    }
  },
};
