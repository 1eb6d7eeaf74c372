import { defect } from '../../defect.ts';
import { withManifest } from '../../example/example-parts.ts';
import { manifestAttribute } from '../../model/layered-manifest.ts';
import { isReverseDomain } from '../../model/structured-names.ts';
import type { Rule } from '../../rule.ts';

export const manifestNameForm: Rule = {
  id: 'manifest/name-form',
  title: 'The name of a layered standard is in reverse domain notation',
  class: 'violation',
  other: 'FMI 3.0.2, 2.6',
  explanation: 'fmi-ls-name is the name of the layered standard in reverse domain notation.',
  needs: 'manifest',
  pass: [withManifest({})],
  fail: [withManifest({ 'fmi-ls-name': 'xcp' }, 'xcp')],
  *check({ root }) {
    const name = manifestAttribute(root, 'fmi-ls-name');
    if (name !== undefined && !isReverseDomain(name))
      yield defect(
        root,
        undefined,
        `The name ${JSON.stringify(name)} lacks a domain.`,
        'such as org.fmi-standard.fmi-ls-xcp',
      );
  },
};
