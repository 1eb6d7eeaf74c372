import type { ModelDescription } from '../../description/description.ts';
import { type InterfaceKind, interfaceNames } from '../../host/instance/fmi-api.ts';
import type { CoverageRecorder } from './coverage-recorder.ts';
import { type TargetCoverage, variableTotals } from './run-coverage.ts';

/** Number of variables that suffices, however many an FMU has. Rules read about this many. */
const enoughVariables = 100;

/** Returns the essential things that were not exercised on a target. */
export function gapsOf(recorder: CoverageRecorder, coverage: TargetCoverage): string[] {
  const { target, isInitialized } = recorder;
  const { calls, steps } = coverage;
  const { readable, read } = variableTotals(coverage);
  if (!isInitialized) return [`${target.name}: the FMU was not initialized`];
  const gaps: string[] = [];
  const canStep =
    target.kind !== 'scheduledExecution' ||
    target.description.variables.some((v) => v.type === 'Clock' && v.causality === 'input');
  if (steps === 0 && canStep)
    gaps.push(
      `${target.name}: no ${target.kind === 'scheduledExecution' ? 'model partition was activated' : 'step was made'}`,
    );
  if (2 * calls.exercised < calls.of)
    gaps.push(`${target.name}: less than half of the allowed calls (${calls.exercised} of ${calls.of})`);
  if (2 * read < readable && read < enoughVariables)
    gaps.push(`${target.name}: less than half of the variables were read (${read} of ${readable})`);
  return gaps;
}

/** Returns the interface types of the FMU that no target has. */
export function interfaceGaps(
  description: ModelDescription,
  targets: readonly { readonly kind: InterfaceKind }[],
): string[] {
  return (Object.keys(interfaceNames) as InterfaceKind[])
    .filter((kind) => description[kind] !== undefined && !targets.some((target) => target.kind === kind))
    .map((kind) => `${interfaceNames[kind]} was not run`);
}
