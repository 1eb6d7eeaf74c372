import type { Variable } from '../../../description/description.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Value } from '../../behaviour/fmu-probe.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import { differenceOf, sameValues, storedValueSlack } from '../../behaviour/values/value-difference.ts';
import { isClocked, startOf } from '../../behaviour/values/variable-selection.ts';
import { type Contradiction, partAt } from '../../relations/one-walk.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import { keyOf } from '../../relations/situation.ts';
import { event, far, goOn, setEach, trigger } from '../../relations/typical-pairs.ts';
import type { Step } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

export const settings: Rule = relationRule({
  id: 'relation/settings',
  title: 'Parameters and inputs have the values that were set last, in every mode',
  severity: 'violation',
  fmi2: '2.2.7, causality',
  fmi3: '2.4.7.4, causality',
  explanation:
    'Only the importer changes parameters and inputs. They have the last value in every mode, in each region of the states, after events, and with the largest sizes of arrays. The check reads them in all its sequences. A value from before the setting, or a later change, is a violation. Another value may be a limit of the FMU, and is a matter of robustness.',
  faults: [
    injectFault('an input is ignored after five steps', (base) => {
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
        set: (values) => (steps >= 5 && values.type === 'Float64' ? 0 : base.set(values)),
      };
    }),
  ],
  difference: 'is given values, and goes on,',
  ownPairs: [
    ...[true, false].map((withoutEvents) => ({
      before: [goOn, setEach(withoutEvents ? 1 : 3)],
      detour: [],
      after: [goOn, goOn, ...[1, 2, 3, 4, 5].flatMap((kind) => [setEach(kind), far, goOn])],
      withoutEvents,
    })),
    // Inputs are set before triggered Clocks tick.
    {
      before: [goOn, setEach(1)],
      detour: [],
      after: [goOn, ...[1, 3, 4].flatMap((kind) => [setEach(kind), trigger, far])],
    },
    // Discrete inputs are set in Event Mode.
    {
      before: [goOn, setEach(4)],
      detour: [],
      after: [goOn, goOn, ...[1, 2, 3, 4, 5].flatMap((kind) => [event, setEach(kind), goOn])],
    },
  ],
  vary(walker, { before, after }) {
    const steps = [...before, ...after.flat()];
    partAt(walker, steps, firstLost(steps));
  },
});

/** Returns the first reading of a variable without the value that was set last. */
function firstLost(steps: readonly Step[]): Contradiction | undefined {
  const earlier = new Map<string, (readonly Value[])[]>();
  /** Variables that have shown the value since it was set. */
  const right = new Set<string>();
  // A setter that warns may have taken another value.
  const warned = new Set<string>();
  let hasSlopes = false;
  for (const [at, { action, answer, before }] of steps.entries()) {
    hasSlopes ||= action.do === 'slopes';
    if (action.do === 'set') {
      const key = keyOf(action.variable);
      right.delete(key);
      earlier.set(key, [...(earlier.get(key) ?? []), action.values]);
      if (answer.status === status.warning) warned.add(key);
    }
    if (action.do !== 'look') continue;
    for (const { variable, values } of answer.shown.values()) {
      if (variable === undefined || !isOnlySet(variable, hasSlopes)) continue;
      const key = keyOf(variable);
      const expected = warned.has(key) ? undefined : before.values.get(key);
      if (expected === undefined || expected.length !== values.length) continue;
      if (differenceOf(expected, values, storedValueSlack, variable) !== 'large') {
        right.add(key);
        continue;
      }
      const old = [startOf(variable) ?? [], ...(earlier.get(key) ?? [])];
      const isLost = right.has(key) || old.some((known) => sameValues(known, values));
      return {
        at,
        difference: {
          what: `"${variable.name}" does not have the value that was set last`,
          value: quantity(variable, values),
          expected: quantity(variable, expected),
          size: isLost ? 'large' : 'small',
          variable,
        },
      };
    }
  }
  return undefined;
}

/** Returns true if only the importer changes the variable. */
function isOnlySet(variable: Variable, hasSlopes: boolean): boolean {
  const { causality, variability } = variable;
  if (isClocked(variable) || (hasSlopes && variability === 'continuous')) return false;
  return causality === 'parameter' || causality === 'structuralParameter' || causality === 'input';
}
