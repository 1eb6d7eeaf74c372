/** Kinds of interfaces of an FMU. */
export const kinds = ['modelExchange', 'coSimulation', 'scheduledExecution'] as const;
export type Kind = (typeof kinds)[number];

/** States of the state machines of both standards. */
export const modeNames = [
  'instantiated',
  'configuration',
  'initialization',
  'step',
  'reconfiguration',
  'terminated',
  'intermediate',
  'failed',
  'event',
  'continuousTime',
  'clockActivation',
  'clockUpdate',
] as const;
export type Mode = (typeof modeNames)[number];

/** Mode with its names in the standards. */
export interface ModeRow {
  readonly name: Mode;
  /** Name in FMI 3.0.2 (2.3, 3.2, 4.2, 5.2). */
  readonly fmi3Name: string;
  /** Name in FMI 2.0.5 for co-simulation and model exchange (3.2.3, 4.2.4), or ''. */
  readonly fmi2Name: string;
  readonly kinds: readonly Kind[];
  readonly kinds2: readonly Kind[];
}

const me = 'modelExchange';
const cs = 'coSimulation';
const se = 'scheduledExecution';
const all = [me, cs, se] as const;
const both = [me, cs] as const;

/**
 * The index of a mode is the number of its bit in FMUs: a set of modes is a sum. `failed` is not a
 * state of the standards: an FMU has it during a call, so that it is visible from outside only
 * after a trap.
 *
 * In FMI 2.0 co-simulation, `step` is its slaveInitialized with stepComplete. stepInProgress,
 * stepFailed and stepCanceled are states of asynchronous or discarded steps, which fmukit neither
 * runs nor checks.
 */
export const modes: readonly ModeRow[] = [
  { name: 'instantiated', fmi3Name: 'Instantiated', fmi2Name: 'instantiated', kinds: all, kinds2: both },
  { name: 'configuration', fmi3Name: 'Configuration Mode', fmi2Name: '', kinds: all, kinds2: [] },
  {
    name: 'initialization',
    fmi3Name: 'Initialization Mode',
    fmi2Name: 'initializationMode',
    kinds: all,
    kinds2: both,
  },
  { name: 'step', fmi3Name: 'Step Mode', fmi2Name: 'slaveInitialized', kinds: [cs], kinds2: [cs] },
  { name: 'reconfiguration', fmi3Name: 'Reconfiguration Mode', fmi2Name: '', kinds: all, kinds2: [] },
  { name: 'terminated', fmi3Name: 'Terminated', fmi2Name: 'terminated', kinds: all, kinds2: both },
  { name: 'intermediate', fmi3Name: 'Intermediate Update Mode', fmi2Name: '', kinds: [cs], kinds2: [] },
  { name: 'failed', fmi3Name: 'Failed', fmi2Name: 'failed', kinds: [], kinds2: [] },
  { name: 'event', fmi3Name: 'Event Mode', fmi2Name: 'eventMode', kinds: both, kinds2: [me] },
  {
    name: 'continuousTime',
    fmi3Name: 'Continuous-Time Mode',
    fmi2Name: 'continuousTimeMode',
    kinds: [me],
    kinds2: [me],
  },
  { name: 'clockActivation', fmi3Name: 'Clock Activation Mode', fmi2Name: '', kinds: [se], kinds2: [] },
  { name: 'clockUpdate', fmi3Name: 'Clock Update Mode', fmi2Name: '', kinds: [se], kinds2: [] },
];

/** Returns the modes of an interface. FMI 2.0 does not have scheduled execution. */
export function modesOf(fmi: 2 | 3, kind: Kind): Mode[] {
  return modes.filter((m) => (fmi === 2 ? m.kinds2 : m.kinds).includes(kind)).map(({ name }) => name);
}

export function bitOf(mode: Mode): number {
  return 1 << modeNames.indexOf(mode);
}

/** A set of modes as the sum of their bits. */
export function maskOf(set: Iterable<Mode>): number {
  let mask = 0;
  for (const mode of set) mask |= bitOf(mode);
  return mask;
}
