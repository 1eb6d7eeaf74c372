import { withManifest } from '../../example/parts.ts';
import { defect, manifestRule } from '../../factory.ts';
import { manifestAttribute } from '../../model/manifest.ts';
import type { StaticRule } from '../../rule.ts';

export const manifestVersion: StaticRule = manifestRule({
  id: 'manifest/version',
  title: 'The manifest of a layered standard has its version',
  severity: 'error',
  other: 'FMI 3.0.2, 2.6',
  explanation:
    'fmi-ls-version, in the namespace of manifests, says which version of the layered standard the unit follows.',
  pass: [withManifest({})],
  fail: [withManifest({ 'fmi-ls-version': undefined })],
  *check({ root }) {
    if (manifestAttribute(root, 'fmi-ls-version') === undefined)
      yield defect(
        root,
        undefined,
        'The root has no fmi-ls-version.',
        'fmi-ls:fmi-ls-version, in its namespace',
      );
  },
});
