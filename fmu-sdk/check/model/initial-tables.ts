import * as standard from '../../standard/variability-table.ts';
import type { FmiVersion } from './fmi-version.ts';

export { defaultVariability } from '../../standard/variability-table.ts';

/** Allowed `initial` by causality and variability, as `standard/variability-table.ts` has it, for words that may be none of either. */
export type InitialTable = Readonly<
  Record<string, Readonly<Record<string, readonly string[] | undefined>> | undefined>
>;
export const initialTables: Readonly<Record<FmiVersion, InitialTable>> = {
  '2.0': ownWords(standard.initialTables['2.0']),
  '3.0': ownWords(standard.initialTables['3.0']),
};

/** The table as nothing but its own words: `constructor`, which a broken document may say, is none of them. */
function ownWords(table: InitialTable): InitialTable {
  const bare = <T extends object>(of: T): T => Object.assign(Object.create(null) as T, of);
  const rows = Object.entries(table).map(([causality, row]) => [causality, row && bare(row)]);
  return bare(Object.fromEntries(rows) as InitialTable);
}

export const variabilities: readonly string[] = standard.variabilities;
