import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import type { Model } from '../../model/checked-model.ts';
import { initialTables } from '../../model/initial-tables.ts';
import { isFloat, named, type Variable } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableContinuousType: Rule = {
  id: 'variable/continuous-type',
  title: 'Only floating-point variables are continuous',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.4',
  explanation:
    'Integers, Booleans, strings and enumerations are not continuous. In FMI 2.0 continuous is the default, so they need the attribute variability.',
  needs: 'description',
  pass: [
    fmi2({
      variables:
        '<ScalarVariable name="x" valueReference="1" variability="discrete"><Integer/></ScalarVariable>',
    }),
  ],
  fail: [
    fmi2({ variables: '<ScalarVariable name="x" valueReference="1"><Integer/></ScalarVariable>' }),
    fmi3({ variables: '<Int32 name="x" valueReference="1" variability="continuous"/>' }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (
        variable.variability === 'continuous' &&
        !isFloat(variable) &&
        variable.type !== '' &&
        variable.type !== 'Clock' &&
        isOtherwiseRight(model, variable)
      )
        yield defect(
          variable.element,
          'variability',
          `${variable.type} ${named(variable)} is continuous${attribute(variable.element, 'variability') === undefined ? ' by default' : ''}.`,
          'another variability, such as discrete',
        );
  },
};
/**
 * Returns true if the pair of causality and variability is allowed for other types. Otherwise
 * another rule reports it.
 */
function isOtherwiseRight(model: Model, variable: Variable): boolean {
  return (
    variable.causality !== 'independent' &&
    initialTables[model.version][variable.causality]?.continuous !== undefined
  );
}
