import { attribute } from '../../../xml/parse.ts';
import { fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const typeNameNonempty: StaticRule = modelRule({
  id: 'type/name-nonempty',
  title: 'Every type has a name',
  severity: 'error',
  fmi3: '2.4',
  explanation: 'Names of list elements must not be empty in FMI 3.0.',
  pass: [fmi3({ definitions: '<TypeDefinitions><Float64Type name="A"/></TypeDefinitions>' })],
  fail: [fmi3({ definitions: '<TypeDefinitions><Float64Type name=""/></TypeDefinitions>' })],
  *check(model) {
    for (const type of model.types)
      if (attribute(type.element, 'name') === '')
        yield defect(type.element, 'name', 'A type has an empty name.', 'a name');
  },
});
