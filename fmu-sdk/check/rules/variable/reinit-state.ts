import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableReinitState: Rule = {
  id: 'variable/reinit-state',
  title: 'Only continuous states have reinit',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.5',
  interfaces: ['modelExchange'],
  explanation:
    'reinit declares that the FMU may change a state at an event. It is allowed only for a continuous-time state.',
  needs: 'description',
  pass: [
    fmi3({
      interfaces: '<ModelExchange modelIdentifier="unit"/>',
      variables:
        '<Float64 name="x" valueReference="1" initial="exact" start="0" reinit="true"/><Float64 name="v" valueReference="2" derivative="1"/>',
      structure: '<ContinuousStateDerivative valueReference="2"/><InitialUnknown valueReference="2"/>',
    }),
  ],
  fail: [
    fmi3({
      interfaces: '<ModelExchange modelIdentifier="unit"/>',
      variables: '<Float64 name="x" valueReference="1" reinit="true"/>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (attribute(variable.typed, 'reinit') !== undefined && !model.states.has(variable))
        yield defect(
          variable.typed,
          'reinit',
          `${named(variable)} is not a continuous state.`,
          'no such attribute, or its derivative in the model structure',
        );
  },
};
