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
  readonly called: string;
  /** Name in FMI 2.0.5 for co-simulation and model exchange (3.2.3, 4.2.4), or ''. */
  readonly called2: string;
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
  { name: 'instantiated', called: 'Instantiated', called2: 'instantiated', kinds: all, kinds2: both },
  { name: 'configuration', called: 'Configuration Mode', called2: '', kinds: all, kinds2: [] },
  {
    name: 'initialization',
    called: 'Initialization Mode',
    called2: 'initializationMode',
    kinds: all,
    kinds2: both,
  },
  { name: 'step', called: 'Step Mode', called2: 'slaveInitialized', kinds: [cs], kinds2: [cs] },
  { name: 'reconfiguration', called: 'Reconfiguration Mode', called2: '', kinds: all, kinds2: [] },
  { name: 'terminated', called: 'Terminated', called2: 'terminated', kinds: all, kinds2: both },
  { name: 'intermediate', called: 'Intermediate Update Mode', called2: '', kinds: [cs], kinds2: [] },
  { name: 'failed', called: 'Failed', called2: 'failed', kinds: [], kinds2: [] },
  { name: 'event', called: 'Event Mode', called2: 'eventMode', kinds: both, kinds2: [me] },
  {
    name: 'continuousTime',
    called: 'Continuous-Time Mode',
    called2: 'continuousTimeMode',
    kinds: [me],
    kinds2: [me],
  },
  { name: 'clockActivation', called: 'Clock Activation Mode', called2: '', kinds: [se], kinds2: [] },
  { name: 'clockUpdate', called: 'Clock Update Mode', called2: '', kinds: [se], kinds2: [] },
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
