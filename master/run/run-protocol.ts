import type { LoopPlace } from '../coupling/activity.ts';
import type { OwnStepsLog } from '../coupling/substep-log.ts';
import type { ResultColumn } from '../observe/collector.ts';
import type { ColumnSummary } from '../observe/column-statistics.ts';
import type { CheckedSystem } from '../system/system.ts';
import type { CallLogOptions } from './call-log.ts';
import type { CheckpointOptions } from './checkpoint/checkpoints.ts';
import type { LiveOptions, LiveRows } from './live-rows.ts';
import type { RealtimeOptions, RealtimeReport } from './realtime/real-time-pacer.ts';
import type { SharedRows } from './rows-in-memory.ts';

/** What the thread that watches sends to the thread that computes. */
export interface Job {
  system: CheckedSystem;
  /** File of results to write, its form by its ending; none when left out. */
  output?: string;
  /** What tells that file's passing name from others (`ResultFile`). */
  mark: string;
  /** Modules with extensions of the user's own. */
  use?: readonly string[];
  /** Whether the recorded columns come back in memory. */
  collect: boolean;
  /** What of the calls of units goes to a file. */
  log?: CallLogOptions;
  /** File for the calls of units with their answers. */
  recordCalls?: string;
  /** Whether results have rows at events inside of steps, where one unit runs alone. */
  events?: boolean;
  /** How the run follows the clock on the wall; left out, it goes as fast as it can. */
  realtime?: RealtimeOptions;
  /** Whether what each of them came to comes back. */
  summarize?: boolean;
  /** Where it is kept, and how often. */
  checkpoint?: CheckpointOptions;
  /** The checkpoint at which it begins. */
  resume?: string;
  /** How it is looked at while it goes on. */
  live?: LiveOptions;
}

/** Residual energy of a bond over the run, in its unit of measure. */
export interface BondSummary {
  name: string;
  unitOfMeasure: string;
  /** Σ δE and Σ |δE| at the end. */
  energy: number;
  magnitude: number;
  /** Energy that it has carried, ∫ |P| dt over the rows, where the run was asked to collect them. */
  carried?: number;
}

/** On how many threads units have stepped, and why. */
export interface ThreadsReport {
  count: number;
  why: string;
}

/** What a run came to. */
export interface RunResult {
  name: string;
  outcome: 'finished' | 'interrupted';
  /** Name of the coupling scheme. */
  scheme: string;
  /** Whether it solves for values at the end of each step, algebraic loops among them. */
  implicit: boolean;
  step: number;
  order: number;
  /** What the coupling scheme says of how it went: sentences. */
  notes: string[];
  /** The steps that it has made of its own, those that were taken back among them; left out where it makes none. */
  ownSteps?: OwnStepsLog | undefined;
  /** Whether any units are connected. */
  coupled: boolean;
  startTime: number;
  /** Simulation time reached [s]. */
  time: number;
  steps: number;
  /** Name of the unit that has asked for the end before the stop time. */
  endedBy?: string | undefined;
  /** Wall time of the communication steps, recording included [s]. */
  wallSeconds: number;
  /** Threads on which units stepped, where the run could choose or was told. */
  threads?: ThreadsReport | undefined;
  /** How well it followed the clock, where it was to. */
  realtime?: RealtimeReport | undefined;
  /** Algebraic loops, which a coupling that does not iterate cuts by a delay of one step. */
  loops: string[];
  bonds: BondSummary[];
  /** The same of joints between units: what they have given to their two sides together. */
  joints: BondSummary[];
  /** B(t) − B(t₀) and its largest magnitude [J]. */
  balance: { drift: number; largest: number; empty: boolean; unitsWithout: string[] };
  /** The file of results that was written. */
  output?: string | undefined;
  /** What went wrong when all rows were recorded: units that crashed or refused in terminate, free or unload. The result is whole. */
  warnings: string[];
  /** What each recorded column came to, where the run was asked for it. */
  statistics?: ColumnSummary[] | undefined;
  /** `time` and what was recorded, where the run was asked to collect it. */
  columns: ResultColumn[];
}

export type Reply =
  | { kind: 'done'; result: RunResult }
  | { kind: 'failed'; message: string; user: boolean }
  /** What a user should know of a run that goes on. */
  | { kind: 'note'; text: string }
  /** It was found with what step it runs [s]. */
  | { kind: 'chosen'; step: number }
  /** Where its coupling loop says what it is doing. */
  | { kind: 'loop'; place: LoopPlace }
  /** The steps that the scheme of a run has made of its own, which will fail. */
  | { kind: 'ownSteps'; log: OwnStepsLog }
  /** Where the rows are that its file does not have yet. */
  | { kind: 'rows'; rows: SharedRows }
  /** Where its rows are seen while it goes on. */
  | { kind: 'live'; rows: LiveRows };
