import type { Variable } from '../../../../description/description.ts';
import { status } from '../../../../host/instance/fmi-api.ts';
import { injectFault } from '../../../behaviour/calls/fault-injection.ts';
import { type Probe, RuleSkipped, type Value } from '../../../behaviour/fmu-probe.ts';
import type { RuleContext } from '../../../behaviour/rule-context.ts';
import { quantity } from '../../../behaviour/values/message-text.ts';
import { differs } from '../../../behaviour/values/rounding-difference.ts';
import { otherValues, running, settable, startOf } from '../../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../../rule.ts';

const most = 100;

export const retainedValues: Rule = {
  id: 'value/kept',
  title: 'Parameters and inputs keep set values through states and steps',
  severity: 'violation',
  fmi2: '2.2.7, causality',
  fmi3: '2.4.7.4, causality',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'Only the importer changes the values that it sets: changes of state, events and steps must not restore the start value of a parameter or an input. The check sets other values before the initialization, and reads the values of Initialization Mode again at the start of the simulation and after steps.',
  needs: 'behaviour',
  faults: [
    injectFault('a step restores the start value of an input', (base) => {
      let stepped = false;
      return {
        call(this: typeof base, op) {
          stepped ||= op.op === 'doStep';
          return base.call.call(this, op);
        },
        get(this: typeof base, values) {
          const answer = base.get.call(this, values);
          if (stepped && values.valueReferences[0] === 1) values.view[values.offset] = 0.5;
          return answer;
        },
      };
    }),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach('instantiated');
    const set = new Map<Variable, Value[]>();
    for (const variable of settable(target).slice(0, most)) {
      const wanted = other(target, variable);
      if (wanted !== undefined && probe.write(variable, wanted) <= status.warning) set.set(variable, wanted);
    }
    // An FMU may not like all of it at once.
    try {
      probe.initialize(probe.experiment);
      // What does not hold from the start is another rule's.
      forget(probe, set);
      probe.leaveInitialization(running(target));
      look(probe, set, 'at the start of the simulation', report);
      for (let n = 0; n < 4; n++) probe.advance();
      look(probe, set, 'after four steps', report);
    } catch (error) {
      if (!(error instanceof RuleSkipped)) throw error;
    }
  },
};

function other(target: Probe['target'], variable: Variable): Value[] | undefined {
  const start = startOf(variable);
  return start === undefined ? undefined : otherValues(target, variable, start);
}

/** Removes variables that are unreadable or absent after the start of the initialization. */
function forget(probe: Probe, set: Map<Variable, Value[]>): void {
  for (const [variable, wanted] of set) {
    const { status: answer, values } = probe.read(variable);
    if (answer > status.warning || differs(values, wanted)) set.delete(variable);
  }
}

function look(probe: Probe, set: Map<Variable, Value[]>, when: string, report: RuleContext['report']): void {
  for (const [variable, wanted] of set) {
    const { status: answer, values } = probe.read(variable);
    if (answer > status.warning || !differs(values, wanted)) continue;
    set.delete(variable);
    report(probe, {
      message: `"${variable.name}" was set before the initialization and has another value ${when}.`,
      value: quantity(variable, values),
      expected: quantity(variable, wanted),
    });
  }
}
