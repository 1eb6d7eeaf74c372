import { someNames } from '../../../util/printable.ts';
import { attribute, childrenNamed, type XmlElement } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { named } from '../../model/model-variable.ts';
import { oncePer } from '../../model/once-per.ts';
import type { Rule } from '../../rule.ts';

const enumeration =
  '<TypeDefinitions><EnumerationType name="A"><Item name="a" value="1"/><Item name="b" value="2"/></EnumerationType></TypeDefinitions>';

const itemsOf = oncePer(
  (type: XmlElement) => new Set(childrenNamed(type, 'Item').map((item) => Number(attribute(item, 'value')))),
);

export const typeEnumerationStart: Rule = {
  id: 'type/enumeration-start',
  title: 'The start value of an enumeration is one of its items',
  class: 'violation',
  fmi2: '2.2.3',
  fmi3: '2.4.4',
  explanation: 'Values of an Enumeration variable must be those of the items of its declared type.',
  needs: 'description',
  pass: [
    fmi3({
      definitions: enumeration,
      variables:
        '<Enumeration name="p" valueReference="1" declaredType="A" causality="parameter" start="2"/>',
    }),
  ],
  fail: [
    fmi3({
      definitions: enumeration,
      variables:
        '<Enumeration name="p" valueReference="1" declaredType="A" causality="parameter" start="3"/>',
    }),
  ],
  *check(model) {
    for (const variable of model.variables) {
      if (variable.type !== 'Enumeration' || !/^Enumeration/.test(variable.declared?.name ?? '')) continue;
      const items = itemsOf(variable.declared as XmlElement);
      for (const value of variable.start ?? [])
        if (/^\s*[+-]?\d+\s*$/.test(value) && !items.has(Number(value)))
          yield defect(
            variable.typed,
            'start',
            `Start ${value} of ${named(variable)} is not an item of its type.`,
            `one of ${someNames(Array.from(items, String))}`,
          );
    }
  },
};
