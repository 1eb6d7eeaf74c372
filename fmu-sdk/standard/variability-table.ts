import type { Mode } from './fmi-modes.ts';
import type { FmiMajor } from './fmi-version.ts';
import type { FmiType } from './variable-types.ts';

/**
 * Role of a variable for its environment (FMI 3.0.2, 2.4.7.4). The index in a list is the number in
 * FMUs.
 */
export const causalities = [
  'input',
  'output',
  'parameter',
  'structuralParameter',
  'calculatedParameter',
  'local',
  'independent',
] as const;
/** One of `causalities`. */
export type Causality = (typeof causalities)[number];

/** Times at which a variable may change. */
export const variabilities = ['constant', 'fixed', 'tunable', 'discrete', 'continuous'] as const;
/** One of `variabilities`. */
export type Variability = (typeof variabilities)[number];

/** Origin of the value at the start. */
export const initials = ['exact', 'approx', 'calculated'] as const;
/** One of `initials`. */
export type Initial = (typeof initials)[number];

/** Kinds of Clocks by their intervals. */
export const intervalVariabilities = [
  'constant',
  'fixed',
  'tunable',
  'changing',
  'countdown',
  'triggered',
] as const;
/** One of `intervalVariabilities`. */
export type IntervalVariability = (typeof intervalVariabilities)[number];

/**
 * Allowed `initial` by causality and variability. The first one is the default. Pairs without an
 * entry are forbidden.
 */
export type InitialTable = Readonly<
  Partial<Record<Causality, Readonly<Partial<Record<Variability, readonly Initial[]>>>>>
>;

const exact = ['exact'] as const;
const computed = ['calculated', 'approx'] as const;
const anyInitial = ['calculated', 'exact', 'approx'] as const;

const common: InitialTable = {
  parameter: { fixed: exact, tunable: exact },
  calculatedParameter: { fixed: computed, tunable: computed },
  output: { constant: exact, discrete: anyInitial, continuous: anyInitial },
  local: {
    constant: exact,
    fixed: computed,
    tunable: computed,
    discrete: anyInitial,
    continuous: anyInitial,
  },
  independent: { continuous: [] },
};

/** FMI 2.0.5, 2.2.7 and FMI 3.0.2, 2.4.7.4: the tables of causality, variability and initial. */
export const initialTables: Readonly<Record<'2.0' | '3.0', InitialTable>> = {
  '2.0': { ...common, input: { discrete: [], continuous: [] } },
  '3.0': {
    ...common,
    structuralParameter: { fixed: exact, tunable: exact },
    input: { discrete: exact, continuous: exact },
  },
};

/**
 * Returns the variability of a variable without a declared one (FMI 2.0.5, 2.2.7, and FMI 3.0.2,
 * 2.4.7.4).
 */
export function defaultVariability(version: '2.0' | '3.0', type: string, causality: string): Variability {
  if (version === '2.0') return 'continuous';
  if (['parameter', 'structuralParameter', 'calculatedParameter'].includes(causality)) return 'fixed';
  return type === 'Float32' || type === 'Float64' ? 'continuous' : 'discrete';
}

/**
 * Returns `initial` of a variable without a declared one. Returns undefined if the standard does
 * not define one, as for inputs of FMI 2.0.
 */
export function defaultInitial(
  version: FmiMajor,
  { causality, variability }: Pick<Settable, 'causality' | 'variability'>,
): Initial | undefined {
  return initialTables[version < 3 ? '2.0' : '3.0'][causality]?.[variability]?.[0];
}

export interface Settable {
  readonly type: FmiType;
  readonly causality: Causality;
  readonly variability: Variability;
  /** Undefined for inputs of FMI 2.0. */
  readonly initial?: Initial;
}

/**
 * Returns the modes in which an importer may set a variable. Clocks are set only in Event Mode (FMI
 * 3.0.2, 2.2.10.4). FMI 2.0 lacks Clocks and structural parameters.
 *
 * Sources in FMI 3.0.2:
 *
 * - 2.3.2 (Instantiated)
 * - 2.3.3 (Initialization Mode)
 * - 2.3.5 (Event Mode)
 * - 2.3.6 and 2.3.7 (Configuration and Reconfiguration Mode)
 * - 3.2.1 (Continuous-Time Mode)
 * - 4.2.1 (Step Mode)
 * - 4.2.2 (Intermediate Update Mode)
 * - 5.2.1 (Clock Activation Mode)
 *
 * Sources in FMI 2.0.5: 3.2.3 and 4.2.4.
 */
export function settableIn({ type, causality, variability, initial }: Settable): Mode[] {
  if (variability === 'constant') return [];
  if (type === 'Clock') return causality === 'input' ? ['event'] : [];
  if (causality === 'structuralParameter')
    return variability === 'tunable' ? ['configuration', 'reconfiguration'] : ['configuration'];
  const modes: Mode[] = [];
  const input = causality === 'input';
  if (input || initial === 'exact' || initial === 'approx') modes.push('instantiated');
  if (input || initial === 'exact') modes.push('initialization');
  if (input || (causality === 'parameter' && variability === 'tunable'))
    modes.push('event', 'step', 'clockActivation');
  if (input && variability === 'continuous') modes.push('continuousTime', 'intermediate');
  return modes;
}
