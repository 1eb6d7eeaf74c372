import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { otherValues } from '../../behaviour/values/variable-selection.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import { endOfSettings, isActivation, lastSettings } from '../../relations/settings.ts';
import { goOn, setEach, trigger } from '../../relations/typical-pairs.ts';
import type { Step, Walker } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

export const order: Rule = relationRule({
  id: 'relation/order',
  title: 'The last setting of each variable counts, in any order of setters',
  severity: 'violation',
  fmi2: '2.1.7',
  fmi3: '2.2.7.1',
  explanation:
    'Between two computations the importer sets variables and activates Clocks in any order. A variable keeps the value that was set last. The check reverses the order of setters, sets each value twice, or sets another value first. All values must be those of an instance that was set once.',
  faults: [
    injectFault('the second setting of an input is lost', (base) => {
      let isSet = false;
      return {
        instantiate(options) {
          isSet = false;
          return base.instantiate(options);
        },
        set(values) {
          if (isSet && values.valueReferences[0] === 1) return 0;
          isSet ||= values.valueReferences[0] === 1;
          return base.set(values);
        },
      };
    }),
  ],
  difference: 'was set in another order, twice, or to other values first,',
  readsAtEnd: true,
  // The typical pair that sets values before the initialization sets each twice.
  ownPairs: [
    { before: [setEach(0), goOn], detour: [], after: [] },
    // Inputs are set before and after Clocks are activated.
    { before: [goOn, goOn, setEach(1), trigger, goOn], detour: [goOn, goOn], after: [setEach(2), trigger] },
  ],
  toleratesSmall: true,
  vary(walker, { before, after, detour }) {
    const steps = [...before, ...after.flat()];
    const way = detour.length % 4;
    for (let at = 0; at < steps.length; ) {
      const end = endOfSettings(steps, at);
      if (end === at) walker.repeat([steps[at++]]);
      else {
        setOtherwise(walker, steps.slice(at, end), way);
        at = end;
      }
    }
  },
});

/** Makes setters in both orders (0), after other values (1), in another order (2), or twice (3). */
function setOtherwise(walker: Walker, steps: readonly Step[], way: number): void {
  const last = lastSettings(steps);
  if (way === 2) walker.repeat([...last].reverse());
  const values = last.filter((step) => !isActivation(step));
  // Each Clock is activated once.
  if (way === 0) walker.repeat([...steps.filter((step) => !isActivation(step)), ...[...last].reverse()]);
  // The second setting of each value is superfluous.
  if (way === 3) walker.repeat(last.flatMap((step) => (values.includes(step) ? [step, step] : [step])));
  if (way !== 1) return;
  for (const { action } of values) {
    if (action.do !== 'set') continue;
    const others = otherValues(walker.probe.target, action.variable, action.values);
    if (others !== undefined && others.length > 0) walker.make({ ...action, values: others });
  }
  walker.repeat(steps);
}
