import type { Target } from '../../behaviour/check-target.ts';
import { otherParameter } from '../../behaviour/fault-injection.ts';
import type { Bench } from '../../behaviour/rule-context.ts';
import { isClocked } from '../../behaviour/variable-selection.ts';
import { agreementOf } from '../../oracle/agreement.ts';
import { planFor } from '../../oracle/comparison-plan.ts';
import { departing } from '../../oracle/departure-text.ts';
import type { Rule } from '../../rule.ts';

export const oracleKinds: Rule = {
  id: 'oracle/kinds',
  title: 'Co-simulation computes what model exchange does',
  class: 'robustness',
  fmi2: '2.2.1',
  fmi3: '2.4.1',
  interfaces: ['coSimulation'],
  explanation:
    'A unit for both kinds of interface has one description, so it is one model. Model exchange is solved here at a tight tolerance, and co-simulation is compared with it: outputs and states over the default experiment, with other values of continuous inputs in its second and last quarter. In doubt the unit is right: its results may be off by ten of its tolerances, or by twice what explicit Euler of its step or a solver of its tolerance would be off in the same model; events may be seen two steps late; and what is halved by a quarter of the step converges. What remains is not a matter of method: an event that one of both does not have, a parameter that one does not know.',
  needs: 'behaviour',
  plants: [otherParameter('co-simulation computes with another parameter')],
  without: (target) =>
    sameBinary(target) === undefined ? 'the unit is not for model exchange too' : undefined,
  async check({ target, open, report, skip, tell }: Bench) {
    const other = sameBinary(target) as Target;
    if (target.description.variables.some(isClocked))
      skip('the unit has Clocks, and how they tick differs by kind');
    const plan = planFor(target);
    if (plan.names.length === 0) skip('the unit has neither outputs nor states that are numbers');
    const modelExchange = await open(other);
    const coSimulation = await open();
    const agreement = agreementOf({ plan, coSimulation, modelExchange });
    if ('open' in agreement) skip(agreement.open);
    else if ('agree' in agreement) tell(agreement.agree);
    else report(coSimulation, departing(agreement.departures, agreement.refined));
  },
};

/** The same binary by model exchange. */
function sameBinary({ beside = [], binary }: Target): Target | undefined {
  return beside.find((other) => other.kind === 'modelExchange' && other.binary === binary);
}
