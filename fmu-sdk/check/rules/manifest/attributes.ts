import { defect } from '../../defect.ts';
import { withManifest } from '../../example/example-parts.ts';
import { manifestAttribute } from '../../model/layered-manifest.ts';
import type { Rule, RuleOn } from '../../rule.ts';
import { type Examples, ruleFamily } from '../../rule-family.ts';

interface Row extends Omit<RuleOn<'manifest'>, 'needs' | 'severity' | 'check' | 'pass' | 'fail'>, Examples {
  attribute: string;
}

const rows: readonly Row[] = [
  {
    id: 'manifest/description',
    title: 'The manifest of a layered standard has a description',
    other: 'FMI 3.0.2, 2.6',
    explanation: 'fmi-ls-description, in the namespace of manifests, is the text for users.',
    pass: withManifest({}),
    fail: withManifest({ 'fmi-ls-description': undefined }),
    attribute: 'fmi-ls-description',
  },
  {
    id: 'manifest/name',
    title: 'The manifest of a layered standard has its name',
    other: 'FMI 3.0.2, 2.6',
    explanation:
      'The root element has the attributes fmi-ls-name, fmi-ls-version and fmi-ls-description in the namespace http://fmi-standard.org/fmi-ls-manifest.',
    pass: withManifest({}),
    fail: withManifest({ 'fmi-ls-name': undefined }),
    attribute: 'fmi-ls-name',
  },
  {
    id: 'manifest/version',
    title: 'The manifest of a layered standard has its version',
    other: 'FMI 3.0.2, 2.6',
    explanation:
      'fmi-ls-version, in the namespace of manifests, is the version of the layered standard that the FMU follows.',
    pass: withManifest({}),
    fail: withManifest({ 'fmi-ls-version': undefined }),
    attribute: 'fmi-ls-version',
  },
];

/** Attributes that the root of every manifest has. */
export const manifestAttributes: readonly Rule[] = ruleFamily(
  { needs: 'manifest', severity: 'violation' },
  rows.map(({ attribute, ...about }) => ({
    ...about,
    *check({ root }) {
      if (manifestAttribute(root, attribute) === undefined)
        yield defect(
          root,
          undefined,
          `The root lacks ${attribute}.`,
          `fmi-ls:${attribute}, in its namespace`,
        );
    },
  })),
);
