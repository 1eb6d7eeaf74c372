import type { RecordedColumns } from '../../../../master/error/common-points.ts';
import type { Order } from '../../../../master/system/system.ts';

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
  /** Its coupling scheme. Default: `jacobi`. */
  readonly scheme?: string;
  /** Step of the run whose bands are judged [s]. */
  readonly step: number;
  /**
   * Runs the system with a step [s], by its own coupling or by another one with an order. Undefined if
   * it diverges, or if its units cannot run so.
   */
  run(step: number, other?: OtherScheme): Promise<KnownRun | undefined>;
  /** Runs it by the library with a step [s], without bands or with them. */
  banded(step: number, withBands: boolean): Promise<unknown>;
  /** Smallest step that its FMUs allow [s]. Default: any. */
  readonly leastStep?: number;
  /** Returns the true values of columns at given times, which increase. */
  exact(names: readonly string[], times: Float64Array): Promise<Float64Array[]>;
  /** Returns the work of `fmu advise` for an error, in steps of FMUs. Missing if it does not apply. */
  advised?(error: number): Promise<number>;
}

/** Coupling scheme with the order of its inputs. */
export interface OtherScheme {
  readonly scheme: string;
  readonly order: Order;
}

/** Columns of a run, and its work in steps of FMUs. */
export interface KnownRun {
  readonly recorded: RecordedColumns;
  readonly work: number;
}

/** Returns the CPU time of this process [s]. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
