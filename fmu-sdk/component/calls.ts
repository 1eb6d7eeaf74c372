import { methods } from '../host/component/wit.ts';
import { allowedModes, cs, me, type StandardFunction } from '../standard/functions.ts';
import { functions2 } from '../standard/functions2.ts';
import { functions3 } from '../standard/functions3.ts';
import { type Mode, maskOf } from '../standard/modes.ts';
import { accessed } from '../standard/types.ts';

/** A call of the component's interface, as the unit-side state machine knows it. */
export interface MachineCall {
  /** `do-step` */
  readonly name: string;
  /** Modes in which a unit of ours takes it, as the sum of their bits. */
  readonly mask: number;
}

/** What a unit of ours takes beyond the standard, and why. */
const beyond: Readonly<Record<string, readonly Mode[]>> = {
  // Start values can be read before anything is computed: debuggers and FMPy's validation do.
  get: ['instantiated'],
  // Without Event Mode the unit ticks its Clocks itself; what ticked in a step is seen after it.
  'get-clock': ['step', 'terminated', 'intermediate'],
  // A shift does not change, so that it may be asked for with the interval.
  'get-shift-decimal': ['event'],
  // Makes new what a trap has hurt: see the README of the native form.
  reset: ['failed'],
};

/** `GetUInt8` → `get-uint8`, `GetFMUState` → `get-fmu-state`: FMI-LS-WASM's name of a function of FMI 3.0. */
export function witName(name: string): string {
  return name
    .replace('FMUState', 'FmuState')
    .replace('UInt', 'Uint')
    .replace(/[A-Z]/g, (letter, at: number) => (at > 0 ? '-' : '') + letter.toLowerCase());
}

const functions = new Map<string, StandardFunction>(functions3.map((f) => [witName(f.name), f]));
/** FMI 3.0 has it for model exchange alone; the draft and FMI 2.0 also for co-simulation. */
const inputDerivatives = functions2.find((f) => f.name === 'SetRealInputDerivatives') as StandardFunction;
const accessors = new Set(accessed.map(({ name }) => witName(`Get${name}`)));

export function machineCalls(): MachineCall[] {
  return methods.map(({ name }) => {
    const f = functions.get(name);
    const standard =
      name === 'set-input-derivatives'
        ? allowedModes(2, inputDerivatives, cs)
        : f === undefined
          ? []
          : allowedModes(3, f, cs);
    const more = [...(accessors.has(name) ? beyond.get : []), ...(beyond[name] ?? [])];
    return { name, mask: maskOf([...standard, ...more]) };
  });
}

/** Features that our units lack, in the words of their message: "this unit has no …". */
const eventMode = 'event mode';
const exchange = 'model exchange';
const scheduled = 'scheduled execution';
const byElement = 'dependencies by element';
const evaluating = 'discrete states to evaluate by themselves';
const fractions = 'Clock whose times are fractions or whose shift may be set';
const outputDerivatives = 'derivatives of outputs';
const asynchronous = 'step that runs asynchronously';

/** The place is the number in units. */
export const absences: readonly string[] = [
  eventMode,
  exchange,
  scheduled,
  byElement,
  evaluating,
  fractions,
  outputDerivatives,
  asynchronous,
];

const lacking: Readonly<Record<string, string>> = {
  GetNumberOfVariableDependencies: byElement,
  GetVariableDependencies: byElement,
  EvaluateDiscreteStates: evaluating,
  GetIntervalFraction: fractions,
  GetShiftFraction: fractions,
  SetIntervalFraction: fractions,
  SetShiftDecimal: fractions,
  SetShiftFraction: fractions,
  GetOutputDerivatives: outputDerivatives,
  GetRealOutputDerivatives: outputDerivatives,
  CancelStep: asynchronous,
};

/** What a unit lacks for a function; undefined when it serves it. Functions that make an instance refuse by themselves. */
export function absenceOf(f: StandardFunction): string | undefined {
  if (f.name.startsWith('Instantiate')) return undefined;
  if (!f.kinds.includes(cs)) return f.kinds.includes(me) ? exchange : scheduled;
  return lacking[f.name];
}
