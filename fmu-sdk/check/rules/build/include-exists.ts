import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { configuration } from '../../example/example-parts.ts';
import { leavesFolder } from '../../model/safe-paths.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const buildIncludeExists: Rule = {
  id: 'build/include-exists',
  title: 'Include directories are in the FMU',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.4.10.5',
  explanation: 'name is the path of a directory relative to the folder sources.',
  needs: 'build',
  pass: [
    fmi3({
      build: configuration('<SourceFile name="unit.c"/><IncludeDirectory name="inc"/>'),
      files: { 'sources/inc/unit.h': '' },
    }),
  ],
  fail: [
    fmi3({ build: configuration('<SourceFile name="unit.c"/><IncludeDirectory name="inc"/>'), files: {} }),
  ],
  inapplicableReason: (_, fmu) =>
    fmu.paths === undefined ? 'the input is an XML file, not the FMU' : undefined,
  *check(root, fmu) {
    for (const element of descendants(root, 'IncludeDirectory')) {
      const name = (attribute(element, 'name') ?? '.').replace(/^\.\/|\/$/g, '');
      if (name !== '.' && name !== '' && !leavesFolder(name) && !fmu.hasFolder(`sources/${name}`))
        yield defect(element, 'name', `The folder sources/${name} is missing.`, 'a folder in sources');
    }
  },
};
