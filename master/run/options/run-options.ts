import type { OptionTable } from '../../../fmu-sdk/util/require-options.ts';
import type { VerdictLimits } from '../../verdict/thresholds.ts';
import type { CheckpointOptions } from '../checkpoint/checkpoint-options.ts';
import type { RealtimeOptions } from '../realtime/realtime-options.ts';
import type { CallLogOptions } from '../recording/call-log.ts';
import { type ArgumentsOf, kindsOf } from './option-row.ts';

/** Settings of what a run writes, records, saves and collects. */
export interface RunSettings extends VerdictLimits {
  /**
   * Result file, with its format given by the extension (`.csv`, `.parquet`, `.mat`, `.npy`). A run
   * that ends early leaves `x.partial.csv`. Without it, rows are not written to a file.
   */
  output?: string | undefined;
  /**
   * Keeps names in a CSV file that a spreadsheet would compute, such as `=x`. Default: false, with a
   * mark: `'=x`.
   */
  csvFormulas?: boolean | undefined;
  /** Returns the recorded columns in memory, as `columns` of the result. Default: false. */
  collect?: boolean | undefined;
  /** Adds a summary of each column to the result. */
  summarize?: boolean | undefined;
  /**
   * Adds error bands: runs again with 2H and 4H, and estimates how wrong each recorded column is.
   * `sharp` runs with H/2 and 2H instead. `all` also covers the solvers inside FMUs. The bands are
   * columns `x.error`.
   */
  error?: boolean | 'sharp' | 'all' | undefined;
  /**
   * Notifies observers of events inside steps, for a single unit or a scheme that supports events.
   */
  events?: boolean | undefined;
  /** Options of a real-time run. Default: as fast as possible. */
  realtime?: RealtimeOptions | undefined;
  /**
   * Writes checkpoints at intervals and when the run is interrupted: `{ file: 'x.checkpoint',
   * seconds: 10 }`.
   */
  checkpoint?: CheckpointOptions | undefined;
  /**
   * Checkpoint at which the run resumes. The partial file of `output` holds the rows up to there.
   * Default: the run starts at the beginning.
   */
  resume?: string | undefined;
  /**
   * File that records every call of a unit with its result (`openRecording`). Load the system with
   * `byCalls`.
   */
  recordCalls?: string | undefined;
  /** Options of the log of FMI calls. */
  log?: CallLogOptions | undefined;
  /** Modules whose default exports hold custom coupling schemes, observers and other extensions. */
  use?: readonly string[] | undefined;
}

/**
 * All options of a run. The rows with a heading are the options of `fmu run`, in the order of its
 * help. Options that decide which FMUs are trusted stand in `cli/run/run-arguments.ts`.
 */
