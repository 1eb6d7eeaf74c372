import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

/** Attributes with plain strings. */
const texts = [
  'description',
  'author',
  'copyright',
  'license',
  'modelName',
  'value',
  'start',
  'dependencies',
  'dependenciesKind',
  'clocks',
];

export const xmlControlCharacters: Rule = {
  id: 'xml/control-characters',
  title: 'Names do not contain tabs or line breaks',
  severity: 'violation',
  fmi2: '2.2',
  fmi3: '2.4',
  explanation:
    'Names are normalized strings: without carriage return, line feed and tab. A character reference such as &#10; adds one after the parser\u2019s normalization.',
  needs: 'description',
  pass: [fmi3({ variables: '<Float64 name="x y" valueReference="1"/>' })],
  fail: [
    fmi3({ variables: '<Float64 name="x&#10;y" valueReference="1"/>' }),
    fmi2({ attributes: { guid: 'a&#9;b' } }),
  ],
  *check(model) {
    for (const element of [model.root, ...descendants(model.root)])
      for (const { name, value } of element.attributes.values())
        if (!texts.includes(name) && /[\t\r\n]/.test(value))
          yield defect(
            element,
            name,
            `Attribute ${name} of ${element.name} contains a tab or a line break.`,
            'spaces instead',
          );
  },
};
