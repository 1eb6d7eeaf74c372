/** Major versions of FMI whose FMUs are imported. */
export type FmiMajor = 1 | 2 | 3;

/** Start of the names of the C functions. FMI 1.0 puts the model identifier before it. */
export function functionPrefix(fmi: FmiMajor): string {
  return fmi === 1 ? 'fmi' : `fmi${fmi}`;
}
