import { attribute } from '../../../xml/parse.ts';
import { fmi3 } from '../../example/example.ts';
import { clockPart, withEvents } from '../../example/parts.ts';
import { defect, modelRule } from '../../factory.ts';
import { named } from '../../model/variable.ts';
import type { StaticRule } from '../../rule.ts';

export const clockedVariability: StaticRule = modelRule({
  id: 'clocked/variability',
  title: 'Clocked variables are discrete or tunable',
  severity: 'error',
  fmi3: '2.4.7.4',
  explanation:
    'A clocked variable changes only when its clock ticks. Floats are continuous by default, so they need the attribute variability.',
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
});
