import type { Drawing } from '../../description/annotations/drawing-annotation.ts';
import {
  acceptsPolynomial,
  type Causality,
  type EnergyKind,
  type FmiType,
  type IntervalVariability,
  type Variability,
} from '../../description/description.ts';

/** The interface of a unit: `unit.json` with its includes resolved. */
export interface Manifest {
  name: string;
  version: string;
  description: string;
  author?: string;
  copyright?: string;
  license?: string;
  defaultExperiment?: { startTime?: number; stopTime?: number; stepSize?: number; tolerance?: number };
  directionalDerivatives?: boolean;
  /** True if the unit has events besides the events of its Clocks. */
  events?: boolean;
  enumerations?: Record<string, EnumerationType>;
  variables: ManifestVariable[];
  terminals?: ManifestTerminal[];
  /** Drawing of the unit on pages. */
  drawing?: Drawing;
}

export interface EnumerationType {
  description?: string;
  items: EnumerationItem[];
}

export interface EnumerationItem {
  name: string;
  value: number;
  description?: string;
}

export type StartValue = number | boolean | string | (number | boolean | string)[];

export interface ManifestVariable {
  name: string;
  type: FmiType;
  causality: Exclude<Causality, 'independent'>;
  variability?: Variability;
  enumeration?: string;
  unit?: string;
  displayUnit?: string;
  quantity?: string;
  start?: StartValue;
  /** Integers beyond 2⁵³ as decimal text, as in `start`. */
  min?: number | string;
  max?: number | string;
  nominal?: number;
  dimensions?: number[];
  maxSize?: number;
  description?: string;
  dependsOn?: string[];
  energy?: EnergyKind;
  /** Name of the state whose time derivative this variable is. */
  derivative?: string;
  /** True for an event indicator: a state event occurs when its sign changes. */
  eventIndicator?: boolean;
  intervalVariability?: IntervalVariability;
  /**
   * Clocks on which the ticks of an output or local Clock depend. For other variables: the Clocks
   * at whose ticks they change.
   */
  clocks?: string[];
  /** Variable with the last tick's value of a clocked state. */
  previous?: string;
  /** Interval of a constant, fixed or tunable Clock [s]. */
  intervalDecimal?: number;
  /** Time of the first tick after the start [s]. Default: 0. */
  shiftDecimal?: number;
  /** Times of the Clock are whole multiples of 1 / resolution [s]. */
  resolution?: number;
  /** Interval as a multiple of 1 / resolution, in place of the decimal one. Likewise the shift. */
  intervalCounter?: number;
  shiftCounter?: number;
}

export interface ManifestTerminal {
  name: string;
  matchingRule?: 'plug' | 'bus' | 'sequence';
  terminalKind?: string;
  description?: string;
  members: { name: string; variable: string; kind?: 'effort' | 'flow' | 'inflow' | 'outflow' | 'signal' }[];
}

/** Returns the FMI model identifier: `hydraulic-actuator` → `hydraulic_actuator`. */
export function modelIdentifier(name: string): string {
  return name.replaceAll('-', '_');
}

/** Returns the name of the author's class: `hydraulic-actuator` → `HydraulicActuator`. */
export function className(name: string): string {
  return name
    .split('-')
    .map((part) => part[0].toUpperCase() + part.slice(1))
    .join('');
}

/** Returns the number of elements: the product of the dimensions, 1 for a scalar. */
export function sizeOf(v: Pick<ManifestVariable, 'dimensions'>): number {
  return (v.dimensions ?? []).reduce((n, d) => n * d, 1);
}

/**
 * Returns the variability of a variable. Without one it is the default of type and causality (FMI
 * 3.0, 2.4.7.4).
 */
export function variabilityOf(v: ManifestVariable): NonNullable<ManifestVariable['variability']> {
  if (v.variability !== undefined) return v.variability;
  if (/[pP]arameter$/.test(v.causality)) return 'fixed';
  return v.type.startsWith('Float') ? 'continuous' : 'discrete';
}

/**
 * Lists the continuous Float64 inputs, which accept polynomials, in the order of their value
 * references.
 */
export function polynomialInputs(manifest: Manifest): ManifestVariable[] {
  return manifest.variables.filter((v) =>
    acceptsPolynomial({ type: v.type, causality: v.causality, variability: variabilityOf(v) }),
  );
}

/** Returns the capacity of a String or Binary variable [bytes]. */
export function maxSizeOf(v: ManifestVariable): number {
  return v.maxSize ?? 256;
}
