import { elementCount, type Variable } from '../../../description/description.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Probe, Value } from '../../behaviour/fmu-probe.ts';
import type { RuleContext } from '../../behaviour/rule-context.ts';
import {
  deserialize,
  getState,
  setState,
  withSerialization,
  withState,
} from '../../behaviour/states/state-support.ts';
import { compareRuns, record, repeatRun } from '../../behaviour/trajectory/trajectory-check.ts';
import {
  otherValues,
  readable,
  running,
  settable,
  settableDuringSimulation,
} from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';

const steps = 25;
const most = 200;

/** Lengths of texts that are tried, from the longest on. */
const textLengths = [2000, 250, 90];

export const everything: Rule = {
  id: 'memory/everything',
  title: 'A state contains all variables and determines the following run',
  severity: 'violation',
  fmi2: '2.1.8',
  fmi3: '2.2.7.4',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'A state contains all data that the FMU needs to continue: continuous states, parameters, inputs, texts, counters, the next event and the time. Its serialized form contains these data too. The check gives texts the longest values that the FMU takes. It saves a state, continues, sets other values and restores the state. It compares every variable, then runs again and compares all discrete values.',
  needs: 'behaviour',
  faults: [
    injectFault('an input is not restored', (base) => {
      let restored = false;
      return {
        setState(this: typeof base, handle) {
          restored = true;
          return base.setState.call(this, handle);
        },
        get: afterReading(base, 1, (value) => (restored ? 77 : value)),
      };
    }),
  ],
  inapplicableReason: withState,
  async check(context) {
    const { target, open } = context;
    // In FMI 2.0 a state does not contain the time (2.0.5, 2.1.8): the next step provides it.
    const isKept = (v: Variable): boolean => target.fmi === 3 || v.causality !== 'independent';
    const variables = readable(target).filter(isKept).slice(0, most);
    const probe = await open();
    reachWithLongTexts(probe);
    for (let n = 0; n < 3; n++) probe.advance();
    const [savedState, time] = [getState(probe), probe.time];
    const expected = record(probe, variables, steps);
    const goBack = (handle: number, what: string): void => {
      setState(probe, handle);
      probe.time = time;
      compareRuns([expected[0]], [probe.snapshot(variables)], variables, (wrong) =>
        context.report(probe, { ...wrong, message: `After ${what}: ${wrong.message}` }),
      );
    };
    for (const variable of settableDuringSimulation(target).slice(0, most)) {
      const { status: got, values } = probe.read(variable);
      const other = got > status.warning ? undefined : otherValues(target, variable, values);
      if (other !== undefined) probe.write(variable, other);
    }
    const again = serialized(context, probe, savedState);
    goBack(savedState, 'setFMUState');
    // An integrator may restart with another internal step: computed numbers are not compared
    // exactly.
    const counted = variables.filter((v) => !v.type.startsWith('Float'));
    repeatRun(
      expected.map((row) => only(row, counted)),
      probe,
      counted,
      (wrong) =>
        context.report(probe, { ...wrong, message: `In the run after setFMUState: ${wrong.message}` }),
    );
    if (again !== undefined) goBack(again, 'setting a serialized state');
  },
};

/** Goes to the simulation, with the longest texts that the FMU takes as inputs. */
function reachWithLongTexts(probe: Probe): void {
  const inputs = settable(probe.target).filter(
    (v) => v.causality === 'input' && (v.type === 'String' || v.type === 'Binary'),
  );
  for (const length of inputs.length === 0 ? [] : textLengths) {
    probe.reach('initialization');
    if (inputs.slice(0, most).every((v) => probe.write(v, textOf(v, length)) <= status.warning)) {
      probe.leaveInitialization(running(probe.target));
      return;
    }
    probe.beginAgain();
  }
  probe.reach(running(probe.target));
}

/** Returns texts of this length, or the largest binary values below it. */
function textOf(variable: Variable, length: number): Value[] {
  const count = elementCount(variable);
  if (variable.type === 'String') return Array.from({ length: count }, (_, i) => longText(length - (i % 10)));
  const size = Math.min(variable.maxSize ?? 16, length);
  return Array.from({ length: count }, (_, i) =>
    Uint8Array.from({ length: size }, (_, k) => (k + i + 1) % 256),
  );
}

/** Returns a text whose parts differ. */
function longText(length: number): string {
  return 'The quick brown fox jumps over the lazy dog 0123456789. '.repeat(40).slice(0, length);
}

function only(row: ReadonlyMap<string, Value[]>, variables: readonly Variable[]): Map<string, Value[]> {
  return new Map(variables.flatMap(({ name }) => (row.has(name) ? [[name, row.get(name)!]] : [])));
}

/**
 * Returns the state after serializing and deserializing it. Returns undefined if the FMU does not
 * serialize, or fails.
 */
function serialized({ target, report }: RuleContext, probe: Probe, handle: number): number | undefined {
  if (withSerialization(target) !== undefined) return undefined;
  const { status: answer, bytes } = probe.query('serializeState', String(handle), (c) =>
    c.serializeState(handle),
  );
  if (answer > status.warning) return undefined;
  if (bytes.length > 0) return deserialize(probe, bytes.slice());
  report(probe, {
    message: 'The serialized state is empty.',
    value: '0 bytes',
    expected: 'the bytes of the state',
  });
  return undefined;
}
