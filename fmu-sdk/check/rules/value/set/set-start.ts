import type { Variable } from '../../../../description/description.ts';
import { status, statusNames } from '../../../../host/instance/fmi-api.ts';
import { injectFault } from '../../../behaviour/calls/fault-injection.ts';
import { type Probe, RuleSkipped, type Value } from '../../../behaviour/fmu-probe.ts';
import type { RuleContext } from '../../../behaviour/rule-context.ts';
import { quantity } from '../../../behaviour/values/message-text.ts';
import { goToFirstReadablePhase } from '../../../behaviour/values/readable-variables.ts';
import {
  differenceOf,
  storedValueSlack,
  withLowerSeverity,
} from '../../../behaviour/values/value-difference.ts';
import {
  isNumber,
  otherValues,
  settableBeforeInitialization,
  startOf,
} from '../../../behaviour/values/variable-selection.ts';
import type { Defect } from '../../../defect.ts';
import type { Rule } from '../../../rule.ts';

export const setStart: Rule = {
  id: 'value/set-start',
  title: 'Values that are set before the initialization apply in it',
  severity: 'violation',
  fmi2: '2.1.7',
  fmi3: '2.2.7.2',
  explanation:
    'Parameters and inputs accept other values than their start values between instantiation and initialization, and keep them.',
  needs: 'behaviour',
  faults: [
    injectFault('a parameter keeps its start value', (base) => ({
      set: (values) => (values.valueReferences[0] === 6 ? 0 : base.set(values)),
    })),
  ],
  async check(context) {
    const { target, open } = context;
    const settings = settableBeforeInitialization(target)
      .filter(isNumber)
      .map((variable) => ({ variable, wanted: otherValues(target, variable, startOf(variable) ?? []) ?? [] }))
      .filter(({ wanted }) => wanted.length > 0);
    if (settings.length === 0) return;
    // Sets all variables at once, which is fast. If this fails, sets each alone to identify the
    // failing one.
    const together = attempt(await open(), settings);
    if (together !== undefined && together.length === 0) return;
    for (const setting of settings.slice(0, most)) {
      const probe = await open();
      for (const defect of attempt(probe, [setting]) ?? [])
        context.report(
          probe,
          defect.expected === granted ? await weighedRefusal(context, setting, defect) : defect,
        );
      probe.close();
    }
  },
};

/** Variables that are looked at one by one: every one takes a run. */
const most = 100;
const granted = 'ok';

interface Setting {
  variable: Variable;
  wanted: Value[];
}

/**
 * Sets, initializes and reads back. Returns undefined if the FMU refuses to initialize, which it
 * may do for any value.
 */
function attempt(probe: Probe, settings: readonly Setting[]): Defect[] | undefined {
  probe.reach('instantiated');
  for (const { variable, wanted } of settings) {
    const answer = probe.write(variable, wanted);
    // A value out of range may be discarded (FMI 2.0.5, 2.1.3; FMI 3.0.2, 2.2.4).
    if (answer === status.discard) return undefined;
    if (answer > status.warning)
      return [
        { message: `"${variable.name}" cannot be set.`, value: statusNames[answer], expected: granted },
      ];
  }
  try {
    probe.initialize(probe.experiment);
    goToFirstReadablePhase(probe);
  } catch (error) {
    if (!(error instanceof RuleSkipped)) throw error;
    return undefined;
  }
  return settings.flatMap(({ variable, wanted }) => {
    const { status: got, values } = probe.read(variable);
    const difference = differenceOf(values, wanted, storedValueSlack, variable);
    if (got > status.warning || difference === 'none') return [];
    const defect = {
      message: `"${variable.name}" was set before the initialization and has another value in it.`,
      value: quantity(variable, values),
      expected: quantity(variable, wanted),
    };
    return [withLowerSeverity(defect, difference)];
  });
}

/**
 * An FMU need not accept every value within the bounds of its description, but must accept its
 * start value.
 */
async function weighedRefusal({ open }: RuleContext, { variable }: Setting, defect: Defect): Promise<Defect> {
  const probe = await open();
  probe.reach('instantiated');
  const answer = probe.write(variable, startOf(variable) ?? []);
  return answer > status.warning ? defect : { ...defect, severity: 'robustness' };
}
