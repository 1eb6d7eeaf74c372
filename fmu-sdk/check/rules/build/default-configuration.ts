import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { configuration } from '../../example/example-parts.ts';
import { repeated } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const buildDefaultConfiguration: Rule = {
  id: 'build/default-configuration',
  title: 'An interface has at most one build configuration without platform',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.4.10',
  explanation: 'Importers use a configuration without platform as a fallback. Only one of them is allowed.',
  needs: 'build',
  pass: [fmi3({ build: configuration('<SourceFile name="unit.c"/>') })],
  fail: [
    fmi3({
      build: configuration('<SourceFile name="unit.c"/>') + configuration('<SourceFile name="unit.c"/>'),
    }),
  ],
  *check(root) {
    const general = childrenNamed(root, 'BuildConfiguration').filter(
      (element) => attribute(element, 'platform') === undefined,
    );
    for (const { item, first } of repeated(general, (element) => attribute(element, 'modelIdentifier')))
      yield defect(
        item,
        undefined,
        `The configuration in line ${first.line} lacks a platform too.`,
        'an attribute platform',
      );
  },
};
