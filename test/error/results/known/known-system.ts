import type { RecordedColumns } from '../../../../master/error/common-points.ts';

/** System whose true curves are known. */
export interface KnownSystem {
  readonly name: string;
  /** Source of the truth. */
  readonly truth: 'closed form' | 'monolithic run' | 'finest run';
  readonly hasEvents?: boolean;
  readonly isStiff?: boolean;
  readonly isNative?: boolean;
  /** True if the system was made after the method was fixed. */
  readonly isLater: boolean;
  /** Step of the run whose bands are judged [s]. */
  readonly step: number;
  /** Runs the system with a step [s]. Undefined if it diverges. */
  run(step: number): Promise<KnownRun | undefined>;
  /** Runs it once more, although its columns are known. Missing if `run` remembers nothing. */
  again?(step: number): Promise<KnownRun | undefined>;
  /** Returns the true values of columns at given times, which increase. */
  exact(names: readonly string[], times: Float64Array): Promise<Float64Array[]>;
  /** Returns the work of `fmu advise` for an error, in steps of FMUs. Missing if it does not apply. */
  advised?(error: number): Promise<number>;
}

/** Columns of a run, its work in steps of FMUs, and its CPU time [s]. */
export interface KnownRun {
  readonly recorded: RecordedColumns;
  readonly work: number;
  readonly seconds: number;
}

/** Returns the CPU time of this process [s]. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
