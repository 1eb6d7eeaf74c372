import { withManifest } from '../../example/parts.ts';
import { defect, manifestRule } from '../../factory.ts';
import { manifestAttribute } from '../../model/manifest.ts';
import type { StaticRule } from '../../rule.ts';

export const manifestName: StaticRule = manifestRule({
  id: 'manifest/name',
  title: 'The manifest of a layered standard has its name',
  severity: 'error',
  other: 'FMI 3.0.2, 2.6',
  explanation:
    'The root element has the attributes fmi-ls-name, fmi-ls-version and fmi-ls-description in the namespace http://fmi-standard.org/fmi-ls-manifest.',
  pass: [withManifest({})],
  fail: [withManifest({ 'fmi-ls-name': undefined })],
  *check({ root }) {
    if (manifestAttribute(root, 'fmi-ls-name') === undefined)
      yield defect(root, undefined, 'The root has no fmi-ls-name.', 'fmi-ls:fmi-ls-name, in its namespace');
  },
});
