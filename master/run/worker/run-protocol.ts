import type { LoopPlace } from '../../coupling/activity.ts';
import type { SubstepColumns } from '../../coupling/substep-log.ts';
import type { ErrorBands } from '../../error/error-bands.ts';
import type { ResultColumn } from '../../observe/collector.ts';
import type { ColumnSummary } from '../../observe/column-statistics.ts';
import type { UsedExtrapolation } from '../../system/structure/used-extrapolations.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import type { RunSettings } from '../options/run-options.ts';
import type { PacedResult } from '../realtime/run-in-real-time.ts';
import type { LiveOptions, LiveRows } from '../rows/live-rows.ts';
import type { Row } from '../rows/row.ts';
import type { SharedRows } from '../rows/rows-in-memory.ts';

/** Message from the watching thread to the computing thread. */
export interface Job {
  system: CheckedSystem;
  settings: RunSettings;
  /** True for a run of a series of systems that differ in steps and coupling alone. */
  isSeries?: boolean | undefined;
  /** Options for viewing the running simulation. */
  live?: LiveOptions | undefined;
  /** Mark that makes the name of the temporary file unique (`ResultFile`). */
  mark: string;
}

/** Residual energy of a bond over the run, in its unit of measure. */
export interface BondSummary {
  name: string;
  unit: string;
  /** Σ δE and Σ |δE| at the end. */
  energy: number;
  magnitude: number;
  /** Energy through the bond, ∫ |P| dt by up to about 1024 points. Missing for a joint. */
  carried?: number;
}

/** Number of threads on which units stepped, and the reason. */
export interface ThreadsReport {
  count: number;
  why: string;
}

/** Result of a run. */
export interface RunResult extends PacedResult {
  name: string;
  /** Verdict on the run. */
  verdict: Verdict;
  outcome: 'finished' | 'interrupted';
  /** Name of the coupling scheme. */
  scheme: string;
  /** True if the scheme solves for values at the end of each step, including algebraic loops. */
  implicit: boolean;
  step: number;
  /** Default order of connections. Single connections may have another one. */
  order: number;
  /** Extrapolations of the real connections, the most frequent first. */
  extrapolations: readonly UsedExtrapolation[];
  /** Notes of the coupling scheme on the run, as sentences. */
  notes: string[];
  /**
   * Substeps of the scheme, including rejected ones. Missing if the scheme does not take substeps.
   */
  ownSteps?: SubstepColumns | undefined;
  /** True if the system has connections. */
  coupled: boolean;
  startTime: number;
  /** Simulation time reached [s]. */
  endTime: number;
  steps: number;
  /** Name of the unit that requested the end before the stop time. */
  endedBy?: string | undefined;
  /** Wall time of the communication steps, including recording [s]. */
  wallSeconds: number;
  /** Threads on which units stepped, if the run chose them or they were set. */
  threads?: ThreadsReport | undefined;
  /** Algebraic loops. A coupling scheme without iteration breaks them by a delay of one step. */
  loops: string[];
  bonds: BondSummary[];
  /** Residual energy of joints: the energy given to both sides together. */
  joints: BondSummary[];
  /** B(t) − B(t₀), its largest magnitude, and the largest Σ |E − E(t₀)| of the declared energies [J]. */
  balance: { drift: number; largest: number; exchanged: number; empty: boolean; unitsWithout: string[] };
  /** Error bands, if requested. */
  error?: ErrorBands | undefined;
  /** Result file that was written. */
  output?: string | undefined;
  /**
   * Errors after all rows were recorded, from units that crashed or failed in terminate, free or
   * unload. The result is complete.
   */
  warnings: string[];
  /** Summary of each recorded column, if requested. */
  statistics?: ColumnSummary[] | undefined;
  /** `time` and the recorded columns, if requested. */
  columns: ResultColumn[];
  /**
   * Returns the values of a column by its name, such as `time` or `car.z_s`.
   *
   * @throws UserError without `collect`, and for an unknown name
   */
  column(name: string): Float64Array;
  /** Times of the rows [s]: the column `time`. */
  readonly time: Float64Array;
  /**
   * Returns the half width of the error band of a column at each row, after a run with `error`.
   *
   * @throws UserError without error bands, and for an unknown name
   */
  band(name: string): Float64Array;
  /** An object for each row of the collected columns. Created on each access. */
  readonly rows: Row[];
  /**
   * Writes the collected columns to a file. Its ending selects the format: `.csv`, `.parquet`, `.mat`
   * or `.npy`. Not in a web page.
   */
  save(file: string): void;
}

export type Reply =
  | { kind: 'done'; result: RunResult }
  | { kind: 'failed'; message: string; user: boolean }
  /** Note for the user during the run. */
  | { kind: 'note'; text: string }
  /** Selected step of the run [s]. */
  | { kind: 'chosen'; step: number }
  /** Shared memory in which the coupling loop reports its progress. */
  | { kind: 'loop'; place: LoopPlace }
  /** Substeps of a run that is about to fail. */
  | { kind: 'ownSteps'; log: SubstepColumns }
  /** Memory of rows that are not in the file yet. */
  | { kind: 'rows'; rows: SharedRows }
  /** Memory of live rows. */
  | { kind: 'live'; rows: LiveRows };
