import type { Variable } from '../../../../description/description.ts';
import { status } from '../../../../host/instance/fmi-api.ts';
import { injectFault } from '../../../behaviour/calls/fault-injection.ts';
import type { Target } from '../../../behaviour/check-target.ts';
import { type Probe, RuleSkipped, type Value } from '../../../behaviour/fmu-probe.ts';
import { quantity } from '../../../behaviour/values/message-text.ts';
import { goToFirstReadablePhase } from '../../../behaviour/values/readable-variables.ts';
import { differenceOf, storedValueSlack } from '../../../behaviour/values/value-difference.ts';
import {
  isNumber,
  otherValues,
  settableWithStart,
  startOf,
} from '../../../behaviour/values/variable-selection.ts';
import type { Defect } from '../../../defect.ts';
import type { Rule } from '../../../rule.ts';

/** Variables that are checked, each in a run. */
const most = 20;

export const setExact: Rule = {
  id: 'value/set-exact',
  title: 'Exact start values of states and outputs can be replaced before the initialization',
  severity: 'robustness',
  fmi2: '2.1.7 and 2.2.7',
  fmi3: '2.3.2 and 2.4.7.5',
  explanation:
    'A variable with initial="exact" keeps in Initialization Mode the value that was set last. The check sets such states, local variables and outputs twice, one after the other. Exporters mark variables as exact that equations hold, so that a difference is a matter of robustness.',
  needs: 'behaviour',
  faults: [
    injectFault('a state keeps its start value', (base) => ({
      set: (values) => (values.valueReferences[0] === 4 ? 0 : base.set(values)),
    })),
  ],
  inapplicableReason: (target) =>
    exactVariables(target).length === 0
      ? 'the FMU does not have a state, local variable or output with initial="exact"'
      : undefined,
  async check({ target, open, report, reportAmount }) {
    let compared = 0;
    for (const variable of exactVariables(target).slice(0, most)) {
      const probe = await open();
      const result = attempt(probe, variable);
      if (result !== undefined) compared++;
      if (typeof result === 'object') report(probe, result);
      probe.close();
    }
    reportAmount(`${compared} values kept`);
  },
};

function exactVariables(target: Target): Variable[] {
  return settableWithStart(target).filter(
    (v) => (v.causality === 'local' || v.causality === 'output') && isNumber(v) && startOf(v) !== undefined,
  );
}

/** Sets twice, initializes and reads. Returns undefined if the FMU refuses the values. */
function attempt(probe: Probe, variable: Variable): Defect | 'kept' | undefined {
  const start = startOf(variable) ?? [];
  const wanted = otherValues(probe.target, variable, start);
  if (wanted === undefined || wanted.length === 0) return undefined;
  probe.reach('instantiated');
  for (const values of [start, wanted] as Value[][])
    if (probe.write(variable, values) > status.warning) return undefined;
  try {
    probe.initialize(probe.experiment);
    goToFirstReadablePhase(probe);
  } catch (error) {
    if (!(error instanceof RuleSkipped)) throw error;
    return undefined;
  }
  const { status: got, values } = probe.read(variable);
  const difference = differenceOf(values, wanted, storedValueSlack, variable);
  if (got > status.warning) return undefined;
  if (difference === 'none') return 'kept';
  return {
    message: `"${variable.name}" has initial="exact", was set before the initialization, and has another value in it.`,
    value: quantity(variable, values),
    expected: quantity(variable, wanted),
  };
}
