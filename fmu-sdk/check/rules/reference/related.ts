import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { withReferences } from '../../example/example-references.ts';
import { namedFrom, relatedIn } from '../../model/related-files.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

/** Roles in the schema of the manifest. */
const roles =
  /^(document|requirement|specification|model|parameter|system|testcase|experiment(\/(smoke-test|validation|uncertainty-analysis))?|result|method|rationale|report|request|delivery|configuration|signature|serialized-state(\/.*)?|meta-data|other)$/;

export const referenceRelated: readonly Rule[] = ruleFamily(
  { needs: 'manifest', severity: 'violation', other: 'FMI-LS-REF 1.0.0-alpha.1, 2.2' },
  [
    {
      id: 'reference/role',
      title: 'The role of a related file is defined by the schema, and its labels have names',
      explanation:
        'The schema of the manifest lists the roles: document, model, parameter, experiment, experiment/smoke-test, result and others. Other files have the role other. A Label has a name for choosing files.',
      pass: [withReferences({}), withReferences({ role: 'experiment/smoke-test' })],
      fail: withReferences({ role: 'experiments' }),
      *check({ root, path }) {
        for (const related of relatedIn({ root, path })) {
          const role = attribute(related, 'role');
          if (role !== undefined && !roles.test(role))
            yield defect(
              related,
              'role',
              'The role of a related file is unknown.',
              'a role of the schema, or other',
            );
          for (const label of childrenNamed(related, 'Label'))
            if (attribute(label, 'name') === undefined)
              yield defect(label, undefined, 'A label lacks a name.', 'the attribute name');
        }
      },
    },
    {
      id: 'reference/source',
      title: 'A related file has a role, and exists at its source',
      explanation:
        'Each Related has the attributes role and source, a URI relative to the manifest. Importers must expect a missing file, so this is only advice. Importers also handle absolute URIs.',
      pass: withReferences({}),
      fail: [withReferences({ source: 'other.exp' }), withReferences({ role: undefined })],
      *check({ root, path }, { paths }) {
        for (const related of relatedIn({ root, path })) {
          const source = attribute(related, 'source');
          for (const name of ['source', 'role'])
            if (attribute(related, name) === undefined)
              yield defect(related, undefined, `A related file lacks ${name}.`, `the attribute ${name}`);
          const file = source === undefined ? undefined : namedFrom(path, source);
          if (file !== undefined && paths !== undefined && !paths.includes(file))
            yield {
              ...defect(
                related,
                'source',
                `The related file ${file} is not in the archive.`,
                'a file in this archive, relative to the manifest',
              ),
              severity: 'advice',
            };
        }
      },
    },
  ],
);
