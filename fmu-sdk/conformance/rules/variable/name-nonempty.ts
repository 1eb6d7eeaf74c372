import { attribute, childrenNamed } from '../../../xml/parse.ts';
import { fmi2, fmi3 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const variableNameNonempty: StaticRule = modelRule({
  id: 'variable/name-nonempty',
  title: 'Every variable, and every alias, has a name',
  severity: 'error',
  fmi2: '2.2.9',
  fmi3: '2.4.7.5.1',
  explanation: 'Names are unique strings that are not empty, in both naming conventions.',
  pass: [fmi3({ variables: '<Float64 name="a" valueReference="1"/>' })],
  fail: [
    fmi3({ variables: '<Float64 name="" valueReference="1"/>' }),
    fmi3({ variables: '<Float64 name="a" valueReference="1"><Alias name=""/></Float64>' }),
    fmi2({ variables: '<ScalarVariable name="" valueReference="1"><Real/></ScalarVariable>' }),
  ],
  *check(model) {
    for (const { element } of model.variables)
      for (const each of [element, ...childrenNamed(element, 'Alias')])
        if (attribute(each, 'name') === '') yield defect(each, 'name', 'The name is empty.', 'a name');
  },
});
