import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { initialTables } from '../../model/initial-tables.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

const derivative = '<ContinuousStateDerivative valueReference="2"/><InitialUnknown valueReference="2"/>';

export const variableStateCausality: Rule = {
  id: 'variable/state-causality',
  title: 'Continuous states are local or outputs',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.4',
  explanation:
    'The FMU computes a state by integration, so its value cannot come from elsewhere: causality is local or output.',
  needs: 'description',
  pass: [
    fmi3({
      interfaces: '<ModelExchange modelIdentifier="unit"/>',
      variables: pair('local', 'initial="exact" start="0"'),
      structure: derivative,
    }),
  ],
  fail: [
    fmi3({
      interfaces: '<ModelExchange modelIdentifier="unit"/>',
      variables: pair('input', 'start="0"'),
      structure: derivative,
    }),
  ],
  *check(model) {
    for (const state of model.states)
      if (
        !['local', 'output'].includes(state.causality) &&
        initialTables[model.version][state.causality] !== undefined
      )
        yield defect(
          state.element,
          'causality',
          `State ${named(state)} has causality ${state.causality}.`,
          'local or output',
        );
  },
};
function pair(causality: string, attributes: string): string {
  return `<Float64 name="x" valueReference="1" causality="${causality}" ${attributes}/><Float64 name="v" valueReference="2" derivative="1"/>`;
}
