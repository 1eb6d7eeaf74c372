import { defect } from '../../defect.ts';
import { fmi2, fmi3, xml } from '../../example/example-fmu.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableStartIndependent: Rule = {
  id: 'variable/start-independent',
  title: 'The independent variable does not have a start value',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.4',
  explanation: 'It starts at the start time of the run, which the importer chooses.',
  needs: 'description',
  pass: [
    fmi2({
      variables:
        '<ScalarVariable name="t" valueReference="1" causality="independent"><Real/></ScalarVariable>',
    }),
  ],
  fail: [
    fmi2({
      variables:
        '<ScalarVariable name="t" valueReference="1" causality="independent"><Real start="0"/></ScalarVariable>',
    }),
    fmi3({
      description: xml(
        '<fmiModelDescription fmiVersion="3.0" modelName="unit" instantiationToken="one"><CoSimulation modelIdentifier="unit"/><ModelVariables><Float64 name="time" valueReference="0" causality="independent" start="0"/></ModelVariables><ModelStructure/></fmiModelDescription>',
      ),
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (variable.causality === 'independent' && variable.start !== undefined)
        yield defect(
          variable.typed,
          'start',
          `The independent variable ${named(variable)} has a start value.`,
          'no start',
        );
  },
};
