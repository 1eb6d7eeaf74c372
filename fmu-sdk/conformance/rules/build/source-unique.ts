import { attribute, childrenNamed } from '../../../xml/parse.ts';
import { fmi3 } from '../../example/example.ts';
import { configuration } from '../../example/parts.ts';
import { buildRule, defect } from '../../factory.ts';
import { descendants, repeated } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const buildSourceUnique: StaticRule = buildRule({
  id: 'build/source-unique',
  title: 'A source file is listed once in a configuration',
  severity: 'error',
  fmi2: '2.3',
  fmi3: '2.4.10.2',
  explanation: 'A file that is compiled twice defines its symbols twice.',
  pass: [fmi3({ build: configuration('<SourceFile name="a.c"/><SourceFile name="b.c"/>') })],
  fail: [fmi3({ build: configuration('<SourceFile name="a.c"/><SourceFile name="a.c"/>') })],
  *check(root) {
    for (const element of childrenNamed(root, 'BuildConfiguration'))
      for (const { item } of repeated(descendants(element, 'SourceFile'), (file) => attribute(file, 'name')))
        yield defect(item, 'name', 'The file is listed before.', 'each file once');
  },
});
