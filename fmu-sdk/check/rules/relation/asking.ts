import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import {
  DerivativeRefused,
  derivativePairs,
  directional,
  withDirectional,
} from '../../behaviour/states/derivative-pairs.ts';
import { withState } from '../../behaviour/states/state-support.ts';
import { evaluate } from '../../relations/moves.ts';
import { isPlaceToAsk } from '../../relations/places.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import type { Walker } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

export const asking: Rule = relationRule({
  id: 'relation/asking',
  title: 'Asking for derivatives, nominal values, event indicators and states changes nothing',
  severity: 'violation',
  fmi2: '2.1.9 and 3.2.1',
  fmi3: '2.2.11 and 3.2.1',
  explanation:
    'Importers ask for derivatives, nominal values, event indicators and FMU states between any two calls. The answers must not change what comes later. The check asks for them between the calls. All values must be those of an instance that was not asked.',
  faults: [
    injectFault('saving a state changes an output', (base) => {
      let saved = 0;
      return {
        getState() {
          saved++;
          return base.getState();
        },
        get: afterReading(base, 2, (y) => y + saved),
      };
    }),
  ],
  difference: 'is asked for derivatives and states',
  readsAtEnd: true,
  toleratesSmall: true,
  vary(walker, { before, after, detour }) {
    const steps = [...before, ...after.flat()];
    for (const [i, step] of steps.entries()) {
      walker.repeat([step]);
      if (isPlaceToAsk(steps, i, detour.length)) ask(walker, (i + detour.length) % 2 === 0);
    }
  },
});

/** Asks for the FMU state, or for all else. FMUs without states are always asked for the rest. */
function ask(walker: Walker, isForState: boolean): void {
  const { probe, situation } = walker;
  const { target } = probe;
  if (isForState && withState(target) === undefined) {
    walker.save(0);
    walker.free(0);
    return;
  }
  evaluate(walker);
  const isPlain = situation.mode === 'continuousTime' || (situation.mode === 'step' && !situation.dirty);
  if (!isPlain || withDirectional(target) !== undefined || situation.sizes.size > 0) return;
  for (const pair of derivativePairs(target).slice(0, 2))
    try {
      directional(probe, pair, 1);
    } catch (error) {
      if (!(error instanceof DerivativeRefused)) throw error;
    }
}
