import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import type { Model } from '../../model/checked-model.ts';
import { initialTables } from '../../model/initial-tables.ts';
import { named, type Variable } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const variableStartCalculated: Rule = {
  id: 'variable/start-calculated',
  title: 'Calculated variables do not have a start value',
  class: 'violation',
  fmi2: '2.2.7',
  fmi3: '2.4.7.5',
  explanation:
    'With initial calculated (which is also the default of most outputs and locals) the FMU computes the value from others. A start value would be meaningless.',
  needs: 'description',
  pass: [fmi3({ variables: '<Float64 name="x" valueReference="1" initial="calculated"/>' })],
  fail: [
    fmi3({ variables: '<Float64 name="x" valueReference="1" initial="calculated" start="0"/>' }),
    fmi3({ variables: '<Float64 name="x" valueReference="1" start="0"/>' }),
    fmi2({ variables: '<ScalarVariable name="x" valueReference="1"><Real start="0"/></ScalarVariable>' }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (
        variable.initial === 'calculated' &&
        variable.start !== undefined &&
        variable.causality !== 'independent' &&
        allowsCalculated(model, variable)
      )
        yield defect(
          variable.typed,
          'start',
          `${named(variable)} is calculated${attribute(variable.element, 'initial') === undefined ? ' by default' : ''} but has a start value.`,
          'no start, or initial exact or approx',
        );
  },
};
/** Returns true if calculated is allowed. Otherwise another rule reports it. */
function allowsCalculated(model: Model, variable: Variable): boolean {
  return (
    initialTables[model.version][variable.causality]?.[variable.variability]?.includes('calculated') ?? false
  );
}
