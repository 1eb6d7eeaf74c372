import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Target } from '../../behaviour/check-target.ts';
import { withMemory } from '../../behaviour/process/process-watch.ts';
import { move, wander } from '../../relations/moves.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import { goOn, resize, stir, stopEarly } from '../../relations/typical-pairs.ts';
import { Abandoned, AtEnd, type Step, Walker } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

/** Instances beside the first one, one after the other. */
const mostBegun = 3;

export const instances: Rule = relationRule({
  id: 'relation/instances',
  title: 'Calls of another instance in the process change nothing',
  severity: 'violation',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'Each instance of an FMU has its own parameters, inputs, sizes, states and events. The check makes calls of a second instance, also of another interface, between the calls of the first one, resets it and frees it. All values of the first must be those of an instance alone. Static variables mix instances.',
  faults: [
    injectFault('an output counts the steps of all instances', (base) => {
      let steps = 0;
      let instance = 0;
      return {
        watch: {
          ...base.watch!,
          select(n) {
            instance = n;
            return base.watch!.select(n);
          },
        },
        instantiate(given) {
          if (instance === 0) steps = 0;
          return base.instantiate(given);
        },
        call(op) {
          if (op.op === 'doStep') steps++;
          return base.call(op);
        },
        get: afterReading(base, 2, (y) => y + steps),
      };
    }),
  ],
  difference: 'has another instance beside it',
  inapplicableReason: (target) =>
    withMemory(target) ??
    (target.description[target.kind]?.canBeInstantiatedOnlyOncePerProcess
      ? 'the FMU declares canBeInstantiatedOnlyOncePerProcess="true"'
      : undefined),
  vary(walker, { before: [first, ...before], after, detour }) {
    const { watch } = walker.probe.calls;
    if (watch === undefined) throw new Abandoned('the FMU does not run in its own process');
    const own = walker.probe.target;
    const target = otherTarget(own, detour.length >> 1);
    const other = new OtherInstance(walker, target);
    try {
      const isLater = detour.length % 2 === 1;
      // An instance of this interface is the older one.
      if (!isLater && target === own) other.begin(resize);
      walker.repeat([first]);
      if (!isLater && target !== own) other.begin(resize);
      const steps = [...before, ...after.flat()];
      for (const [i, step] of steps.entries()) {
        if (i % 3 === 0 || isReading(step)) other.make((o) => move(o, detour[i % detour.length] ?? goOn));
        if (i === Math.max(1, steps.length - 6)) other.reset();
        if (i === steps.length - 3) other.free();
        walker.repeat([step]);
        // Its stop time comes after that of the first instance.
        const { action } = step;
        if (isLater && action.do === 'call' && action.op === 'exitInitializationMode') other.begin(stopEarly);
      }
    } finally {
      other.free();
    }
  },
});

/** Returns true for a call that shows values. The other instance comes between a computation and it. */
function isReading({ action }: Step): boolean {
  return action.do === 'look' || action.do === 'interval';
}

/** Returns the target of the second instance: every other time another interface of this library. */
function otherTarget(target: Target, number: number): Target {
  const { description, others = [], binary } = target;
  const library = description[target.kind]!.modelIdentifier;
  const withLibrary = others.filter(
    (other) =>
      other.binary === binary &&
      description[other.kind]?.modelIdentifier === library &&
      !description[other.kind]?.canBeInstantiatedOnlyOncePerProcess,
  );
  return number % 2 === 1 ? (withLibrary[0] ?? target) : target;
}

/**
 * A second instance of the library. It begins again at its stop time, and ends early if the FMU
 * refuses one of its calls.
 */
class OtherInstance {
  private readonly walker: Walker;
  private isFree = true;
  private isOver = false;
  private begun = 0;

  constructor(
    private readonly first: Walker,
    private readonly target: Target,
  ) {
    this.walker = new Walker(first.probe.beside(target), first.isTame);
  }

  /** Makes the instance, and other calls from the first move on. */
  begin(first: number): void {
    this.isFree = false;
    this.begun++;
    this.make((o) => {
      o.instantiate({ instanceName: 'another', loggingOn: false });
      wander(o, [first, stir]);
    });
  }

  make(calls: (walker: Walker) => void): void {
    if (this.isOver || this.isFree) return;
    this.select(1);
    try {
      calls(this.walker);
    } catch (error) {
      if (!(error instanceof Abandoned)) throw error;
      this.isOver = !(error instanceof AtEnd) || this.begun === mostBegun;
      if (!this.isOver) this.beginAgain();
    } finally {
      this.select(0);
    }
  }

  /** Begins again without a stop time, so that its calls disturb the first instance to the end. */
  private beginAgain(): void {
    this.release();
    this.begin(goOn);
  }

  reset(): void {
    this.make((o) => o.call('reset'));
  }

  free(): void {
    if (this.isFree) return;
    this.isOver = true;
    this.release();
  }

  private release(): void {
    this.isFree = true;
    const { probe } = this.first;
    this.select(1);
    probe.record(
      'freeInstance',
      'the other instance',
      () => probe.calls.freeInstance(),
      () => 'done',
    );
    this.select(0);
  }

  private select(instance: number): void {
    const { probe, situation } = this.first;
    probe.record(
      '(the other instance)',
      String(instance + 1),
      () => probe.calls.watch!.select(instance, instance === 0 ? undefined : this.target.kind),
      () => '',
    );
    probe.time = situation.time;
  }
}
