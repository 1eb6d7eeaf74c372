import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { elements } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const interfaceSourceFileExists: Rule = {
  id: 'interface/source-file-exists',
  title: 'Listed source files are in the FMU',
  class: 'violation',
  fmi2: '3.3.1, 4.3.1',
  explanation: 'A File of SourceFiles names a file in the folder sources, with its path relative to it.',
  needs: 'description',
  pass: [fmi2({ files: {} })],
  fail: [fmi2({ files: { 'sources/other.c': '' }, without: ['sources/unit.c'] })],
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
          yield defect(file, 'name', `The file sources/${name} is missing.`, 'a file in the folder sources');
      }
  },
};
