import {
  type Causality,
  type EnergyKind,
  type FmiType,
  type IntervalVariability,
  takesPolynomial,
  type Variability,
} from '../../description/description.ts';
import type { Drawing } from '../../description/drawing-annotation.ts';

/** The interface of a unit: `unit.json` with what it includes in place. */
export interface Manifest {
  name: string;
  version: string;
  description: string;
  author?: string;
  copyright?: string;
  license?: string;
  defaultExperiment?: { startTime?: number; stopTime?: number; stepSize?: number; tolerance?: number };
  directionalDerivatives?: boolean;
  /** The unit has events beside those of its Clocks, which say so themselves. */
  events?: boolean;
  enumerations?: Record<string, EnumerationType>;
  variables: ManifestVariable[];
  terminals?: ManifestTerminal[];
  /** How pages draw it. */
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
  /** The state whose time derivative this is. */
  derivative?: string;
  /** A state event is where its sign changes. */
  eventIndicator?: boolean;
  intervalVariability?: IntervalVariability;
  /** Of a Clock that is output or local: the Clocks without which it does not tick; of another variable: those at whose ticks it changes. */
  clocks?: string[];
  /** Of a clocked state: the variable that holds its value of the last tick. */
  previous?: string;
  /** [s], of a constant, fixed or tunable Clock. */
  intervalDecimal?: number;
  /** Time of the first tick after the start [s]; 0 when left out. */
  shiftDecimal?: number;
  /** Times of the Clock are whole multiples of 1 / resolution [s]. */
  resolution?: number;
  /** Interval and shift as such multiples, in place of the decimal ones. */
  intervalCounter?: number;
  shiftCounter?: number;
}

export interface ManifestTerminal {
  name: string;
  matchingRule?: 'plug' | 'bus' | 'sequence';
  terminalKind?: string;
  description?: string;
  members: { name: string; variable: string; kind?: 'effort' | 'flow' | 'signal' }[];
}

/** `hydraulic-actuator` → `hydraulic_actuator`, the FMI model identifier. */
export function modelIdentifier(name: string): string {
  return name.replaceAll('-', '_');
}

/** `hydraulic-actuator` → `HydraulicActuator`, the name of the author's class. */
export function className(name: string): string {
  return name
    .split('-')
    .map((part) => part[0].toUpperCase() + part.slice(1))
    .join('');
}

/** Number of elements: the product of the dimensions, 1 for a scalar. */
export function sizeOf(v: Pick<ManifestVariable, 'dimensions'>): number {
  return (v.dimensions ?? []).reduce((n, d) => n * d, 1);
}

/** The variability of a variable whose author left it open (FMI 3.0, 2.4.7.4: default of the type and causality). */
export function variabilityOf(v: ManifestVariable): NonNullable<ManifestVariable['variability']> {
  if (v.variability !== undefined) return v.variability;
  if (/[pP]arameter$/.test(v.causality)) return 'fixed';
  return v.type.startsWith('Float') ? 'continuous' : 'discrete';
}

/** Continuous Float64 inputs in the order of their value references: those that take polynomials. */
export function polynomialInputs(manifest: Manifest): ManifestVariable[] {
  return manifest.variables.filter((v) =>
    takesPolynomial({ type: v.type, causality: v.causality, variability: variabilityOf(v) }),
  );
}

/** Capacity in bytes of a String or Binary variable. */
export function maxSizeOf(v: ManifestVariable): number {
  return v.maxSize ?? 256;
}
