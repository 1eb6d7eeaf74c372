import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { configuration } from '../../example/example-parts.ts';
import { leavesFolder } from '../../model/safe-paths.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const buildSourcePath: Rule = {
  id: 'build/source-path',
  title: 'Paths of source files and include directories stay inside the folder sources',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.4.10.2',
  explanation:
    'Paths are relative to sources, with forward slashes. A path that leads out of the folder reads from the importer\u2019s machine.',
  needs: 'build',
  pass: [fmi3({ build: configuration('<SourceFile name="a/b.c"/><IncludeDirectory name="."/>') })],
  fail: [
    fmi3({ build: configuration('<SourceFile name="../b.c"/>') }),
    fmi3({ build: configuration('<SourceFile name="b.c"/><IncludeDirectory name="/usr/include"/>') }),
  ],
  *check(root) {
    for (const kind of ['SourceFile', 'IncludeDirectory'])
      for (const element of descendants(root, kind))
        if (leavesFolder(attribute(element, 'name') ?? ''))
          yield defect(
            element,
            'name',
            'The path leads out of the folder sources.',
            'a relative path with forward slashes',
          );
  },
};
