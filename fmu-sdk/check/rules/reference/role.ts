import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { withReferences } from '../../example/example-references.ts';
import { relatedIn } from '../../model/related-files.ts';
import type { Rule } from '../../rule.ts';

/** Roles in the schema of the manifest. */
const roles =
  /^(document|requirement|specification|model|parameter|system|testcase|experiment(\/(smoke-test|validation|uncertainty-analysis))?|result|method|rationale|report|request|delivery|configuration|signature|serialized-state(\/.*)?|meta-data|other)$/;

export const referenceRole: Rule = {
  id: 'reference/role',
  title: 'The role of a related file is defined by the schema, and its labels have names',
  class: 'violation',
  other: 'FMI-LS-REF 1.0.0-alpha.1, 2.2',
  explanation:
    'The schema of the manifest lists the roles: document, model, parameter, experiment, experiment/smoke-test, result and others. Other files have the role other. A Label has a name for choosing files.',
  needs: 'manifest',
  pass: [withReferences({}), withReferences({ role: 'experiment/smoke-test' })],
  fail: [withReferences({ role: 'experiments' })],
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
};
