import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { allowedIn } from '../../behaviour/calls/fmi-phases.ts';
import { wander } from '../../relations/moves.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import { far, goOn, resize, setEach, stir, stopEarly } from '../../relations/typical-pairs.ts';
import type { Walker } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

export const reset: Rule = relationRule({
  id: 'relation/reset',
  title: 'After reset the FMU equals a new instance, whatever came before',
  severity: 'violation',
  fmi2: '2.1.6',
  fmi3: '2.3.1',
  explanation:
    'reset returns the FMU to the state after its instantiation. It forgets parameters, inputs, sizes of arrays, events, Clocks and the stop time. The check makes any allowed calls and resets the FMU, at several places. All values must be those of a new instance.',
  faults: [
    injectFault('reset keeps a parameter', (base) => ({
      call(op) {
        const k = base.values('Float64', Uint32Array.of(6));
        if (op.op === 'reset') base.get(k);
        const answer = base.call(op);
        if (op.op === 'reset') base.set(k);
        return answer;
      },
    })),
  ],
  difference: 'has made other calls and was reset',
  ownPairs: [
    // Each tick or event before the reset needs several moves.
    { before: [goOn, goOn], detour: Array<number>(16).fill(far), after: [] },
    // The initialization is not completed.
    { before: [goOn, goOn], detour: [], after: [] },
  ],
  vary(walker, { before: [first, ...before], after, detour }) {
    walker.repeat([first]);
    // At least until the simulation goes on. A stop time that reset keeps would end it early.
    const moves =
      detour.length === 0
        ? [stopEarly, setEach(1)]
        : [detour.length % 2 === 0 ? resize : stopEarly, stir, goOn, goOn, ...detour];
    // Some values last for a few moves only, such as a planned tick. So the check resets at several places.
    for (let left = detour.length >> 1; left > 0; left--) {
      resetAfter(walker, moves.slice(0, moves.length - left), false);
      walker.repeat([...before, ...after[0]]);
      walker.call('reset');
    }
    resetAfter(walker, moves, detour.length % 2 === 1);
    walker.repeat([...before, ...after.flat()]);
  },
});

/** Makes moves, terminates the FMU if that is wanted and allowed, and resets it. */
function resetAfter(walker: Walker, moves: readonly number[], isTerminated: boolean): void {
  wander(walker, moves);
  const { mode, target } = walker.situation;
  const allowed = mode === 'reconfiguration' ? [] : allowedIn(target.fmi, target.kind, mode);
  if (isTerminated && allowed.includes('terminate')) walker.call('terminate');
  walker.call('reset');
}
