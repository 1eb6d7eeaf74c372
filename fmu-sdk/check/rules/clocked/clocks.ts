import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { clockPart, eventsExample } from '../../example/example-parts.ts';
import { words } from '../../grammar/xsd-types.ts';
import { named, reference } from '../../model/variables/model-variable.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const clockedClocks: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation', fmi3: '2.4.7.4' },
  [
    {
      id: 'clocked/clocks-exist',
      title: 'The attribute clocks refers to clocks',
      explanation: 'Every item of clocks is the value reference of a variable of type Clock.',
      pass: eventsExample(
        `${clockPart}<Float64 name="x" valueReference="2" variability="discrete" clocks="1"/>`,
      ),
      fail: [
        fmi3({ variables: '<Float64 name="x" valueReference="2" variability="discrete" clocks="9"/>' }),
        fmi3({ variables: '<Float64 name="x" valueReference="2" variability="discrete" clocks="0"/>' }),
      ],
      *check(model) {
        for (const variable of model.variables)
          for (const word of words(attribute(variable.element, 'clocks') ?? '')) {
            const value = reference(word);
            if (value !== undefined && model.byReference.get(value)?.[0]?.type !== 'Clock')
              yield defect(
                variable.element,
                'clocks',
                `${word} in the clocks of ${named(variable)} is not a clock.`,
                'value references of Clock variables',
              );
          }
      },
    },
    {
      id: 'clocked/clocks-nonempty',
      title: 'A clocked variable has a clock',
      explanation:
        'clocks is a list of at least one value reference. A variable without clocks does not have the attribute.',
      pass: eventsExample(
        `${clockPart}<Float64 name="x" valueReference="2" variability="discrete" clocks="1"/>`,
      ),
      fail: eventsExample(
        `${clockPart}<Float64 name="x" valueReference="2" variability="discrete" clocks=""/>`,
      ),
      *check(model) {
        for (const variable of model.variables)
          if (attribute(variable.element, 'clocks')?.trim() === '')
            yield defect(
              variable.element,
              'clocks',
              `${named(variable)} has an empty list of clocks.`,
              'value references of clocks, or no attribute',
            );
      },
    },
    {
      id: 'clocked/clocks-self',
      title: 'A clock is not clocked by itself',
      explanation:
        'A clock may be a clocked variable of another clock: it can then tick only when that clock ticks. A clock in its own list is meaningless.',
      pass: eventsExample(
        `${clockPart}<Clock name="d" valueReference="2" causality="input" intervalVariability="triggered" clocks="1"/>`,
      ),
      fail: eventsExample(
        '<Clock name="d" valueReference="2" causality="input" intervalVariability="triggered" clocks="2"/>',
      ),
      *check(model) {
        for (const variable of model.variables)
          if (
            words(attribute(variable.element, 'clocks') ?? '').some(
              (word) => reference(word) === variable.reference,
            )
          )
            yield defect(
              variable.element,
              'clocks',
              `${named(variable)} is in its own list of clocks.`,
              'other clocks',
            );
      },
    },
    {
      id: 'clocked/variability',
      title: 'Clocked variables are discrete or tunable',
      explanation:
        'A clocked variable changes only when its clock ticks. Floats are continuous by default, so they need the attribute variability.',
      pass: eventsExample(
        `${clockPart}<Float64 name="x" valueReference="2" variability="discrete" clocks="1"/>`,
      ),
      fail: eventsExample(`${clockPart}<Float64 name="x" valueReference="2" clocks="1"/>`),
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
    },
  ],
);
