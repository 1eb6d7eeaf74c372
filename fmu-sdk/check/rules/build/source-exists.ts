import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { configuration } from '../../example/example-parts.ts';
import { leavesFolder } from '../../model/safe-paths.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const buildSourceExists: Rule = {
  id: 'build/source-exists',
  title: 'Source files of build configurations are in the FMU',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.4.10.2',
  explanation: 'name is the path of the file relative to the folder sources.',
  needs: 'build',
  pass: [fmi3({ build: configuration('<SourceFile name="unit.c"/>'), files: {} })],
  fail: [fmi3({ build: configuration('<SourceFile name="other.c"/>'), files: {} })],
  inapplicableReason: (_, fmu) =>
    fmu.paths === undefined ? 'the input is an XML file, not the FMU' : undefined,
  *check(root, fmu) {
    for (const file of descendants(root, 'SourceFile')) {
      const name = attribute(file, 'name');
      if (name !== undefined && !leavesFolder(name) && !fmu.has(`sources/${name}`))
        yield defect(file, 'name', `The file sources/${name} is missing.`, 'a file in the folder sources');
    }
  },
};
