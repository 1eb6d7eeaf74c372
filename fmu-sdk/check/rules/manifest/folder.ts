import { defect } from '../../defect.ts';
import { withManifest } from '../../example/example-parts.ts';
import { manifestAttribute } from '../../model/layered-manifest.ts';
import { isReverseDomain } from '../../model/structured-names.ts';
import type { Rule } from '../../rule.ts';

export const manifestFolder: Rule = {
  id: 'manifest/folder',
  title: 'A manifest is in the folder of its layered standard',
  class: 'advice',
  other: 'FMI 3.0.2, 2.6',
  explanation:
    'A manifest must be in the subfolder of extra that its layered standard defines, with the name of the standard.',
  needs: 'manifest',
  pass: [withManifest({})],
  fail: [withManifest({ 'fmi-ls-name': 'com.example.other' })],
  *check({ root, path }) {
    const name = manifestAttribute(root, 'fmi-ls-name');
    const folder = path.split('/')[1];
    if (name !== undefined && isReverseDomain(name) && name !== folder)
      yield defect(root, undefined, `The manifest of ${name} is in extra/${folder}.`, `extra/${name}`);
  },
};
