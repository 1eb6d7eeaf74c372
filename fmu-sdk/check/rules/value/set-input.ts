import type { Variable } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Value } from '../../behaviour/fmu-probe.ts';
import { quantity } from '../../behaviour/message-text.ts';
import { goToFirstReadablePhase } from '../../behaviour/readable-variables.ts';
import { differenceOf, storedValueSlack, withLowerSeverity } from '../../behaviour/value-difference.ts';
import { isNumber, otherValues, settable, startOf } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const setInput: Rule = {
  id: 'value/set-input',
  title: 'An input that is set in Initialization Mode keeps the value',
  class: 'violation',
  fmi2: '2.1.7',
  fmi3: '2.3.3',
  explanation:
    'Inputs are set in Initialization Mode, repeatedly if FMUs form a loop, and must be readable with the set value.',
  needs: 'behaviour',
  faults: [
    injectFault('inputs are ignored during the initialization', (base) => ({
      set: (values) => (values.valueReferences[0] === 1 ? 0 : base.set(values)),
    })),
  ],
  inapplicableReason: (target) =>
    settable(target).some((v) => v.causality === 'input') ? undefined : 'the FMU does not have inputs',
  async check({ target, open, report }) {
    const inputs = settable(target).filter((v) => v.causality === 'input' && isNumber(v));
    const set: { variable: Variable; wanted: Value[] }[] = [];
    const probe = await open();
    probe.reach('initialization');
    for (const variable of inputs) {
      const start = startOf(variable) ?? [];
      const wanted = otherValues(target, variable, start);
      if (wanted === undefined || wanted.length === 0) continue;
      const answer = probe.write(variable, wanted);
      if (answer <= status.warning) set.push({ variable, wanted });
      if (answer <= status.discard) continue;
      report(probe, {
        message: `"${variable.name}" cannot be set in Initialization Mode.`,
        value: statusNames[answer],
        expected: 'ok',
      });
      return;
    }
    // In FMI 2.0 inputs are readable only afterwards.
    goToFirstReadablePhase(probe);
    for (const { variable, wanted } of set) {
      const { status: answer, values } = probe.read(variable);
      const difference = differenceOf(values, wanted, storedValueSlack, variable);
      if (answer > status.warning || difference === 'none') continue;
      const defect = {
        message: `"${variable.name}" differs from the value that was set in Initialization Mode.`,
        value: quantity(variable, values),
        expected: quantity(variable, wanted),
      };
      report(probe, withLowerSeverity(defect, difference));
    }
  },
};
