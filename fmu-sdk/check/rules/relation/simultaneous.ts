import type { Variable } from '../../../description/description.ts';
import type { Target } from '../../behaviour/check-target.ts';
import { clockFault } from '../../behaviour/events/clock-faults.ts';
import { withInputClocks } from '../../behaviour/events/clock-ticks.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import { isClocked } from '../../behaviour/values/variable-selection.ts';
import type { Answer } from '../../relations/action.ts';
import { differenceBetween } from '../../relations/difference.ts';
import { look, settle } from '../../relations/moves.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import { isActivation } from '../../relations/settings.ts';
import { inputClocks } from '../../relations/situation.ts';
import { far, goOn, trigger } from '../../relations/typical-pairs.ts';
import { Parted, type Step, type Walker } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

export const simultaneous: Rule = relationRule({
  id: 'relation/simultaneous',
  title: 'Clocks that tick together compute what they compute one after the other',
  severity: 'robustness',
  fmi3: '2.2.8.3 and 2.3.4',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'Several Clocks may be active in one event iteration. An output that depends on one Clock only, by its declared dependencies, does not depend on the others. The check activates Clocks one by one, each with event iterations of its own. The outputs of each should be equal. A model may share discrete states between Clocks, so a difference is not a violation.',
  faults: (['coSimulation', 'modelExchange'] as const).map((kind) => {
    const fault = clockFault('a tick counts twice with another tick', kind, { together: true });
    return {
      ...fault,
      describe: (d: Probe['description']): Probe['description'] => {
        const described = fault.describe!(d);
        const at = (name: string): number => described.variables.findIndex((v) => v.name === name);
        return {
          ...described,
          outputs: [...described.outputs, { variable: at('ticks'), dependencies: [at('tick')] }],
        };
      },
    };
  }),
  difference: 'has Clocks that tick one after the other',
  pairs: 1,
  ownPairs: [
    { before: [goOn, goOn, trigger, goOn], detour: [], after: [far, far, far, trigger, far] },
    // A triggered Clock ticks together with each of the others, also with those that tick rarely.
    { before: [goOn, goOn], detour: [], after: Array.from({ length: 8 }, () => [trigger, goOn, far]).flat() },
  ],
  inapplicableReason: (target) =>
    withInputClocks(target) ??
    (inputClocks(target).length > 1 ? undefined : 'the FMU has one input clock only'),
  vary(walker, { before, after }) {
    const steps = [...before, ...after.flat()];
    for (const [i, step] of steps.entries()) {
      if (step.action.do === 'look') continue;
      if (!isActivation(step)) walker.make(step.action);
      else tickAlone(walker, step, lookAfter(steps, i));
    }
  },
});

/** Returns the reading after an activation, with nothing but other activations before it. */
function lookAfter(steps: readonly Step[], at: number): Step | undefined {
  const next = steps.slice(at).find((step) => !isActivation(step));
  return next?.action.do === 'look' ? next : undefined;
}

/** Ends the ticks of other Clocks, activates one, and compares its outputs. */
function tickAlone(walker: Walker, step: Step, joint: Step | undefined): void {
  if (step.action.do !== 'set') return;
  if (walker.situation.active.size > 0) settle(walker);
  walker.make(step.action);
  if (joint === undefined) return;
  const own = new Set(outputsOf(walker.probe.target, step.action.variable));
  look(walker);
  const { answer } = walker.steps.at(-1)!;
  const ofOwn = ({ status, shown }: Answer): Answer => ({
    status,
    shown: new Map([...shown].filter(([, { variable }]) => variable !== undefined && own.has(variable.name))),
  });
  const difference = differenceBetween(walker.probe.target, ofOwn(joint.answer), ofOwn(answer));
  if (difference !== undefined) throw new Parted({ ...difference, size: 'small' }, joint);
}

/** Returns the outputs of one Clock alone that depend on it, on its own variables and on inputs. */
function outputsOf({ description: { variables, outputs } }: Target, clock: Variable): string[] {
  const isOwn = (v: Variable): boolean => v.clocks?.length === 1 && v.clocks[0] === clock.valueReference;
  const isKnown = (v: Variable): boolean =>
    v.type === 'Clock'
      ? v.valueReference === clock.valueReference
      : isOwn(v) || (!isClocked(v) && v.causality === 'input');
  return outputs
    .filter(
      ({ variable, dependencies }) =>
        variables[variable].type !== 'Clock' &&
        isOwn(variables[variable]) &&
        dependencies?.every((i) => isKnown(variables[i])) === true,
    )
    .map(({ variable }) => variables[variable].name);
}
