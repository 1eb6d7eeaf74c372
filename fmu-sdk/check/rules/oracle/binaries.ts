import type { Target } from '../../behaviour/check-target.ts';
import { otherParameter } from '../../behaviour/fault-injection.ts';
import { compareFmus } from '../../oracle/compare-fmus.ts';
import { planFor } from '../../oracle/comparison-plan.ts';
import { differenceDefect } from '../../oracle/departure-text.ts';
import type { Rule } from '../../rule.ts';

export const oracleBinaries: Rule = {
  id: 'oracle/binaries',
  title: 'The native library computes the results of the WebAssembly component',
  class: 'robustness',
  fmi2: '2.2.1',
  fmi3: '2.5.1',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'Binaries of one FMU are one model for several platforms. Both run the default experiment in equal steps, with other values of continuous inputs in its second and last quarter. The check compares outputs and states. They may differ by twenty tolerances of the FMU, or by twice the change of each when the step is halved.',
  needs: 'behaviour',
  faults: [otherParameter('the library computes with another parameter')],
  inapplicableReason: (target) =>
    component(target) === undefined ? 'a second binary with this interface cannot run here' : undefined,
  async check({ target, open, report, skip, reportAmount }) {
    const plan = planFor(target);
    if (plan.names.length === 0) skip('the FMU has neither numeric outputs nor numeric states');
    const [one, other] = [await open(), await open(component(target))];
    const comparison = compareFmus({ one: { probe: one, plan }, other: { probe: other, plan } });
    if ('open' in comparison) skip(comparison.open);
    else if ('same' in comparison) reportAmount(comparison.same);
    else report(one, differenceDefect(comparison.differences, other.target.name));
  },
};

/** The component beside a native library, by the same kind of interface. */
function component({ kind, sandboxed, others = [] }: Target): Target | undefined {
  return sandboxed ? undefined : others.find((other) => other.kind === kind && other.sandboxed === true);
}
