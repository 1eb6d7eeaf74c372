import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { flatNames, isStructured } from '../../model/structured-names.ts';
import type { Rule } from '../../rule.ts';

export const namingStructured: Rule = {
  id: 'naming/structured',
  title: 'Names follow the declared structured naming convention',
  class: 'violation',
  fmi2: '2.2.9',
  fmi3: '2.4.7.5.1',
  explanation:
    'With variableNamingConvention="structured", names are identifiers separated by points, with array indices and der(): robot.axis[2].phi, der(x,2). Other characters are between apostrophes.',
  needs: 'description',
  pass: [
    fmi3({
      attributes: { variableNamingConvention: 'structured' },
      variables: '<Float64 name="robot.axis.\'motor #234\'" valueReference="1"/>',
    }),
  ],
  fail: [
    fmi3({
      attributes: { variableNamingConvention: 'structured' },
      variables: '<Float64 name="x y" valueReference="1"/>',
    }),
    fmi2({
      attributes: { variableNamingConvention: 'structured' },
      variables: '<ScalarVariable name="der(x" valueReference="1"><Real/></ScalarVariable>',
    }),
    fmi3({
      attributes: { variableNamingConvention: 'structured' },
      variables: '<Float64 name="x" valueReference="1"><Alias name="1x"/></Float64>',
    }),
  ],
  inapplicableReason: flatNames,
  *check(model) {
    for (const { element } of model.variables)
      for (const item of [element, ...childrenNamed(element, 'Alias')]) {
        const name = attribute(item, 'name');
        if (name !== undefined && name !== '' && !isStructured(name))
          yield defect(
            item,
            'name',
            `${JSON.stringify(name)} is not a structured name.`,
            'identifiers with points, indices and der(), or apostrophes around other characters',
          );
      }
  },
};
