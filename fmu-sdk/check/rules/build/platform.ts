import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { configuration } from '../../example/example-parts.ts';
import { platformOf } from '../../model/binary-platform.ts';
import type { Rule } from '../../rule.ts';

export const buildPlatform: Rule = {
  id: 'build/platform',
  title: 'Platforms of build configurations are platform tuples',
  class: 'advice',
  fmi2: '2.3',
  fmi3: '2.5.1.4.1',
  explanation:
    'platform is a tuple <arch>-<sys>, such as x86_64-linux. Importers use it to find their configuration.',
  needs: 'build',
  pass: [fmi3({ build: configuration('<SourceFile name="unit.c"/>', 'platform="aarch64-linux"') })],
  fail: [fmi3({ build: configuration('<SourceFile name="unit.c"/>', 'platform="linux64"') })],
  *check(root) {
    for (const element of childrenNamed(root, 'BuildConfiguration')) {
      const platform = attribute(element, 'platform');
      if (platform !== undefined && platformOf(platform, '3.0') === undefined)
        yield defect(
          element,
          'platform',
          'The standard does not define this platform tuple.',
          'such as x86_64-linux',
        );
    }
  },
};
