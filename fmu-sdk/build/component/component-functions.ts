import { methodsOf } from '../../host/component/canonical-abi/wit-interfaces.ts';
import { allowedModes, cs, me, type StandardFunction } from '../../standard/fmi-functions.ts';
import { type Kind, type Mode, maskOf, modesOf } from '../../standard/fmi-modes.ts';
import { functions2 } from '../../standard/fmi2-functions.ts';
import { functions3 } from '../../standard/fmi3-functions.ts';
import { accessorOf } from '../../standard/variable-types.ts';

/** Describes a call of the component's interface for the state machine in the FMU. */
export interface MachineCall {
  /** `do-step` */
  readonly name: string;
  /** Modes in which a fmukit FMU accepts it in co-simulation, as the sum of their bits. */
  readonly mask: number;
  /** Modes in model exchange, as the sum of their bits. */
  readonly exchange: number;
}

const sizesKnown: readonly Mode[] = [
  'instantiated',
  'initialization',
  'event',
  'continuousTime',
  'terminated',
];

/** Calls that a fmukit FMU accepts beyond the standard, with the reason. */
const extraModes: Readonly<Record<string, readonly Mode[]>> = {
  // Start values can be read before anything is computed: debuggers and FMPy's validation do.
  get: ['instantiated'],
  // Without Event Mode the unit ticks its Clocks itself. After a step, importers can see the ticks.
  'get-clock': ['step', 'terminated', 'intermediate'],
  // A shift is constant, so an importer may read it together with the interval.
  'get-shift-decimal': ['event'],
  'get-shift-fraction': ['event'],
  // Restores an instance after a trap: see the README of the native form.
  reset: ['failed'],
  // Sizes never change.
  'get-number-of-continuous-states': sizesKnown,
  'get-number-of-event-indicators': sizesKnown,
  'get-nominals-of-continuous-states': sizesKnown,
};

/**
 * Returns FMI-LS-WASM's name of a function of FMI 3.0: `GetUInt8` → `get-uint8`, `GetFMUState` →
 * `get-fmu-state`.
 */
export function witName(name: string): string {
  return name
    .replace('FMUState', 'FmuState')
    .replace('UInt', 'Uint')
    .replace(/[A-Z]/g, (letter, at: number) => (at > 0 ? '-' : '') + letter.toLowerCase());
}

const functions = new Map<string, StandardFunction>(functions3.map((f) => [witName(f.name), f]));
/** FMI 2.0's function. Its modes apply to `set-input-derivatives` of the draft of FMI-LS-WASM. */
const inputDerivatives = functions2.find((f) => f.name === 'SetRealInputDerivatives') as StandardFunction;
const accessors = new Set(accessorOf.map(({ name }) => witName(`Get${name}`)));

export function machineCalls(): MachineCall[] {
  const methods = [...methodsOf['co-simulation'], ...methodsOf['model-exchange']];
  const names = new Set(methods.map(({ name }) => name));
  return [...names].map((name) => ({ name, mask: maskIn(cs, name), exchange: maskIn(me, name) }));
}

function maskIn(kind: Kind, name: string): number {
  const f = functions.get(name);
  const standard =
    name === 'set-input-derivatives'
      ? allowedModes(2, inputDerivatives, kind)
      : f === undefined
        ? []
        : allowedModes(3, f, kind);
  const more = [...(accessors.has(name) ? extraModes.get : []), ...(extraModes[name] ?? [])];
  const knownModes: readonly Mode[] = [...modesOf(3, kind), 'failed'];
  return maskOf([...standard, ...more].filter((mode) => knownModes.includes(mode)));
}

/** Features that fmukit FMUs lack, as their messages name them. */
const eventMode = 'event mode';
const exchange = 'model exchange';
const scheduled = 'scheduled execution';
const byElement = 'dependencies by element';
const evaluating = 'discrete states to evaluate by themselves';
const outputDerivatives = 'derivatives of outputs';
const asynchronous = 'step that runs asynchronously';

/** The index in this list is the number in FMUs. */
export const missingFeatures: readonly string[] = [
  eventMode,
  exchange,
  scheduled,
  byElement,
  evaluating,
  outputDerivatives,
  asynchronous,
];

const missingByFunction: Readonly<Record<string, string>> = {
  GetNumberOfVariableDependencies: byElement,
  GetVariableDependencies: byElement,
  EvaluateDiscreteStates: evaluating,
  GetOutputDerivatives: outputDerivatives,
  GetRealOutputDerivatives: outputDerivatives,
  CancelStep: asynchronous,
};

/**
 * Returns the feature that a fmukit FMU lacks for a function, or undefined if it supports the
 * function. Functions that create an instance report errors themselves.
 */
export function missingFeatureOf(f: StandardFunction): string | undefined {
  if (f.name.startsWith('Instantiate')) return undefined;
  if (!f.kinds.includes(cs)) return f.kinds.includes(me) ? exchange : scheduled;
  return missingByFunction[f.name];
}
