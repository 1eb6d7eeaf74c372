import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { implementsInterface } from '../../model/checked-model.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableReinitModelExchange: Rule = {
  id: 'variable/reinit-model-exchange',
  title: 'reinit is for model exchange only',
  class: 'violation',
  fmi2: '2.2.7',
  explanation:
    'A unit that is only for co-simulation handles its events inside, and must not have the attribute.',
  needs: 'description',
  pass: [
    fmi2({
      interfaces: '<ModelExchange modelIdentifier="unit"/>',
      variables:
        '<ScalarVariable name="x" valueReference="1" initial="exact"><Real start="0" reinit="true"/></ScalarVariable><ScalarVariable name="v" valueReference="2"><Real derivative="1"/></ScalarVariable>',
      structure:
        '<Derivatives><Unknown index="2"/></Derivatives><InitialUnknowns><Unknown index="2"/></InitialUnknowns>',
    }),
  ],
  fail: [
    fmi2({ variables: '<ScalarVariable name="x" valueReference="1"><Real reinit="true"/></ScalarVariable>' }),
  ],
  *check(model) {
    if (implementsInterface(model, 'ModelExchange') || !implementsInterface(model, 'CoSimulation')) return;
    for (const variable of model.variables)
      if (attribute(variable.typed, 'reinit') !== undefined)
        yield defect(
          variable.typed,
          'reinit',
          `The unit of ${named(variable)} is only for co-simulation.`,
          'no such attribute',
        );
  },
};
