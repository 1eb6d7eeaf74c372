import type { ColumnError } from './column-errors.ts';
import type { EventTime } from './event-times.ts';

/** Error bands of a run. They cover the error of the coupling. */
export interface ErrorBands {
  /** Property that differs between the compared runs: the step [s], or the tolerance of the scheme. */
  readonly by: 'step' | 'tolerance';
  /** Its values in all runs, those of the run itself first. */
  readonly values: readonly number[];
  /** Error of each recorded column, the largest share of its range first. */
  readonly columns: readonly ColumnError[];
  /** For bands that cover solvers: units whose internal step or tolerance is refined. */
  readonly solvers?: readonly string[];
  /**
   * Times of events [s] with the half widths of their bands, or null if another run has no such event.
   * `column` is a column of whole numbers that changes.
   */
  readonly events: readonly EventTime[];
  /** Sentences on what the bands do not say. */
  readonly notes: readonly string[];
}
