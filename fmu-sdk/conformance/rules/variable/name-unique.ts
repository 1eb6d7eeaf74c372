import { attribute, childrenNamed } from '../../../xml/parse.ts';
import { fmi2, fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { repeated } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const variableNameUnique: StaticRule = modelRule({
  id: 'variable/name-unique',
  title: 'No two variables, aliases included, have the same name',
  severity: 'error',
  fmi2: '2.2.7',
  fmi3: '2.4.7.4',
  explanation:
    'A name identifies a variable for users and connections. In FMI 3.0 the names of Alias elements count as well.',
  pass: [
    fmi3({
      variables:
        '<Float64 name="a" valueReference="1"><Alias name="b"/></Float64><Float64 name="c" valueReference="2"/>',
    }),
  ],
  fail: [
    fmi3({ variables: '<Float64 name="a" valueReference="1"/><Float64 name="a" valueReference="2"/>' }),
    fmi3({
      variables:
        '<Float64 name="a" valueReference="1"><Alias name="b"/></Float64><Float64 name="b" valueReference="2"/>',
    }),
    fmi2({
      variables:
        '<ScalarVariable name="a" valueReference="1"><Real/></ScalarVariable><ScalarVariable name="a" valueReference="2"><Real/></ScalarVariable>',
    }),
  ],
  *check(model) {
    const all = model.variables.flatMap(({ element }) => [element, ...childrenNamed(element, 'Alias')]);
    for (const { item, first } of repeated(all, (element) => attribute(element, 'name') || undefined))
      yield defect(
        item,
        'name',
        `The ${first.name} in line ${first.line} has this name already.`,
        'a name of its own',
      );
  },
});
