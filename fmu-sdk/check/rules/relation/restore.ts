import type { FmiApi } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { withState } from '../../behaviour/states/state-support.ts';
import { wander } from '../../relations/moves.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import { event, far, goOn, setEach, stir, trigger } from '../../relations/typical-pairs.ts';
import type { Rule } from '../../rule.ts';

/** Detours of one pair, each from a saved state of its own. */
const mostDetours = 2;

export const restore: Rule = relationRule({
  id: 'relation/restore',
  title: 'After setting a saved state the FMU goes on as if nothing had happened',
  severity: 'violation',
  fmi2: '2.1.8',
  fmi3: '2.2.7.4',
  explanation:
    'getFMUState copies all that the FMU needs to go on: states, parameters, inputs, sizes of arrays, events and the mode. The check saves the state in any mode, makes other allowed calls, sets the state, does both again, and goes on. Later states overwrite the saved one. All values must be those of an instance that made no other calls.',
  faults: [injectFault('a saved state lacks an input', forgetsInput)],
  difference: 'saves its state, makes other calls and sets the state again',
  inapplicableReason: withState,
  // The second state overwrites the first one after all values have changed.
  ownPairs: [
    { before: [goOn, goOn, trigger], detour: [stir], after: [setEach(1), goOn, setEach(2), goOn] },
    // All inputs are set in Event Mode.
    {
      before: [goOn, goOn],
      detour: [stir],
      after: [setEach(1), goOn, event, setEach(3), goOn, event, setEach(4), goOn],
    },
    // Intervals of Clocks are set in Initialization Mode.
    { before: [goOn, setEach(1)], detour: [stir], after: [goOn, trigger] },
    { before: [goOn, setEach(1), goOn, goOn], detour: [setEach(3), far], after: [setEach(4), goOn, trigger] },
  ],
  vary(walker, { before, after, detour }) {
    walker.repeat(before);
    for (const [i, segment] of after.entries()) {
      if (i % 2 === 0 && i < mostDetours * 2) {
        walker.save(0);
        // Setting a state must not use it up: it is set twice.
        for (const _ of [1, 2]) {
          wander(walker, detour);
          walker.restore(0);
        }
      }
      walker.repeat(segment);
    }
    walker.free(0);
  },
});

/** Setting a state leaves the input u as it is. */
function forgetsInput(base: FmiApi): Partial<FmiApi> {
  return {
    setState(handle) {
      const u = base.values('Float64', Uint32Array.of(1));
      base.get(u);
      const answer = base.setState(handle);
      base.set(u);
      return answer;
    },
  };
}
