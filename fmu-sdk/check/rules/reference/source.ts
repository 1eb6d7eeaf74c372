import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { withReferences } from '../../example/example-references.ts';
import { namedFrom, relatedIn } from '../../model/related-files.ts';
import type { Rule } from '../../rule.ts';

export const referenceSource: Rule = {
  id: 'reference/source',
  title: 'A related file has a role, and is where the manifest says',
  class: 'violation',
  other: 'FMI-LS-REF 1.0.0-alpha.1, 2.2',
  explanation:
    'Each Related has the attributes role and source, a URI relative to the manifest. Importers are to be prepared for a file that is not there, so that alone is advice; an absolute URI is theirs to handle.',
  needs: 'manifest',
  pass: [withReferences({})],
  fail: [withReferences({ source: 'other.exp' }), withReferences({ role: undefined })],
  *check({ root, path }, { paths }) {
    for (const related of relatedIn({ root, path })) {
      const source = attribute(related, 'source');
      for (const name of ['source', 'role'])
        if (attribute(related, name) === undefined)
          yield defect(related, undefined, `A related file has no ${name}.`, `the attribute ${name}`);
      const file = source === undefined ? undefined : namedFrom(path, source);
      if (file !== undefined && paths !== undefined && !paths.includes(file))
        yield {
          ...defect(
            related,
            'source',
            `The related file ${file} is not in the archive.`,
            'a file in this archive, named from the manifest',
          ),
          class: 'advice',
        };
    }
  },
};
