import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { type Example, fmi3 } from '../../example/example-fmu.ts';
import { clockPart, withEvents } from '../../example/example-parts.ts';
import { variabilities } from '../../model/initial-tables.ts';
import { named, reference } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

const state = '<Float64 name="x" valueReference="3" variability="discrete" clocks="1" previous="2"/>';

export const clockedPreviousTarget: Rule = {
  id: 'clocked/previous-target',
  title: 'A previous value is discrete, has the type of its state, and is not an input',
  class: 'violation',
  fmi3: '2.4.7.4',
  explanation:
    'The variable in previous must have the type of the state, variability discrete, and a causality other than input: the FMU sets it at every tick.',
  needs: 'description',
  pass: [example('')],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}<Float64 name="p" valueReference="2"/>${state}`,
      structure: '<ClockedState valueReference="3"/>',
    }),
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}<Int32 name="p" valueReference="2"/>${state}`,
      structure: '<ClockedState valueReference="3"/>',
    }),
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}<Float64 name="p" valueReference="2" causality="input" variability="discrete" start="0"/>${state}`,
      structure: '<ClockedState valueReference="3"/>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables) {
      const target = model.byReference.get(reference(attribute(variable.element, 'previous')) ?? -1)?.[0];
      if (target === undefined || target === variable || !variabilities.includes(target.variability))
        continue;
      if (target.type !== variable.type || target.variability !== 'discrete' || target.causality === 'input')
        yield defect(
          variable.element,
          'previous',
          `${named(target)}, the previous value of ${variable.type} ${named(variable)}, is a ${target.variability} ${target.causality} of type ${target.type}.`,
          `a discrete ${variable.type} that is not an input`,
        );
    }
  },
};
function example(variables: string, structure = ''): Example {
  return fmi3({
    interfaces: withEvents,
    variables: `${clockPart}<Float64 name="p" valueReference="2" variability="discrete"/><Float64 name="x" valueReference="3" variability="discrete" clocks="1" previous="2"/>${variables}`,
    structure: `<ClockedState valueReference="3"/>${structure}`,
  });
}
