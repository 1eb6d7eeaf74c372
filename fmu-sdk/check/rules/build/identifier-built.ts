import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { configuration } from '../../example/example-parts.ts';
import { noModel } from '../../model/named-variables.ts';
import type { Rule } from '../../rule.ts';

export const buildIdentifierBuilt: Rule = {
  id: 'build/identifier-built',
  title: 'Every kind of interface has a build configuration',
  class: 'violation',
  fmi3: '2.5.1.3',
  explanation:
    'An importer chooses the configuration by modelIdentifier. Without a configuration for an interface it cannot build the interface from the sources, and needs a binary.',
  needs: 'build',
  pass: [fmi3({ build: configuration('<SourceFile name="unit.c"/>') })],
  fail: [
    fmi3({
      interfaces: '<ModelExchange modelIdentifier="other"/><CoSimulation modelIdentifier="unit"/>',
      build: configuration('<SourceFile name="unit.c"/>'),
    }),
  ],
  inapplicableReason: noModel,
  *check(root, fmu) {
    const built = childrenNamed(root, 'BuildConfiguration').map((element) =>
      attribute(element, 'modelIdentifier'),
    );
    if (
      built.includes(undefined) ||
      !built.some((name) => fmu.model!.interfaces.some((i) => attribute(i, 'modelIdentifier') === name))
    )
      return;
    for (const element of fmu.model!.interfaces) {
      const name = attribute(element, 'modelIdentifier');
      if (name !== undefined && !built.includes(name) && fmu.libraries.size === 0)
        yield defect(
          root,
          undefined,
          `${element.name} with the modelIdentifier ${name} lacks a build configuration.`,
          `a BuildConfiguration for ${name}`,
        );
    }
  },
};
