import type { FmiVersion } from '../model/fmi-version.ts';

/**
 * Editions of both versions of FMI in order, with the day of their publication. `main` is the draft
 * after 3.0.2. All editions of a version have the same fmiVersion in descriptions.
 */
const table: readonly { edition: Edition; version: FmiVersion; published?: string }[] = [
  { edition: '2.0', version: '2.0', published: '2014-07-25' },
  { edition: '2.0.1', version: '2.0', published: '2019-10-31' },
  { edition: '2.0.2', version: '2.0', published: '2020-12-15' },
  { edition: '2.0.3', version: '2.0', published: '2021-11-15' },
  { edition: '2.0.4', version: '2.0', published: '2022-12-01' },
  { edition: '2.0.5', version: '2.0', published: '2024-11-20' },
  { edition: '3.0', version: '3.0', published: '2022-05-10' },
  { edition: '3.0.1', version: '3.0', published: '2023-06-27' },
  { edition: '3.0.2', version: '3.0', published: '2024-11-19' },
  { edition: 'main', version: '3.0' },
];

/** Editions of FMI 2.0. */
export type Edition2 = '2.0' | '2.0.1' | '2.0.2' | '2.0.3' | '2.0.4' | '2.0.5';

/** Editions of FMI 3.0. `main` is the draft after 3.0.2. */
export type Edition3 = '3.0' | '3.0.1' | '3.0.2' | 'main';

/** An edition of FMI by which an FMU can be judged. */
export type Edition = Edition2 | Edition3;

/** Names of all editions. */
export const editions: readonly Edition[] = table.map(({ edition }) => edition);

/** Latest released edition of each version, which the clauses of rules cite. */
export const newest: Readonly<Record<FmiVersion, Edition>> = { '2.0': '2.0.5', '3.0': '3.0.2' };

export function versionOfEdition(edition: Edition): FmiVersion {
  return table.find((row) => row.edition === edition)!.version;
}

/** Returns true if an edition is `first` or a later one of its version. */
export function isFrom(edition: Edition, first: Edition): boolean {
  return editions.indexOf(edition) >= editions.indexOf(first);
}

/**
 * Returns the edition that an FMU was made for. The attribute fmiVersion contains only the version,
 * so this is the last edition published before the FMU was generated. Returns the newest edition if
 * the date is missing.
 */
export function editionOfDate(version: FmiVersion, generated: string | undefined): Edition {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(generated ?? '')?.[0];
  if (day === undefined) return newest[version];
  const rows = table.filter((row) => row.version === version);
  const then = rows.filter(({ published }) => published !== undefined && published <= day);
  return (then.at(-1) ?? rows[0]).edition;
}

/** The edition by which an FMU is judged. */
export interface EditionFilter {
  readonly edition: Edition;
  /**
   * True for an edition that the user chose. Otherwise it is the FMU's edition, and clauses that
   * the newest edition has withdrawn do not count.
   */
  readonly isExplicit: boolean;
}

/**
 * First edition in which a rule holds, and the first in which it no longer holds. Default: all
 * editions of the version.
 */
export interface EditionRange {
  readonly since?: { readonly fmi2?: Edition2; readonly fmi3?: Edition3 };
  readonly until?: { readonly fmi2?: Edition2; readonly fmi3?: Edition3 };
}

/**
 * Returns the reason why the rule does not hold in an edition, to complete “does not apply, …”.
 * Returns undefined if it holds.
 */
export function outsideEdition(
  { since, until }: EditionRange,
  { edition, isExplicit }: EditionFilter,
): string | undefined {
  const version = versionOfEdition(edition);
  const key = version === '2.0' ? 'fmi2' : 'fmi3';
  const [first, end] = [since?.[key], until?.[key]];
  if (first !== undefined && !isFrom(edition, first))
    return `FMI ${edition}, the edition of this check, does not require it, only FMI ${first} and later`;
  const latest = isExplicit || isFrom(edition, newest[version]) ? edition : newest[version];
  return end !== undefined && isFrom(latest, end) ? `FMI ${end} no longer requires it` : undefined;
}
