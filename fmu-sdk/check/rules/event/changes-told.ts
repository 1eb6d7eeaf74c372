import { io } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { type EventResult, firstEvents } from '../../behaviour/events/find-event.ts';
import type { InjectedFault } from '../../behaviour/rule-context.ts';
import { valuesText } from '../../behaviour/values/message-text.ts';
import type { Defect } from '../../defect.ts';
import type { Rule } from '../../rule.ts';

export const changesTold: Rule = {
  id: 'event/changes-told',
  title: 'An event reports changes of continuous states and nominal values, and the time of the next event',
  severity: 'violation',
  fmi2: '3.2.2',
  fmi3: '2.3.5',
  interfaces: ['modelExchange'],
  explanation:
    'With valuesOfContinuousStatesChanged the integrator reads the states again. Without the flag it continues with the old states, which undoes the event. nominalsOfContinuousStatesChanged does this for tolerances, and nextEventTime is a future time. The check runs the default experiment and compares states and nominal values before and after each of the first events.',
  needs: 'behaviour',
  faults: [
    planted('a state jumps without a report', (dx) => dx + 1, undefined),
    planted('the next event is announced for the past', (dx) => dx, -1),
  ],
  async check({ open, report }) {
    const probe = await open();
    for (const happening of firstEvents(probe)) {
      const wrong = faultOf(happening);
      if (wrong === undefined) continue;
      report(probe, wrong);
      return;
    }
  },
};

function faultOf(h: EventResult): Defect | undefined {
  const at = `At the event at ${h.time} s`;
  if (!h.valuesChanged && differ(h.before, h.after))
    return {
      message: `${at} continuous states change, but valuesOfContinuousStatesChanged is false.`,
      value: valuesText(h.after),
      expected: `true, or the earlier states, ${valuesText(h.before)}`,
    };
  if (!h.nominalsChanged && differ(h.nominalsBefore, h.nominalsAfter))
    return {
      message: `${at} nominal values of states change, but nominalsOfContinuousStatesChanged is false.`,
      value: valuesText(h.nominalsAfter),
      expected: `true, or the earlier values, ${valuesText(h.nominalsBefore)}`,
    };
  if (h.valuesChanged && h.before.length === 0)
    return {
      message: `${at} valuesOfContinuousStatesChanged is true, but the FMU does not have continuous states.`,
      value: 'true',
      expected: 'false',
      severity: 'advice',
    };
  if (h.nextTime !== undefined && !(h.nextTime >= h.time))
    return {
      message: `${at} the next time event is in the past.`,
      value: `${h.nextTime} s`,
      expected: `later than ${h.time} s`,
    };
  return undefined;
}

/** States that are recomputed may differ by what rounding does. */
function differ(a: readonly number[], b: readonly number[]): boolean {
  return a.some(
    (x, i) => !(Object.is(x, b[i]) || Math.abs(x - b[i]) <= 1e-12 * Math.max(Math.abs(x), Math.abs(b[i]))),
  );
}

function planted(claim: string, jump: (x: number) => number, next: number | undefined): InjectedFault {
  return injectFault(
    claim,
    (base) => {
      let events = 0;
      return {
        call(this: typeof base, op) {
          const answer = base.call.call(this, op);
          if (op.op === 'updateDiscreteStates') {
            events++;
            if (next !== undefined) {
              this.registers[io.nextEventTimeDefined] = 1;
              this.registers[io.nextEventTime] = next;
            }
          }
          if (op.op === 'getContinuousStates')
            for (let k = 0; k < events; k++) op.doubles[0] = jump(op.doubles[0]);
          return answer;
        },
      };
    },
    { kind: 'modelExchange' },
  );
}
