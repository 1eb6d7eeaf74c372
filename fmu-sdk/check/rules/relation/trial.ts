import { io } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { Choice } from '../../relations/choice.ts';
import { evaluate, look } from '../../relations/moves.ts';
import { relationRule } from '../../relations/relation-rule.ts';
import { chosenValues, settableNow } from '../../relations/settable.ts';
import { keyOf } from '../../relations/situation.ts';
import type { Walker } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

export const trial: Rule = relationRule({
  id: 'relation/trial',
  title: 'A trial evaluation at another time and state leaves no trace',
  severity: 'violation',
  fmi2: '3.2.1 and 3.2.2',
  fmi3: '3.2.1',
  interfaces: ['modelExchange'],
  explanation:
    'Solvers evaluate the model at times, states and inputs that they reject. Afterwards they set the time, the states and the inputs back. The check makes such evaluations between the steps of the solver. All values must be those of an instance without them. Otherwise the FMU uses a stale cache or stores what it must not.',
  faults: [
    injectFault(
      'the time is never set back',
      (base) => ({
        call(this: typeof base, op) {
          const before = base.values('Float64', Uint32Array.of(0));
          base.get(before);
          if (op.op === 'setTime')
            this.registers[io.time] = Math.max(this.registers[io.time], before.view[0] as number);
          return base.call(op);
        },
      }),
      { kind: 'modelExchange' },
    ),
  ],
  difference: 'is evaluated at another time and state, and set back,',
  toleratesSmall: true,
  vary(walker, { before, after, detour }) {
    walker.repeat(before);
    for (const [i, segment] of after.entries()) {
      tryElsewhere(walker, new Choice(detour[i % detour.length] ?? 0));
      walker.repeat(segment);
    }
  },
});

/** Evaluates the model elsewhere, and sets everything back. */
function tryElsewhere(walker: Walker, choice: Choice): void {
  const { situation, probe } = walker;
  const { mode, time, stateCount: count } = situation;
  if (mode !== 'continuousTime') return;
  const states =
    count > 0
      ? [...walker.make({ do: 'vector', op: 'getContinuousStates', count }).shown.values()][0].values.map(
          Number,
        )
      : [];
  const inputs = settableNow(situation);
  // An input that was never set has the value that the FMU shows, also without its start value.
  const { shown } = walker.make({ do: 'look', variables: inputs });
  const values = inputs.map((v) => situation.values.get(keyOf(v)) ?? shown.get(`"${v.name}"`)?.values);
  const later = Math.min(time + (1 + choice.of(3)) * probe.stepSize, situation.horizon);
  walker.call('setTime', { time: later });
  if (count > 0)
    walker.make({
      do: 'vector',
      op: 'setContinuousStates',
      count,
      values: states.map((x) => x + 0.125 * (Math.abs(x) || 1)),
    });
  for (const [i, variable] of inputs.entries()) {
    if (values[i] === undefined) continue;
    const other = chosenValues(situation, variable, new Choice(1));
    if (other !== undefined) walker.make({ do: 'set', variable, values: other });
  }
  if (choice.of(2) === 0) look(walker);
  evaluate(walker);
  walker.call('setTime', { time });
  if (count > 0) walker.make({ do: 'vector', op: 'setContinuousStates', count, values: states });
  for (const [i, variable] of inputs.entries())
    if (values[i] !== undefined) walker.make({ do: 'set', variable, values: values[i] });
}
