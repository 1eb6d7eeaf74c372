import * as standard from '../../standard/variables.ts';
import type { FmiVersion } from './version.ts';

export { defaultVariability } from '../../standard/variables.ts';

/** Allowed `initial` by causality and variability, as `standard/variables.ts` has it, for words that may be none of either. */
export type InitialTable = Readonly<
  Record<string, Readonly<Record<string, readonly string[] | undefined>> | undefined>
>;
export const initialTables: Readonly<Record<FmiVersion, InitialTable>> = standard.initialTables;

export const variabilities: readonly string[] = standard.variabilities;
