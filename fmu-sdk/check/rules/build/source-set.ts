import { childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { configuration } from '../../example/example-parts.ts';
import type { Rule } from '../../rule.ts';

export const buildSourceSet: Rule = {
  id: 'build/source-set',
  title: 'Every build configuration has a source file set',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.4.10.1',
  explanation:
    'The schema does not enforce it, but the text does: every configuration must contain at least one SourceFileSet.',
  needs: 'build',
  pass: [fmi3({ build: configuration('<SourceFile name="unit.c"/>') })],
  fail: [fmi3({ build: '<BuildConfiguration modelIdentifier="unit"/>' })],
  *check(root) {
    for (const element of childrenNamed(root, 'BuildConfiguration'))
      if (childrenNamed(element, 'SourceFileSet').length === 0)
        yield defect(element, undefined, 'The configuration lacks a SourceFileSet.', 'at least one');
  },
};
