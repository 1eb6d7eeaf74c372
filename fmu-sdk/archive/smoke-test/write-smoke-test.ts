import { tag, writeXml } from '../../util/xml/write-xml.ts';
import { experimentTypes, references, referencesFolder } from './reference-standard.ts';
import type { Experiment } from './smoke-experiment.ts';

/** A table of results: titles (`time` first), and rows of values. */
export interface ReferenceTable {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly (number | bigint)[])[];
}

/**
 * Returns a smoke test as files of an FMU's archive by path: manifest, experiment and expected
 * results.
 */
export function writeSmokeTest(
  experiment: Experiment,
  description: string,
  results: ReferenceTable,
): Map<string, string> {
  const { name, startTime, stopTime, stepSize, tolerance } = experiment;
  const manifest = tag(
    'fmiReferences',
    {
      'xmlns:fmi-ls': 'http://fmi-standard.org/fmi-ls-manifest',
      'fmi-ls:fmi-ls-name': references.name,
      'fmi-ls:fmi-ls-version': references.version,
      'fmi-ls:fmi-ls-description': references.description,
    },
    [
      tag('Related', {
        type: experimentTypes[0],
        source: 'smoke-test.exp',
        role: 'experiment/smoke-test',
        description,
      }),
    ],
  );
  const experiments = tag('Experiments', { name, description }, [
    tag('Experiment', { name, startTime, stopTime, tolerance, stepSize }, [
      tag('References', { type: 'text/csv', source: 'smoke-test.csv' }),
    ]),
  ]);
  return new Map([
    [`${referencesFolder}fmi-ls-manifest.xml`, writeXml(manifest)],
    [`${referencesFolder}smoke-test.exp`, writeXml(experiments)],
    [`${referencesFolder}smoke-test.csv`, csv(results)],
  ]);
}

/** Formats a table as CSV (RFC 4180), with all digits of every number. */
function csv({ titles, rows }: ReferenceTable): string {
  const quoted = titles.map((title) => (/[",\r\n]/.test(title) ? `"${title.replaceAll('"', '""')}"` : title));
  return [quoted, ...rows.map((row) => row.map((value) => (Object.is(value, -0) ? '-0' : String(value))))]
    .map((row) => `${row.join(',')}\r\n`)
    .join('');
}
