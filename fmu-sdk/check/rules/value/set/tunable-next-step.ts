import type { Variable } from '../../../../description/description.ts';
import { status } from '../../../../host/instance/fmi-api.ts';
import { injectFault } from '../../../behaviour/calls/fault-injection.ts';
import { type Probe, sameValues, type Value } from '../../../behaviour/fmu-probe.ts';
import { quantity } from '../../../behaviour/values/message-text.ts';
import { moveVariables } from '../../../behaviour/values/move-variables.ts';
import {
  isNumber,
  otherValues,
  outputs,
  readable,
  settable,
  startOf,
} from '../../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../../rule.ts';

/** Tunable parameters that are tried. */
const most = 10;

/** When a parameter gets its other value: never, before the initialization, or after it. */
type Course = 'never' | 'before' | 'after';

/** Values of a run: of the states at its start, and of the outputs after each of two steps. */
interface Results {
  readonly begin: Map<string, Value[]>;
  readonly first: Map<string, Value[]>;
  readonly second: Map<string, Value[]>;
}

export const tunable: Rule = {
  id: 'value/tunable-next-step',
  title: 'A tunable parameter is effective in the next step',
  severity: 'robustness',
  fmi2: '2.2.7, variability',
  fmi3: '2.4.7.4, variability',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'A tunable parameter may be set at each communication point, in model exchange in Event Mode. The following step uses its new value. The check compares the first step with that of an FMU which had the value from the start, if the states are equal. It reports an output that the value changes there, but not here.',
  needs: 'behaviour',
  faults: [
    injectFault('a tunable parameter is effective one step late', (base) => {
      let isRunning = false;
      let lateSteps = 0;
      let late: number | undefined;
      return {
        set(values) {
          if (!isRunning || values.valueReferences[0] !== 7) return base.set(values);
          late = Number(values.view[values.offset]);
          return status.ok;
        },
        instantiate(options) {
          isRunning = false;
          late = undefined;
          lateSteps = 0;
          return base.instantiate(options);
        },
        call(this: typeof base, op) {
          isRunning ||= op.op === 'exitInitializationMode';
          if (op.op === 'doStep' && late !== undefined && lateSteps++ > 0) {
            const values = base.values('Float64', Uint32Array.of(7));
            values.view[0] = late;
            base.set(values);
          }
          return base.call.call(this, op);
        },
      };
    }),
  ],
  inapplicableReason: (target) =>
    tunables(target).length === 0 ? 'the FMU does not have tunable parameters' : undefined,
  async check({ target, open, report, reportAmount }) {
    const probe = await open();
    let compared = 0;
    for (const parameter of tunables(target).slice(0, most)) {
      const [never, before, after] = (['never', 'before', 'after'] as const).map((course) =>
        resultsOf(probe, parameter, course),
      );
      if (never === undefined || before === undefined || after === undefined) continue;
      // Initial values that follow the parameter cannot be made equal.
      if ([...before.begin].some(([name, values]) => !sameValues(values, never.begin.get(name)))) continue;
      compared++;
      const output = outputs(target).find(({ name }) => {
        const [none, start, now] = [never, before, after].map(({ first }) => first.get(name));
        return !sameValues(none, start) && sameValues(none, now);
      });
      if (output === undefined) continue;
      const isLate = !sameValues(after.second.get(output.name), never.second.get(output.name));
      report(probe, {
        message: `Set after the initialization, "${parameter.name}" changes "${output.name}" ${isLate ? 'one step late' : 'not at all'}.`,
        value: quantity(output, after.first.get(output.name) ?? []),
        expected: quantity(output, before.first.get(output.name) ?? []),
      });
    }
    reportAmount(`${compared} tunable parameters`);
  },
};

function tunables(target: Probe['target']): Variable[] {
  return settable(target).filter(
    (v) => v.causality === 'parameter' && v.variability === 'tunable' && isNumber(v),
  );
}

/** Returns undefined if the FMU refuses the value or a step. */
function resultsOf(probe: Probe, parameter: Variable, course: Course): Results | undefined {
  const { target } = probe;
  const wanted = otherValues(target, parameter, startOf(parameter) ?? []);
  if (wanted === undefined || wanted.length === 0) return undefined;
  const set = (when: Course): void => {
    if (when === course && probe.write(parameter, wanted) > status.warning)
      probe.refuse('set', parameter.name);
  };
  const rows: Map<string, Value[]>[] = [];
  probe.beginAgain();
  const done = probe.attempt(() => {
    probe.reach('instantiated');
    set('before');
    probe.initialize(probe.experiment);
    moveVariables(
      probe,
      settable(target).filter((v) => v.causality === 'input' && v.variability === 'continuous'),
    );
    if (target.kind === 'modelExchange') {
      probe.leaveInitialization('event');
      probe.settleEvents();
      rows.push(probe.snapshot(states(target)));
      set('after');
      probe.settleEvents();
      probe.requireCall('enterContinuousTimeMode');
    } else {
      probe.leaveInitialization('step');
      rows.push(probe.snapshot(states(target)));
      set('after');
    }
    for (let n = 0; n < 2; n++) {
      probe.advance();
      rows.push(probe.snapshot(outputs(target)));
    }
  });
  return done ? { begin: rows[0], first: rows[1], second: rows[2] } : undefined;
}

/** Variables that are continuous states, and others that the FMU starts with. */
function states(target: Probe['target']): Variable[] {
  const derived = new Set(target.description.variables.map((v) => v.derivative));
  return readable(target).filter(
    (v) =>
      v.causality !== 'parameter' &&
      ((v.type === 'Float64' && derived.has(v.valueReference)) || v.initial === 'exact'),
  );
}
