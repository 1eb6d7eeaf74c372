import type { EditionRange } from './editions.ts';

/** Addition or removal in one edition, for a rule (`area/rule`) or a whole area (`area/*`). */
interface Row extends EditionRange {
  readonly rules: readonly string[];
  /** Change of the edition from the one before. */
  readonly change: string;
}

/**
 * Changes from the change logs of FMI 2.0 and from differences between the texts of the releases.
 */
export const editionRangeRows: readonly Row[] = [
  {
    rules: ['archive/backslash'],
    since: { fmi2: '2.0.1' },
    change: 'backslashes do not separate paths in archives (2.0.1, issue 547)',
  },
  {
    rules: ['unit/defined'],
    since: { fmi2: '2.0.1' },
    change: 'every unit that is used must be defined in UnitDefinitions (2.0.1, issues 337 and 500)',
  },
  {
    rules: ['archive/extra-name', 'archive/reserved-name'],
    since: { fmi2: '2.0.2' },
    change: 'there is a folder extra, with folders in reverse domain notation (2.0.2, issue 1207)',
  },
  {
    rules: ['log/categories'],
    since: { fmi2: '2.0.3' },
    change:
      'the description lists all allowed categories, previously some or all of them (2.0.3, issue 1435)',
  },
  {
    rules: ['archive/data-descriptor', 'archive/version-needed', 'archive/encryption'],
    since: { fmi2: '2.0.3' },
    change: 'the clause on the zip format (2.0.3, issue 1307)',
  },
  {
    rules: ['binary/dependencies', 'binary/run-path'],
    since: { fmi2: '2.0.3' },
    change: 'dependencies of a library are in the FMU or documented (2.0.3, issue 1488)',
  },
  {
    rules: ['archive/links', 'archive/one-piece'],
    since: { fmi2: '2.0.4' },
    change: 'no links, no split archives (2.0.4, issue 1664)',
  },
  {
    rules: ['terminals/*', 'archive/icon'],
    since: { fmi2: '2.0.4' },
    change: 'terminals and icons of FMI 3.0 are part of FMI 2.0 (2.0.4)',
  },
  {
    rules: ['build/*'],
    since: { fmi2: '2.0.4' },
    change: 'the build configuration of FMI 3.0 is part of FMI 2.0 (2.0.4)',
  },
  {
    rules: ['binary/platform'],
    since: { fmi2: '2.0.4' },
    change: 'platform tuples name the platforms that FMI 2.0 does not list (2.0.4, issue 1772)',
  },
  {
    rules: ['manifest/*'],
    since: { fmi3: '3.0.1' },
    change: 'the manifest of layered standards with its attributes (3.0.1, 2.6)',
  },
  {
    rules: ['terminals/version', 'build/version'],
    since: { fmi3: '3.0.1' },
    change: 'fmiVersion must match that of modelDescription.xml (3.0.1, 2.4.9 and 2.4.10)',
  },
  {
    rules: ['terminals/kind-form', 'terminals/variable-kind'],
    since: { fmi3: '3.0.2' },
    change: 'reverse domain notation is strongly recommended (3.0.2, 2.4.9.2)',
  },
];

/**
 * Returns the editions in which the rule of this id holds: those that it declares, or those of the
 * table.
 */
export function editionRangeOf({ id, since, until }: EditionRange & { readonly id: string }): EditionRange {
  if (since !== undefined || until !== undefined) return { since, until };
  const area = id.slice(0, id.indexOf('/'));
  const matchingRows = editionRangeRows.filter(
    ({ rules }) => rules.includes(id) || rules.includes(`${area}/*`),
  );
  return {
    since: Object.assign({}, ...matchingRows.map((row) => row.since)),
    until: Object.assign({}, ...matchingRows.map((row) => row.until)),
  };
}
