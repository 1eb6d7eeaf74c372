import { defect } from '../../defect.ts';
import { withManifest } from '../../example/example-parts.ts';
import { manifestNamespace } from '../../model/layered-manifest.ts';
import type { Rule } from '../../rule.ts';

export const manifestMinimalRoot: Rule = {
  id: 'manifest/minimal-root',
  title: 'The minimal root of a manifest is empty',
  class: 'violation',
  other: 'FMI 3.0.2, 2.6',
  explanation:
    'The schema defines the root fmiLayeredStandardManifest, in the manifests\u2019 namespace, without content. A layered standard that needs content defines its own root.',
  needs: 'manifest',
  pass: [withManifest({})],
  fail: [withManifest({}, undefined, '<Foo/>')],
  *check({ root }) {
    const local = root.name.replace(/^.*:/, '');
    if (
      local === 'fmiLayeredStandardManifest' &&
      root.namespace === manifestNamespace &&
      root.children.length > 0
    )
      yield defect(
        root.children[0],
        undefined,
        'The minimal root contains an element.',
        'no content, or a root of the layered standard\u2019s own',
      );
  },
};
