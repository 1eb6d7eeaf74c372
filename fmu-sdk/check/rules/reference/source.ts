import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { withReferences } from '../../example/example-references.ts';
import { namedFrom, relatedIn } from '../../model/related-files.ts';
import type { Rule } from '../../rule.ts';

export const referenceSource: Rule = {
  id: 'reference/source',
  title: 'A related file has a role, and exists at its source',
  class: 'violation',
  other: 'FMI-LS-REF 1.0.0-alpha.1, 2.2',
  explanation:
    'Each Related has the attributes role and source, a URI relative to the manifest. Importers must expect a missing file, so this is only advice. Importers also handle absolute URIs.',
  needs: 'manifest',
  pass: [withReferences({})],
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
          class: 'advice',
        };
    }
  },
};
