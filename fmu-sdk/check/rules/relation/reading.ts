import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import { perform } from '../../relations/action.ts';
import { Choice } from '../../relations/choice.ts';
import { look } from '../../relations/moves.ts';
import { isPlaceToAsk } from '../../relations/places.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import type { Step, Walker } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

/** Limit of variables that are read one by one. */
const most = 30;

export const reading: Rule = relationRule({
  id: 'relation/reading',
  title: 'Reading values changes nothing, in any order and any number of times',
  severity: 'violation',
  fmi2: '2.1.7',
  fmi3: '2.2.7.1',
  explanation:
    'Getters show values. They may compute what they show, but they must not change what comes later. The check reads values between the calls, together, one by one, twice in one call and in another order. All values must be those of an instance that is read only at the end. A stale cache is found too, because values were read before their inputs were set.',
  faults: [
    injectFault('the second reading of y is another', (base) => {
      let n = 0;
      return {
        instantiate(options) {
          n = 0;
          return base.instantiate(options);
        },
        get: afterReading(base, 2, (y) => y + n++),
      };
    }),
  ],
  difference: 'is read more often',
  readsAtEnd: true,
  toleratesSmall: true,
  vary(walker, { before, after, detour }) {
    const steps = [...before, ...after.flat()];
    for (const [i, step] of steps.entries()) {
      if (step.action.do === 'look') readSingly(walker, step);
      walker.repeat([step]);
      if (i < steps.length - 1 && isPlaceToAsk(steps, i, detour.length)) look(walker);
      if (detour.length > 0 && new Choice(detour[i % detour.length]).of(2) === 1) lookReversed(walker);
    }
  },
});

/** Reads the variables of a step one by one, and compares them with what the step has shown. */
function readSingly(walker: Walker, step: Step): void {
  if (step.action.do !== 'look') return;
  for (const [i, variable] of step.action.variables.slice(0, most).entries()) {
    // Every other one is named twice in the call. The second value is compared then.
    const variables = i % 2 === 0 ? [variable] : [variable, variable];
    const answer = perform(walker.probe, { do: 'look', variables });
    const name = `"${variable.name}"`;
    const shown = step.answer.shown.get(name);
    if (shown === undefined || !answer.shown.has(name)) continue;
    walker.requireSame(answer, { ...step, answer: { ...step.answer, shown: new Map([[name, shown]]) } });
  }
}

function lookReversed(walker: Walker): void {
  const { action } = walker.steps.at(-1)!;
  if (action.do === 'look') walker.make({ do: 'look', variables: [...action.variables].reverse() });
}
