import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { elements } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const interfaceSourceFilePath: Rule = {
  id: 'interface/source-file-path',
  title: 'Paths of source files stay inside the folder sources',
  class: 'violation',
  fmi2: '3.3.1, 4.3.1',
  explanation:
    'Names are relative to the folder sources and use forward slashes. A path that leads out of it reads from the host.',
  needs: 'description',
  pass: [
    fmi2({
      interfaces:
        '<CoSimulation modelIdentifier="unit"><SourceFiles><File name="modelExchange/solve.c"/></SourceFiles></CoSimulation>',
    }),
  ],
  fail: [
    fmi2({
      interfaces:
        '<CoSimulation modelIdentifier="unit"><SourceFiles><File name="../solve.c"/><File name="a\\b.c"/></SourceFiles></CoSimulation>',
    }),
  ],
  *check(model) {
    for (const element of model.interfaces)
      for (const file of elements(element, 'SourceFiles', 'File'))
        if (/^\/|^[A-Za-z]:|\\|(^|\/)\.\.(\/|$)/.test(attribute(file, 'name') ?? ''))
          yield defect(
            file,
            'name',
            'The path leads out of the folder sources.',
            'a relative path with forward slashes',
          );
  },
};
