import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { clockedState, clockPart, eventsExample } from '../../example/example-parts.ts';
import { named } from '../../model/variables/model-variable.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const structureClockedState: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation', fmi3: '2.4.8' },
  [
    {
      id: 'structure/clocked-state',
      title: 'Listed clocked states have a previous value',
      explanation: 'Each ClockedState is a discrete variable with clocks and previous, but not a clock.',
      pass: eventsExample(`${clockPart}${clockedState}`, '<ClockedState valueReference="3"/>'),
      fail: [
        eventsExample(
          `${clockPart}<Float64 name="x" valueReference="2" variability="discrete" clocks="1"/>`,
          '<ClockedState valueReference="2"/>',
        ),
        eventsExample(clockPart, '<ClockedState valueReference="1"/>'),
      ],
      *check(model) {
        for (const { element, variable } of model.structure.ClockedState)
          if (
            variable !== undefined &&
            (variable.type === 'Clock' || attribute(variable.element, 'previous') === undefined)
          )
            yield defect(
              element,
              'valueReference',
              `Clocked state ${named(variable)} ${variable.type === 'Clock' ? 'is a clock' : 'lacks a previous value'}.`,
              'a variable with the attributes clocks and previous',
            );
      },
    },
    {
      id: 'structure/clocked-state-complete',
      title: 'All clocked states are listed',
      explanation:
        'A variable with the attribute previous is a clocked state. The model structure lists all clocked states.',
      pass: eventsExample(`${clockPart}${clockedState}`, '<ClockedState valueReference="3"/>'),
      fail: eventsExample(`${clockPart}${clockedState}`),
      *check(model) {
        const listed = new Set(model.structure.ClockedState.map((unknown) => unknown.variable));
        for (const variable of model.variables)
          if (
            attribute(variable.element, 'previous') !== undefined &&
            variable.type !== 'Clock' &&
            !listed.has(variable)
          )
            yield defect(
              variable.element,
              'previous',
              `Clocked state ${named(variable)} is not listed in ModelStructure.`,
              `<ClockedState valueReference="${variable.reference}"/>`,
            );
      },
    },
  ],
);