export const runOptions = {
  collect: { kind: 'boolean', ownThread: true },
  summarize: { kind: 'boolean' },

  output: {
    kind: 'path',
    heading: 'Results:',
    type: 'string',
    alias: ['o', 'out'],
    requiresArg: true,
    describe: 'file: .csv, .parquet, .mat, .npy [default: results/<name>.csv]',
    onResume: 'may change',
  },
  csvFormulas: {
    kind: 'boolean',
    heading: 'Results:',
    type: 'boolean',
    default: false,
    describe: 'keep names such as =x in CSV unmarked',
  },
  record: {
    heading: 'Results:',
    type: 'array',
    describe: 'variables, such as "crane.*" (--no-record: none) [default: outputs]',
  },
  outputInterval: {
    heading: 'Results:',
    type: 'number',
    describe: 'time between rows [s] [default: every communication step]',
  },
  events: {
    kind: 'boolean',
    heading: 'Results:',
    type: 'boolean',
    describe: 'rows at events (FMU, hybrid) [default: off for fmukit CS]',
  },
  error: {
    kind: ['boolean', 'text'],
    heading: 'Results:',
    type: 'string',
    requiresArg: false,
    describe: 'error bands (sharp, all: solvers too), --within 1%: smaller steps',
    ownThread: true,
    noCheckpoint: 'error bands need all rows of one run',
    noStepByStep: true,
  },
  within: {
    heading: 'Results:',
    type: 'string',
    array: true,
    requiresArg: true,
    describe: 'smaller steps until the error bands hold: 1%, crane.s=0.1mm',
    hidden: true,
    noCheckpoint: 'several runs share one result file',
    noStepByStep: true,
  },
  summary: {
    heading: 'Results:',
    type: 'boolean',
    default: false,
    describe: 'print min, max, mean and final value',
    noStepByStep: true,
    onResume: 'may change',
  },
  report: {
    heading: 'Results:',
    type: 'string',
    requiresArg: true,
    describe: 'HTML page to write: plots, block diagram, the runnable system',
    noStepByStep: true,
    onResume: 'may change',
  },
  json: {
    heading: 'Results:',
    type: 'boolean',
    default: false,
    describe: 'print the run summary as JSON',
    onResume: 'may change',
  },
  substeps: {
    heading: 'Results:',
    type: 'string',
    requiresArg: true,
    describe: 'CSV file for the substeps of adaptive, ecco and hybrid',
    noStepByStep: true,
    onResume: 'may change',
  },
  ownSteps: { heading: 'Results:', type: 'string', formerly: 'substeps' },

  maxResidual: {
    kind: 'number',
    heading: 'Results:',
    type: 'string',
    requiresArg: true,
    describe: 'verdict: largest error of the coupling, as a share [default: 1%]',
    onResume: 'may change',
  },
  maxDrift: {
    kind: 'number',
    heading: 'Results:',
    type: 'string',
    requiresArg: true,
    describe: 'verdict: largest energy drift, as a share [default: 1%]',
    onResume: 'may change',
  },
  maxConstraint: {
    kind: 'number',
    heading: 'Results:',
    type: 'string',
    requiresArg: true,
    describe: 'verdict: largest constraint violation, in its unit [default: 0.001]',
    onResume: 'may change',
  },
  maxLate: {
    kind: 'number',
    heading: 'Results:',
    type: 'string',
    requiresArg: true,
    describe: 'verdict: largest share of late steps with --realtime [default: 1%]',
    onResume: 'may change',
  },

  stopTime: {
    heading: 'Simulation:',
    type: 'number',
    describe: 'time at which the run ends [s]',
  },
  step: { heading: 'Simulation:', type: 'number', describe: 'communication step H [s]' },
  set: {
    heading: 'Simulation:',
    type: 'string',
    array: true,
    requiresArg: true,
    describe: 'name=value or name=value[unit]: start values (fmu.name=value in systems)',
  },
  input: {
    heading: 'Simulation:',
    type: 'string',
    describe: 'CSV file with time and inputs',
  },
  startTime: {
    heading: 'Simulation:',
    type: 'number',
    describe: 'time at which the run begins [s]',
  },

  scheme: {
    heading: 'Simulation:',
    type: 'string',
    describe: 'systems: coupling scheme, such as jacobi or gauss-seidel',
    only: 'systems',
  },
  order: {
    heading: 'Simulation:',
    type: 'number',
    choices: [0, 1, 2],
    describe: 'systems: extrapolation order of all connections',
    only: 'systems',
  },

  interface: {
    heading: 'Only for single FMUs:',
    choices: ['cs', 'me', 'se'],
    describe: 'co-simulation, model exchange, scheduled execution',
    only: 'single FMUs',
  },
  solver: {
    heading: 'Only for single FMUs:',
    type: 'string',
    describe: 'auto, dopri5, radau5, bdf, euler, or one of --use [default: auto]',
    only: 'single FMUs',
  },
  tolerance: {
    heading: 'Only for single FMUs:',
    type: 'number',
    describe: 'relative tolerance of the solver',
    only: 'single FMUs',
  },

  realtime: {
    kind: 'object',
    heading: 'Pace, checkpoints and calls:',
    type: 'string',
    requiresArg: false,
    describe: 'run in real time, or at this multiple of it',
    everyStep: true,
    ownThread: true,
    noRestart: 'a real-time run measures the lateness of each unit in one thread',
    noCheckpoint: 'real time does not wait',
    noStepByStep: true,
  },
  late: {
    heading: 'Pace, checkpoints and calls:',
    choices: ['continue', 'stop'],
    describe: 'reaction if late by a step [default: continue]',
    needs: 'realtime',
  },
  checkpoint: {
    kind: 'object',
    heading: 'Pace, checkpoints and calls:',
    type: 'string',
    requiresArg: true,
    describe: 'wall time between checkpoints (<output>.checkpoint): 10s, 5min',
    everyStep: true,
    ownThread: true,
    noRestart: 'a run with checkpoints keeps the threads it started with',
    noStepByStep: true,
    onResume: 'may change',
  },
  resume: {
    kind: 'path',
    heading: 'Pace, checkpoints and calls:',
    type: 'boolean',
    default: false,
    describe: 'continue from <file>, a checkpoint',
    everyStep: true,
    ownThread: true,
    noRestart: 'a run with checkpoints keeps the threads it started with',
    noStepByStep: true,
    onResume: 'may change',
  },
  stepByStep: {
    heading: 'Pace, checkpoints and calls:',
    type: 'boolean',
    default: false,
    describe: 'read commands that step the run: next, help, …',
  },

  recordCalls: {
    kind: 'path',
    heading: 'Pace, checkpoints and calls:',
    type: 'string',
    requiresArg: true,
    describe: 'file to write: every FMI call and its result, for fmu replay',
    byCalls: true,
    ownThread: true,
    noRestart: 'calls are recorded in one thread',
    noCheckpoint: 'a recording covers one process',
    noStepByStep: true,
  },
  log: {
    kind: 'object',
    heading: 'Pace, checkpoints and calls:',
    type: 'string',
    requiresArg: true,
    describe: 'file to write: FMI calls and messages of FMUs, one a line',
    ownThread: true,
    noRestart: 'calls are recorded in one thread',
    noCheckpoint: 'a log covers one process',
    noStepByStep: true,
  },
  logCalls: {
    heading: 'Pace, checkpoints and calls:',
    type: 'string',
    array: true,
    requiresArg: true,
    describe: 'with --log: only calls such as doStep, "set*", message [default: all]',
    needs: 'log',
  },
  logFrom: {
    heading: 'Pace, checkpoints and calls:',
    type: 'number',
    describe: 'with --log: start of the log [s]. --log-to: its end [s]',
    needs: 'log',
  },
  logTo: {
    heading: 'Pace, checkpoints and calls:',
    type: 'number',
    hidden: true,
    describe: 'with --log: end of the log [s]',
    needs: 'log',
  },

  use: {
    kind: 'texts',
    heading: 'Custom and trusted code:',
    type: 'string',
    array: true,
    requiresArg: true,
    describe: 'JavaScript modules with custom schemes, solvers, observers, …',
    ownThread: true,
    everyStep: true,
    onResume: 'must be permitted again',
  },
} as const;

/** Options of `fmu run` that decide about the run, as its arguments. */
export type RunOptionArguments = ArgumentsOf<typeof runOptions>;

type SettingName = keyof RunSettings & keyof typeof runOptions;

const names = (Object.keys(runOptions) as SettingName[]).filter((name) => 'kind' in runOptions[name]);

/** Kinds of the settings, to check the values of callers without types. */
export const settingKinds: OptionTable<RunSettings> = kindsOf(runOptions, names);

/** Settings of a run in a thread that others share: it cannot sleep and does not load modules. */
export type SharedThreadSettings = Omit<RunSettings, 'realtime' | 'use'>;

/** Kinds of the settings of a run in a shared thread. */
export const sharedThreadKinds: OptionTable<SharedThreadSettings> = kindsOf(
  runOptions,
  names.filter((name) => name !== 'realtime' && name !== 'use'),
);

/** Returns the settings among the options of a run. */
export function pickSettings(options: RunSettings): RunSettings {
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}

/** Reports whether a run writes its state to a file, or begins with a saved one. */
export const savesState = ({ checkpoint, resume }: RunSettings): boolean =>
  checkpoint !== undefined || resume !== undefined;
