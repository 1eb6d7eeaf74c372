import { withManifest } from '../../example/parts.ts';
import { defect, manifestRule } from '../../factory.ts';
import { manifestAttribute } from '../../model/manifest.ts';
import type { StaticRule } from '../../rule.ts';

export const manifestDescription: StaticRule = manifestRule({
  id: 'manifest/description',
  title: 'The manifest of a layered standard has a description',
  severity: 'error',
  other: 'FMI 3.0.2, 2.6',
  explanation: 'fmi-ls-description, in the namespace of manifests, is what users are shown.',
  pass: [withManifest({})],
  fail: [withManifest({ 'fmi-ls-description': undefined })],
  *check({ root }) {
    if (manifestAttribute(root, 'fmi-ls-description') === undefined)
      yield defect(
        root,
        undefined,
        'The root has no fmi-ls-description.',
        'fmi-ls:fmi-ls-description, in its namespace',
      );
  },
});
