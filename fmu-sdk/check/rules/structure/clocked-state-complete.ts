import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { clockedState, clockPart, withEvents } from '../../example/example-parts.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const structureClockedStateComplete: Rule = {
  id: 'structure/clocked-state-complete',
  title: 'All clocked states are listed',
  class: 'violation',
  fmi3: '2.4.8',
  explanation:
    'A variable with the attribute previous is a clocked state. The model structure lists all clocked states.',
  needs: 'description',
  pass: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}${clockedState}`,
      structure: '<ClockedState valueReference="3"/>',
    }),
  ],
  fail: [fmi3({ interfaces: withEvents, variables: `${clockPart}${clockedState}` })],
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
};
