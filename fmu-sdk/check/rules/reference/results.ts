import { withoutMark } from '../../../util/csv-text.ts';
import { attribute, childNamed, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { withReferences } from '../../example/example-references.ts';
import type { FmuContent } from '../../fmu/fmu-content.ts';
import { experimentsOf, namedFrom } from '../../model/related-files.ts';
import type { Rule } from '../../rule.ts';

/** Longest file that is looked at [bytes]: an experiment by which an FMU is tried is short. */
const most = 2 ** 24;

/** Splits a CSV file (RFC 4180) into the fields of its lines. Skips empty lines. */
function linesOf(text: string): string[][] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, unquoted]) =>
        (quoted?.replaceAll('""', '"') ?? unquoted).trim(),
      ),
    );
}

/** Files of results, each once. */
function resultsOf(unit: FmuContent): Set<string> {
  return new Set(
    experimentsOf(unit).flatMap(({ root, path }) =>
      (root === undefined ? [] : childrenNamed(root, 'Experiment')).flatMap((experiment) => {
        const references = childNamed(experiment, 'References');
        return namedFrom(path, (references && attribute(references, 'source')) ?? '') ?? [];
      }),
    ),
  );
}

/** Returns the defects of a table of results, for an FMU with variables of these names. */
function faultsOf(
  text: string,
  names: ReadonlySet<string | undefined>,
): { message: string; expected: string }[] {
  const [given = [], ...rows] = linesOf(text);
  const titles = given.map(withoutMark);
  if (titles[0]?.toLowerCase() !== 'time')
    return [{ message: 'The first column is not time.', expected: '"time" as the first title' }];
  const unknown = titles
    .slice(1)
    .filter((title) => !names.has(title.replace(/\[[\d, ]+\]$/, '')) && !names.has(title));
  const ragged = rows.findIndex((row) => row.length !== titles.length);
  const times = rows.map(([time]) => Number(time));
  const fall = times.findIndex((t, i) => !Number.isFinite(t) || (i > 0 && t < times[i - 1]));
  return [
    ...unknown.map((title) => ({
      message: `Column "${title}" does not match a variable of the FMU.`,
      expected: 'names of variables',
    })),
    ...(rows.length === 0 ? [{ message: 'The table lacks rows.', expected: 'results' }] : []),
    ...(ragged < 0
      ? []
      : [
          {
            message: `Row ${ragged + 1} has more or fewer fields than the title row.`,
            expected: `${titles.length} fields`,
          },
        ]),
    ...(fall < 0
      ? []
      : [
          {
            message: `The time of row ${fall + 1} is not a number, or decreases.`,
            expected: 'ascending times',
          },
        ]),
  ];
}

export const referenceResults: Rule = {
  id: 'reference/results',
  title: 'Reference results of an experiment belong to variables of the FMU',
  severity: 'advice',
  other: 'FMI-LS-REF 1.0.0-alpha.1, 2.2',
  explanation:
    'Tools compare the results column by column: each column is a variable of the FMU or an element of one, over times that do not decrease.',
  needs: 'description',
  pass: [withReferences({}), withReferences({}, undefined, 'time,"y"\r\n0,1\r\n0,2\r\n')],
  fail: [
    withReferences({}, undefined, 'time,z\n0,1\n'),
    withReferences({}, undefined, 'y\n1\n'),
    withReferences({}, undefined, 'time,y\n'),
    withReferences({}, undefined, 'time,y\n0,1\n1\n'),
    withReferences({}, undefined, 'time,y\n1,1\n0,1\n'),
  ],
  *check({ variables }, unit) {
    const names = new Set(
      variables.flatMap(({ name, element }) => [
        name,
        ...childrenNamed(element, 'Alias').map((alias) => attribute(alias, 'name')),
      ]),
    );
    for (const file of resultsOf(unit)) {
      const bytes = unit.related.get(file);
      if (bytes === undefined || bytes.length > most) continue;
      for (const fault of faultsOf(new TextDecoder().decode(bytes), names)) yield { ...fault, file };
    }
  },
};
