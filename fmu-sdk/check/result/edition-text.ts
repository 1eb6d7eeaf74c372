import type { CheckResult } from './check-result.ts';

/** Returns the edition of the check: `FMI 2.0.5`, `FMI 3.0, the draft after 3.0.2`. */
export function versionWords({ fmiVersion, edition }: Pick<CheckResult, 'fmiVersion' | 'edition'>): string {
  if (edition === 'main') return 'FMI 3.0 (the draft after 3.0.2)';
  if (edition !== undefined) return `FMI ${edition}`;
  return fmiVersion === undefined ? 'FMI version unknown' : `FMI ${fmiVersion}`;
}
