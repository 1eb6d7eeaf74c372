import * as standard from '../../../standard/variability-table.ts';
import type { FmiVersion } from '../fmi-version.ts';

export { defaultVariability } from '../../../standard/variability-table.ts';

/**
 * Allowed `initial` by causality and variability (`standard/variability-table.ts`), for words that
 * may be invalid.
 */
export type InitialTable = Readonly<
  Record<string, Readonly<Record<string, readonly string[] | undefined>> | undefined>
>;
export const initialTables: Readonly<Record<FmiVersion, InitialTable>> = {
  '2.0': ownWords(standard.initialTables['2.0']),
  '3.0': ownWords(standard.initialTables['3.0']),
};

/**
 * Returns the table without inherited properties: a broken document may contain the word
 * `constructor`.
 */
function ownWords(table: InitialTable): InitialTable {
  const bare = <T extends object>(of: T): T => Object.assign(Object.create(null) as T, of);
  const rows = Object.entries(table).map(([causality, row]) => [causality, row && bare(row)]);
  return bare(Object.fromEntries(rows) as InitialTable);
}

export const variabilities: readonly string[] = standard.variabilities;
