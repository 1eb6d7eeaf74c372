import type { ColumnError } from './column-errors.ts';

/** Error bands of a run. They cover the error of the coupling. */
export interface ErrorBands {
  /** Property that differs between the compared runs: the step [s], or the tolerance of the scheme. */
  readonly by: 'step' | 'tolerance';
  /** Its values in all runs, those of the run itself first. */
  readonly values: readonly number[];
  /** Error of each recorded column, the largest share of its range first. */
  readonly columns: readonly ColumnError[];
  /** Sentences on what the bands do not say. */
  readonly notes: readonly string[];
}
