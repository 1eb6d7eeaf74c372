import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { clockPart, withEvents } from '../../example/example-parts.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const clockedVariability: Rule = {
  id: 'clocked/variability',
  title: 'Clocked variables are discrete or tunable',
  class: 'violation',
  fmi3: '2.4.7.4',
  explanation:
    'A clocked variable changes only when its clock ticks. Floats are continuous by default, so they need the attribute variability.',
  needs: 'description',
  pass: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}<Float64 name="x" valueReference="2" variability="discrete" clocks="1"/>`,
    }),
  ],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}<Float64 name="x" valueReference="2" clocks="1"/>`,
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      if (
        attribute(variable.element, 'clocks') !== undefined &&
        variable.type !== 'Clock' &&
        ['constant', 'fixed', 'continuous'].includes(variable.variability)
      )
        yield defect(
          variable.element,
          'clocks',
          `${named(variable)} is clocked and ${variable.variability}.`,
          'variability discrete or tunable',
        );
  },
};
