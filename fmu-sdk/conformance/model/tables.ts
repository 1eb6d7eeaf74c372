import type { FmiVersion } from './version.ts';

/** Allowed `initial` by causality and variability; the first is the default. No entry: the pair is not allowed. */
export type InitialTable = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const exact = ['exact'];
const computed = ['calculated', 'approx'];
const any = ['calculated', 'exact', 'approx'];

const common: InitialTable = {
  parameter: { fixed: exact, tunable: exact },
  calculatedParameter: { fixed: computed, tunable: computed },
  output: { constant: exact, discrete: any, continuous: any },
  local: { constant: exact, fixed: computed, tunable: computed, discrete: any, continuous: any },
  independent: { continuous: [] },
};

/** FMI 2.0.5, 2.2.7 and FMI 3.0.2, 2.4.7.5: the tables of causality, variability and initial. */
export const initialTables: Readonly<Record<FmiVersion, InitialTable>> = {
  '2.0': { ...common, input: { discrete: [], continuous: [] } },
  '3.0': {
    ...common,
    structuralParameter: { fixed: exact, tunable: exact },
    input: { discrete: exact, continuous: exact },
  },
};

export const variabilities: readonly string[] = ['constant', 'fixed', 'tunable', 'discrete', 'continuous'];

/** Variability of a variable that declares none. */
export function defaultVariability(version: FmiVersion, type: string, causality: string): string {
  if (version === '2.0') return 'continuous';
  if (['parameter', 'structuralParameter', 'calculatedParameter'].includes(causality)) return 'fixed';
  return type === 'Float32' || type === 'Float64' ? 'continuous' : 'discrete';
}
