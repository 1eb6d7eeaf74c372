/**
 * Severities of findings, the highest first.
 *
 * - `violation`: the standard has a shall or must, and the FMU breaks it.
 * - `robustness`: the reaction of the FMU to errors of the importer, or to cases that the text
 *   leaves open.
 * - `advice`: the standard advises against it, some tools fail on it, or it is useful to know.
 *
 * @example
 * for (const each of severities)
 *   console.log(each, findingsOf(result).filter((finding) => finding.severity === each).length);
 */
export const severities = ['violation', 'robustness', 'advice'] as const;
Object.freeze(severities);

/** One of `severities`. */
export type Severity = (typeof severities)[number];

/** Findings or results that may fail a check: a severity, or `skip` for unchecked rules. */
export type FailOn = Severity | 'skip';
export const failOnValues: readonly FailOn[] = [...severities, 'skip'];

/** Returns the highest of the severities, or undefined for an empty list. */
export function highestSeverityOf(classes: readonly Severity[]): Severity | undefined {
  return severities.find((severity) => classes.includes(severity));
}

/** The milder of two. */
export function lowerSeverityOf(a: Severity, b: Severity): Severity {
  return severities.indexOf(a) > severities.indexOf(b) ? a : b;
}
