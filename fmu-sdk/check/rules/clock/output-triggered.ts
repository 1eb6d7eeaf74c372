import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { withEvents } from '../../example/example-parts.ts';
import { valueChecks } from '../../grammar/xsd-types.ts';
import { clocks, noClocks } from '../../model/clock-access.ts';
import { inherited, named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const clockOutputTriggered: Rule = {
  id: 'clock/output-triggered',
  title: 'Output and local clocks are triggered',
  inapplicableReason: noClocks,
  class: 'violation',
  fmi3: '2.2.8.2',
  explanation:
    'The importer ticks time-based clocks, so they are inputs. A clock that the FMU ticks itself has intervalVariability triggered.',
  needs: 'description',
  pass: [
    fmi3({
      interfaces: withEvents,
      variables: '<Clock name="c" valueReference="1" causality="output" intervalVariability="triggered"/>',
      structure: '<Output valueReference="1"/>',
    }),
  ],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables: '<Clock name="c" valueReference="1" causality="output" intervalVariability="countdown"/>',
      structure: '<Output valueReference="1"/>',
    }),
  ],
  *check(model) {
    for (const variable of clocks(model)) {
      const kind = inherited(variable, 'intervalVariability');
      if (
        ['output', 'local'].includes(variable.causality) &&
        kind !== undefined &&
        kind !== 'triggered' &&
        valueChecks.intervalVariability(kind) === undefined
      )
        yield defect(
          variable.element,
          'intervalVariability',
          `${variable.causality === 'output' ? 'Output' : 'Local'} clock ${named(variable)} is ${kind}.`,
          'triggered',
        );
    }
  },
};
