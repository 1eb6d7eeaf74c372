import type { Target } from '../../behaviour/check-target.ts';
import { otherParameter } from '../../behaviour/fault-injection.ts';
import type { RuleContext } from '../../behaviour/rule-context.ts';
import { isClocked } from '../../behaviour/variable-selection.ts';
import { agreementOf } from '../../oracle/agreement.ts';
import { planFor } from '../../oracle/comparison-plan.ts';
import { deviationDefect } from '../../oracle/departure-text.ts';
import type { Rule } from '../../rule.ts';

export const oracleKinds: Rule = {
  id: 'oracle/kinds',
  title: 'Co-simulation computes the results of model exchange',
  class: 'robustness',
  fmi2: '2.2.1',
  fmi3: '2.4.1',
  interfaces: ['coSimulation'],
  explanation:
    'An FMU for both kinds of interface has one description, so it is one model. The check solves model exchange at a tight tolerance and compares co-simulation with it: outputs and states over the default experiment, with other values of continuous inputs in its second and last quarter. In doubt the FMU is right. Its results may be off by ten of its tolerances, or by twice the error of explicit Euler with its step or of a solver with its tolerance. Events may be detected two steps late, and a deviation that is halved with a quarter of the step converges. A remaining deviation is not caused by the method: for example an event or a parameter exists in one interface only.',
  needs: 'behaviour',
  faults: [otherParameter('co-simulation uses another parameter value')],
  inapplicableReason: (target) =>
    sameBinary(target) === undefined ? 'the FMU does not support model exchange too' : undefined,
  async check({ target, open, report, skip, reportAmount }: RuleContext) {
    const other = sameBinary(target) as Target;
    if (target.description.variables.some(isClocked))
      skip('the FMU has Clocks, whose ticks depend on the kind of interface');
    const plan = planFor(target);
    if (plan.names.length === 0) skip('the FMU has neither numeric outputs nor numeric states');
    const modelExchange = await open(other);
    const coSimulation = await open();
    const agreement = agreementOf({ plan, coSimulation, modelExchange });
    if ('open' in agreement) skip(agreement.open);
    else if ('agree' in agreement) reportAmount(agreement.agree);
    else report(coSimulation, deviationDefect(agreement.departures, agreement.refined));
  },
};

/** Returns the target with this binary and model exchange. */
function sameBinary({ others = [], binary }: Target): Target | undefined {
  return others.find((other) => other.kind === 'modelExchange' && other.binary === binary);
}
