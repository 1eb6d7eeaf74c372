import { status, statusNames } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Setting } from '../../behaviour/fmu-probe.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import { endOfSettings, lastSettings } from '../../relations/settings.ts';
import { goOn, setEach } from '../../relations/typical-pairs.ts';
import { Abandoned, Parted, type Step, type Walker } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

export const together: Rule = relationRule({
  id: 'relation/together',
  title: 'Setting variables in one call is like setting them one by one',
  severity: 'violation',
  fmi2: '2.1.7',
  fmi3: '2.2.7.1',
  explanation:
    'A setter takes any number of variables of its type. Importers set all of them in one call, or call the setter for each. The check sets variables together that the first instance sets one by one. All values must be equal. A setter that counts its arguments wrongly shows here only.',
  faults: [
    injectFault('only the first of several values is set', (base) => ({
      set(values) {
        if (values.valueReferences.length < 2) return base.set(values);
        const first = base.values(values.type, values.valueReferences.slice(0, 1));
        first.view[0] = values.view[0];
        return base.set(first);
      },
    })),
  ],
  difference: 'has its variables set in one call',
  pairs: 1,
  ownPairs: [
    ...[0, 1].map((kind) => ({
      before: [setEach(kind), goOn, setEach(kind + 1), goOn],
      detour: kind === 0 ? [] : [goOn],
      after: [goOn, setEach(kind + 2), goOn],
    })),
    // States and inputs are set together in Initialization Mode alone, so that no later setting hides them.
    { before: [goOn, setEach(1)], detour: [], after: [goOn, goOn] },
  ],
  readsAtEnd: true,
  toleratesSmall: true,
  vary(walker, { before, after, detour }) {
    const steps = [...before, ...after.flat()];
    for (let at = 0; at < steps.length; ) {
      const end = endOfSettings(steps, at);
      if (end === at) walker.repeat([steps[at++]]);
      else {
        const last = lastSettings(steps.slice(at, end));
        setTogether(walker, detour.length % 2 === 0 ? last : [...last].reverse());
        at = end;
      }
    }
  },
});

/** Sets variables with one call for each type. */
function setTogether(walker: Walker, steps: readonly Step[]): void {
  const types = new Map<string, Step[]>();
  for (const step of steps) {
    if (step.action.do !== 'set') continue;
    const { type } = step.action.variable;
    types.set(type, [...(types.get(type) ?? []), step]);
  }
  for (const same of types.values()) {
    const settings = same.flatMap(({ action }): Setting[] => (action.do === 'set' ? [action] : []));
    if (settings.length > 1) setAtOnce(walker, settings, same[0]);
    else walker.repeat(same);
  }
}

/** Sets variables in one call, which must be granted because each was set before. */
function setAtOnce(walker: Walker, settings: readonly Setting[], step: Step): void {
  try {
    walker.make({ do: 'setTogether', settings });
  } catch (error) {
    const { answer } = walker.steps.at(-1)!;
    if (!(error instanceof Abandoned) || answer.status <= status.warning) throw error;
    const [value, expected] = [answer, step.answer].map((a) => statusNames[a.status]);
    const what = 'The setter of several variables has another status';
    throw new Parted({ what, value, expected, size: 'large', isRefusal: true }, step);
  }
}
