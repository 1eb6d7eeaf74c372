import { defect } from '../../defect.ts';
import { withManifest } from '../../example/example-parts.ts';
import { manifestAttribute } from '../../model/layered-manifest.ts';
import type { Rule } from '../../rule.ts';

export const manifestVersionForm: Rule = {
  id: 'manifest/version-form',
  title: 'The version of a layered standard is semantic',
  class: 'advice',
  other: 'FMI 3.0.2, 2.6',
  explanation:
    'Semantic versioning is highly recommended: numbers separated by points, and a suffix for pre-releases.',
  needs: 'manifest',
  pass: [withManifest({ 'fmi-ls-version': '1.0.0-rc.1' })],
  fail: [withManifest({ 'fmi-ls-version': 'first' })],
  *check({ root }) {
    const version = manifestAttribute(root, 'fmi-ls-version');
    if (version !== undefined && !/^\d+(\.\d+){1,2}([-+].+)?$/.test(version))
      yield defect(
        root,
        undefined,
        `The version ${JSON.stringify(version)} is not semantic.`,
        'such as 1.0.0',
      );
  },
};
