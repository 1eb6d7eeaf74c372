import { elementCount } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/fmi-api.ts';
import { derivativePairs } from '../../behaviour/derivative-pairs.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const refused: Rule = {
  id: 'derivative/refused',
  title: 'An FMU without directional derivatives refuses them',
  class: 'robustness',
  fmi2: '2.1.9',
  fmi3: '2.2.12',
  explanation:
    'With providesDirectionalDerivatives="false" the function must answer error, rather than ok and zeros.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'derivatives are provided nevertheless',
      fmi: 3,
      kind: 'coSimulation',
      corrupt: (calls) => replaceCalls(calls, () => ({})),
      describe: (d) => ({
        ...d,
        coSimulation: d.coSimulation && { ...d.coSimulation, providesDirectionalDerivatives: false },
      }),
    },
  ],
  inapplicableReason: (target) =>
    target.description[target.kind]?.providesDirectionalDerivatives
      ? 'the FMU provides directional derivatives'
      : derivativePairs(target).length === 0
        ? 'the FMU lacks an output or an input for a derivative'
        : undefined,
  async check({ target, open, report }) {
    const [{ unknown, known }] = derivativePairs(target);
    const probe = await open();
    probe.reach(target.kind === 'modelExchange' ? 'continuousTime' : 'initialization');
    const answer = probe.query('directionalDerivative', `${unknown.name}, ${known.name}`, (c) =>
      c.directionalDerivative(
        Uint32Array.of(unknown.valueReference),
        Uint32Array.of(known.valueReference),
        new Float64Array(elementCount(known)).fill(1),
        new Float64Array(elementCount(unknown)),
      ),
    );
    if (answer <= status.warning)
      report(probe, {
        message:
          'The FMU provides directional derivatives, although the description declares that it does not.',
        value: statusNames[answer],
        expected: 'error, or the flag "true"',
      });
  },
};
