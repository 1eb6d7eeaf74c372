/** Data of a study page as JSON, which `render-study-page.ts` writes and the client reads. */
export interface StudyPageData {
  /** Command that repeats a run, up to the number of the run. */
  command: string;
  /** Number of each run in its study. */
  runs: number[];
  factors: StudyColumn[];
  metrics: StudyColumn[];
  ending: StudyColumn;
  verdict: StudyColumn;
  /** Messages of runs, by index. */
  messages: Record<number, string>;
}

/**
 * Column of a study: a value for each run, or null if it is missing. With `labels`, the values are
 * indices into them.
 */
export interface StudyColumn {
  name: string;
  /** Unit of measure, if it is known. */
  unit?: string;
  values: (number | null)[];
  labels?: string[];
  /** Half width of the error band of each value, if the study has bands. */
  errors?: (number | null)[];
}
