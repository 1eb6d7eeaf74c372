import { attribute } from '../../../xml/parse.ts';
import { fmi2 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { elements, repeated } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const interfaceSourceFileUnique: StaticRule = modelRule({
  id: 'interface/source-file-unique',
  title: 'A source file is listed once',
  severity: 'error',
  fmi2: '3.3.1, 4.3.1',
  explanation:
    'SourceFiles lists what must be compiled; a file that is compiled twice defines its symbols twice.',
  pass: [
    fmi2({
      interfaces:
        '<CoSimulation modelIdentifier="unit"><SourceFiles><File name="a.c"/><File name="b.c"/></SourceFiles></CoSimulation>',
    }),
  ],
  fail: [
    fmi2({
      interfaces:
        '<CoSimulation modelIdentifier="unit"><SourceFiles><File name="a.c"/><File name="a.c"/></SourceFiles></CoSimulation>',
    }),
  ],
  *check(model) {
    for (const element of model.interfaces)
      for (const { item } of repeated(elements(element, 'SourceFiles', 'File'), (file) =>
        attribute(file, 'name'),
      ))
        yield defect(item, 'name', `${element.name} lists this source file twice.`, 'each file once');
  },
});
