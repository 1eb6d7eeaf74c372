import { attribute } from '../../../xml/parse.ts';
import { fmi2, fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { repeated } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const typeNameUnique: StaticRule = modelRule({
  id: 'type/name-unique',
  title: 'No two types have the same name',
  severity: 'error',
  fmi2: '2.2.3',
  fmi3: '2.4.4',
  explanation: 'Variables refer to a type by its name.',
  pass: [
    fmi3({
      definitions: '<TypeDefinitions><Float64Type name="A"/><Float64Type name="B"/></TypeDefinitions>',
    }),
  ],
  fail: [
    fmi3({ definitions: '<TypeDefinitions><Float64Type name="A"/><Int32Type name="A"/></TypeDefinitions>' }),
    fmi2({
      definitions:
        '<TypeDefinitions><SimpleType name="A"><Real/></SimpleType><SimpleType name="A"><Real/></SimpleType></TypeDefinitions>',
    }),
  ],
  *check(model) {
    for (const { item, first } of repeated(model.types, (type) => attribute(type.element, 'name')))
      yield defect(
        item.element,
        'name',
        `A type of this name is defined in line ${first.element.line} already.`,
        'a name of its own',
      );
  },
});
