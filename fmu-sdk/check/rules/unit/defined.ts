import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const unitDefined: Rule = {
  id: 'unit/defined',
  title: 'Every unit that is used is defined',
  class: 'violation',
  fmi2: '2.2.3',
  fmi3: '2.4.4',
  explanation:
    'The attribute unit of a variable or type names a unit of UnitDefinitions, which must exist. A quantity without unit does not have the attribute.',
  needs: 'description',
  pass: [
    fmi3({
      definitions: '<UnitDefinitions><Unit name="m"/></UnitDefinitions>',
      variables: '<Float64 name="x" valueReference="1" unit="m"/>',
    }),
  ],
  fail: [
    fmi3({ variables: '<Float64 name="x" valueReference="1" unit="m"/>' }),
    fmi3({ definitions: '<TypeDefinitions><Float64Type name="Length" unit="m"/></TypeDefinitions>' }),
    fmi2({ variables: '<ScalarVariable name="x" valueReference="1"><Real unit="m"/></ScalarVariable>' }),
  ],
  *check(model) {
    for (const typed of [...model.types.map((t) => t.typed), ...model.variables.map((v) => v.typed)]) {
      const measure = attribute(typed, 'unit');
      if (measure !== undefined && !model.unitsOfMeasure.has(measure))
        yield defect(
          typed,
          'unit',
          `The unit ${JSON.stringify(measure)} is not defined.`,
          'the name of a Unit in UnitDefinitions',
        );
    }
  },
};
