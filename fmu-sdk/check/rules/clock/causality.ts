import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { clockPart, withEvents } from '../../example/example-parts.ts';
import { clocks, noClocks } from '../../model/clock-access.ts';
import { initialTables } from '../../model/initial-tables.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const clockCausality: Rule = {
  id: 'clock/causality',
  title: 'Clocks are input, output or local',
  inapplicableReason: noClocks,
  class: 'violation',
  fmi3: '2.4.7.4',
  explanation:
    'For clocks, causality defines who activates them: the importer (input), the FMU for others (output) or for itself (local).',
  needs: 'description',
  pass: [fmi3({ interfaces: withEvents, variables: clockPart })],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables:
        '<Clock name="c" valueReference="1" causality="parameter" variability="discrete" intervalVariability="triggered"/>',
    }),
  ],
  *check(model) {
    for (const variable of clocks(model))
      if (
        !['input', 'output', 'local'].includes(variable.causality) &&
        initialTables['3.0'][variable.causality] !== undefined
      )
        yield defect(
          variable.element,
          'causality',
          `Clock ${named(variable)} has causality ${variable.causality}.`,
          'input, output or local',
        );
  },
};
