import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { elements } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const interfaceSourceFiles: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation', fmi2: '3.3.1, 4.3.1' },
  [
    {
      id: 'interface/source-file-exists',
      title: 'Listed source files are in the FMU',
      explanation: 'A File of SourceFiles names a file in the folder sources, with its path relative to it.',
      pass: fmi2({ files: {} }),
      fail: fmi2({ files: { 'sources/other.c': '' }, without: ['sources/unit.c'] }),
      inapplicableReason: (model, fmu) =>
        fmu.paths === undefined
          ? 'the input is an XML file, not the FMU'
          : model.interfaces.every((element) => elements(element, 'SourceFiles').length === 0)
            ? 'no source files are listed'
            : undefined,
      *check(model, fmu) {
        for (const element of model.interfaces)
          for (const file of elements(element, 'SourceFiles', 'File')) {
            const name = attribute(file, 'name');
            if (
              name !== undefined &&
              !fmu.has(`sources/${name}`) &&
              !/^\/|^[A-Za-z]:|\\|(^|\/)\.\.(\/|$)/.test(name)
            )
              yield defect(
                file,
                'name',
                `The file sources/${name} is missing.`,
                'a file in the folder sources',
              );
          }
      },
    },
    {
      id: 'interface/source-file-path',
      title: 'Paths of source files stay inside the folder sources',
      explanation:
        'Names are relative to the folder sources and use forward slashes. A path that leads out of it reads from the host.',
      pass: fmi2({
        interfaces:
          '<CoSimulation modelIdentifier="unit"><SourceFiles><File name="modelExchange/solve.c"/></SourceFiles></CoSimulation>',
      }),
      fail: fmi2({
        interfaces:
          '<CoSimulation modelIdentifier="unit"><SourceFiles><File name="../solve.c"/><File name="a\\b.c"/></SourceFiles></CoSimulation>',
      }),
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
    },
  ],
);
