import type { Variable } from '../../../description/description.ts';
import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Value } from '../../behaviour/fmu-probe.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import { differs } from '../../behaviour/values/rounding-difference.ts';
import { type Contradiction, partAt } from '../../relations/one-walk.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import { far, goOn, setEach } from '../../relations/typical-pairs.ts';
import type { Step } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

export const variability: Rule = relationRule({
  id: 'relation/variability',
  title: 'Variables change only when their variability allows it, over any events and settings',
  severity: 'violation',
  fmi2: '2.2.7, variability',
  fmi3: '2.4.7.4, variability',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'A fixed variable keeps its value after the initialization, also if tunable parameters and inputs change. A tunable one changes only when the importer sets a parameter. In model exchange a discrete one changes only in Event Mode. The check reads all variables in its sequences, over events and settings.',
  faults: [
    injectFault('a fixed output changes after five steps', (base) => {
      let steps = 0;
      return {
        instantiate(given) {
          steps = 0;
          return base.instantiate(given);
        },
        call(op) {
          if (op.op === 'doStep') steps++;
          return base.call(op);
        },
        get: afterReading(base, 8, (value) => value + Number(steps >= 5)),
      };
    }),
  ],
  difference: 'goes on over events and settings',
  pairs: 1,
  ownPairs: [
    {
      before: [goOn, goOn],
      detour: [],
      after: [goOn, ...[1, 2].flatMap((kind) => [setEach(kind), far, far, goOn])],
    },
  ],
  vary(walker, { before, after }) {
    const steps = [...before, ...after.flat()];
    partAt(walker, steps, firstChange(steps));
  },
});

/** Returns the first reading of a variable whose value must not have changed. */
function firstChange(steps: readonly Step[]): Contradiction | undefined {
  const known = new Map<Variable, readonly Value[]>();
  const forget = (isForgotten: (v: Variable) => boolean): void => {
    for (const variable of [...known.keys()].filter(isForgotten)) known.delete(variable);
  };
  for (const [at, { action, answer, before }] of steps.entries()) {
    const isParameter = action.do === 'set' && /arameter$/.test(action.variable.causality);
    if (isParameter) forget((v) => v.variability === 'tunable');
    if (action.do === 'set' || before.mode !== 'continuousTime') forget((v) => v.variability === 'discrete');
    if (action.do === 'call' && /^(?:reset|exitConfigurationMode)$/.test(action.op)) known.clear();
    if (action.do !== 'look' || !/^(?:continuousTime|event|step)$/.test(before.mode)) continue;
    for (const { variable, values } of answer.shown.values()) {
      if (variable === undefined || variable.variability === 'continuous') continue;
      const earlier = known.get(variable);
      known.set(variable, values);
      if (earlier === undefined || earlier.length !== values.length || !differs(earlier, values)) continue;
      const what = `"${variable.name}", which is ${variable.variability}, changes`;
      const [value, expected] = [quantity(variable, values), quantity(variable, earlier)];
      return { at, difference: { what, value, expected, size: 'large', variable } };
    }
  }
  return undefined;
}
