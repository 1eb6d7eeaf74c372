import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { withSerialization } from '../../behaviour/states/state-support.ts';
import { wander } from '../../relations/moves.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import { stopEarly } from '../../relations/typical-pairs.ts';
import { Abandoned, Parted, type Step, type Walker } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

export const serialize: Rule = relationRule({
  id: 'relation/serialize',
  title: 'A new instance goes on from a serialized state',
  severity: 'violation',
  fmi2: '2.1.8',
  fmi3: '2.2.7.4',
  explanation:
    'The bytes of a serialized state hold all that the FMU needs to go on. The check serializes the state in any mode, makes other allowed calls, frees the instance, and sets the state in a new instance. It may do so a second time there. All values must be those of an instance that went on without it.',
  faults: [
    injectFault('the present state is deserialized', (base) => ({
      deserializeState: () => base.getState(),
    })),
  ],
  difference: 'goes on from a serialized state of another instance',
  inapplicableReason: withSerialization,
  vary(walker, { before, after, detour }) {
    walker.repeat(before);
    walker.save(0);
    const { bytes, situation } = walker.serialized(0);
    walker.free(0);
    wander(walker, detour);
    const [{ action }] = before;
    if (action.do === 'instantiate') walker.renew(action.options);
    // The new instance has an earlier stop time. A state of FMI 3.0 replaces it, because it needs no
    // further calls.
    if (walker.probe.target.fmi === 3 && detour.length % 2 === 1) wander(walker, [stopEarly]);
    requireGranted(walker, before.at(-1)!, () => {
      walker.deserialize(0, bytes, situation);
      walker.restore(0);
    });
    // A second deserialization into the instance replaces what other calls have changed since.
    if (detour.length % 2 === 0) {
      wander(walker, detour.slice(0, 2));
      requireGranted(walker, before.at(-1)!, () => {
        walker.deserialize(1, bytes, situation);
        walker.restore(1);
      });
    }
    walker.repeat(after.flat());
  },
});

/** A new instance must take the bytes, whatever its own values are. */
function requireGranted(walker: Walker, step: Step, calls: () => void): void {
  try {
    calls();
  } catch (error) {
    if (!(error instanceof Abandoned) || walker.probe.trouble === undefined) throw error;
    const { message } = error;
    throw new Parted(
      {
        what: 'Its serialized state is refused',
        value: message,
        expected: 'ok',
        size: 'small',
        isRefusal: true,
      },
      step,
    );
  }
}
