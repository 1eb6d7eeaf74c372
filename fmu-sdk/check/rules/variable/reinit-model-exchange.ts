import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { implementsInterface } from '../../model/checked-model.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableReinitModelExchange: Rule = {
  id: 'variable/reinit-model-exchange',
  title: 'Only model exchange has reinit',
  class: 'violation',
  fmi2: '2.2.7',
  explanation:
    'An FMU that supports only co-simulation handles its events internally, and must not have the attribute.',
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
          `The FMU of ${named(variable)} supports only co-simulation.`,
          'no such attribute',
        );
  },
};
