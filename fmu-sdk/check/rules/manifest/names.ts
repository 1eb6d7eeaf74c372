import { defect } from '../../defect.ts';
import { withManifest } from '../../example/example-parts.ts';
import { manifestAttribute, manifestNamespace } from '../../model/layered-manifest.ts';
import { speaksOf } from '../../model/layered-standards.ts';
import { isReverseDomain } from '../../model/variables/structured-names.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const manifestNames: readonly Rule[] = ruleFamily(
  { needs: 'manifest', severity: 'advice', other: 'FMI 3.0.2, 2.6' },
  [
    {
      id: 'manifest/folder',
      title: 'A manifest is in the folder of its layered standard',
      explanation:
        'A manifest must be in the subfolder of extra that its layered standard defines, with the name of the standard.',
      pass: withManifest({}),
      fail: withManifest({ 'fmi-ls-name': 'com.example.other' }),
      *check({ root, path }) {
        const name = manifestAttribute(root, 'fmi-ls-name');
        const folder = path.split('/')[1];
        if (name !== undefined && isReverseDomain(name) && name !== folder)
          yield defect(root, undefined, `The manifest of ${name} is in extra/${folder}.`, `extra/${name}`);
      },
    },
    {
      id: 'manifest/minimal-root',
      title: 'The minimal root of a manifest is empty',
      severity: 'violation',
      explanation:
        'The schema defines the root fmiLayeredStandardManifest, in the manifests\u2019 namespace, without content. A layered standard that needs content defines its own root.',
      pass: withManifest({}),
      fail: withManifest({}, undefined, '<Foo/>'),
      *check({ root }) {
        const local = root.name.replace(/^.*:/, '');
        if (
          // The draft of FMI-LS-DAE has content in this root.
          !speaksOf(root, 'dae') &&
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
    },
    {
      id: 'manifest/name-form',
      title: 'The name of a layered standard is in reverse domain notation',
      severity: 'violation',
      explanation: 'fmi-ls-name is the name of the layered standard in reverse domain notation.',
      pass: withManifest({}),
      fail: withManifest({ 'fmi-ls-name': 'xcp' }, 'xcp'),
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
    },
    {
      id: 'manifest/version-form',
      title: 'The version of a layered standard is semantic',
      explanation:
        'Semantic versioning is highly recommended: numbers separated by points, and a suffix for pre-releases.',
      pass: withManifest({ 'fmi-ls-version': '1.0.0-rc.1' }),
      fail: withManifest({ 'fmi-ls-version': 'first' }),
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
    },
  ],
);
