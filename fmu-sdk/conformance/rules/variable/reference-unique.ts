import { fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { repeated } from '../../model/elements.ts';
import { named } from '../../model/variable.ts';
import type { StaticRule } from '../../rule.ts';

export const variableReferenceUnique: StaticRule = modelRule({
  id: 'variable/reference-unique',
  title: 'No two variables have the same value reference',
  severity: 'error',
  fmi3: '2.4.7.4',
  explanation:
    'In FMI 3.0 a value reference identifies one variable, whatever its type; several names of one value are Alias elements.',
  pass: [fmi3({ variables: '<Float64 name="a" valueReference="1"/><Int32 name="b" valueReference="2"/>' })],
  fail: [fmi3({ variables: '<Float64 name="a" valueReference="1"/><Int32 name="b" valueReference="1"/>' })],
  *check(model) {
    for (const { item, first } of repeated(model.variables, (variable) => variable.reference))
      yield defect(
        item.element,
        'valueReference',
        `Variables ${named(first)} and ${named(item)} have one value reference.`,
        'one of its own, or an Alias element',
      );
  },
});
