import type { Variable } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/calls.ts';
import type { Defect } from '../../defect.ts';
import { isNumber, otherValues, settable, startOf } from '../../dynamic/pick.ts';
import { plant } from '../../dynamic/plant.ts';
import { type Probe, quantity, sameValues, Unreachable, type Value } from '../../dynamic/probe.ts';
import type { Rule } from '../../rule.ts';

export const setStart: Rule = {
  id: 'value/set-start',
  title: 'What is set before the initialization is there in it',
  class: 'violation',
  fmi2: '2.1.7',
  fmi3: '2.2.7.2',
  explanation:
    'Parameters and inputs take other values than their start values between instantiation and initialization, and have them from then on.',
  needs: 'behaviour',
  plants: [
    plant('a parameter keeps its start value', (base) => ({
      set: (values) => (values.valueReferences[0] === 6 ? 0 : base.set(values)),
    })),
  ],
  async check(bench) {
    const { target, open } = bench;
    const settings = settable(target)
      .filter(isNumber)
      .map((variable) => ({ variable, wanted: otherValues(target, variable, startOf(variable) ?? []) ?? [] }))
      .filter(({ wanted }) => wanted.length > 0);
    // All at once is quick; where that goes wrong, each by itself tells which it is.
    const together: Setting[] = [];
    if (attempt(await open(), settings, (setting) => together.push(setting)) && together.length === 0) return;
    for (const setting of settings)
      attempt(await open(), [setting], (_, probe, misconduct) => bench.report(probe, misconduct));
  },
};

interface Setting {
  variable: Variable;
  wanted: Value[];
}

/** Sets, initializes, reads back; false when the unit cannot be initialized so. */
function attempt(
  probe: Probe,
  settings: readonly Setting[],
  tell: (setting: Setting, probe: Probe, misconduct: Defect) => void,
): boolean {
  probe.reach('instantiated');
  for (const setting of settings) {
    const answer = probe.write(setting.variable, setting.wanted);
    if (answer <= status.warning) continue;
    const { name } = setting.variable;
    tell(setting, probe, { message: `"${name}" cannot be set.`, value: statusNames[answer], expected: 'ok' });
    return true;
  }
  try {
    probe.initialize(probe.experiment);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return false;
  }
  for (const setting of settings) {
    const { status: got, values } = probe.read(setting.variable);
    if (got <= status.warning && !sameValues(values, setting.wanted))
      tell(setting, probe, {
        message: `"${setting.variable.name}" was set before the initialization and has another value in it.`,
        value: quantity(setting.variable, values),
        expected: quantity(setting.variable, setting.wanted),
      });
  }
  return true;
}
