import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { requirePath } from '../../../fmu-sdk/util/files/require-path.ts';
import { type OptionTable, requireOptions } from '../../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { givenWith } from '../options/option-row.ts';
import { type RunSettings, runOptions } from '../options/run-options.ts';
import type { ResultFile } from '../rows/result-file.ts';
import type { PlannedRun } from '../run-plan.ts';
import { readCheckpoint } from './checkpoint-file.ts';
import type { CheckpointOptions } from './checkpoint-options.ts';
import { Checkpoints } from './checkpoints.ts';
import { requireJsonData } from './json-data.ts';

const checkpointKinds: OptionTable<CheckpointOptions> = { file: 'path', seconds: 'number', said: 'any' };

/** Validates the checkpoint options of untyped callers. */
export function requireCheckpoint(system: string, { checkpoint: options }: RunSettings): void {
  if (options === undefined) return;
  const what = `run ${system}: checkpoint`;
  requireOptions(what, options, checkpointKinds);
  requirePath(`${what}: file`, options.file);
  if (options.said !== undefined) requireJsonData(`${what}.said`, options.said);
}

/** Reports whether a run writes checkpoints or continues one. */
export const keepsState = ({ checkpoint, resume }: RunSettings): boolean =>
  checkpoint !== undefined || resume !== undefined;

/** Reports whether a run writes checkpoints from its beginning. */
export const beginsCheckpoints = ({ checkpoint, resume }: RunSettings): boolean =>
  checkpoint !== undefined && resume === undefined;

/**
 * Refuses settings that do not work with checkpoints, and a checkpoint that would replace another
 * file of the run.
 */
export function refuseCheckpointConflicts(system: CheckedSystem, settings: RunSettings): void {
  if (!keepsState(settings)) return;
  const [other] = givenWith(runOptions, 'noCheckpoint', settings);
  if (other !== undefined)
    throw new UserError(
      `run ${system.name}: checkpoint and ${other.name} cannot be combined: ${other.entry}. Remove one of them.`,
    );
  const { output, checkpoint } = settings;
  requireDistinctPaths('checkpoint', checkpoint?.file, [
    ...(output === undefined ? [] : [output]),
    ...(system.reads ?? []),
  ]);
}

/** Returns the writer of checkpoints of a run. Undefined for a run without checkpoints. */
export function checkpointsOf(
  settings: RunSettings,
  { session, recorder }: PlannedRun,
  results: ResultFile | undefined,
): Checkpoints | undefined {
  if (!keepsState(settings)) return undefined;
  const { checkpoint, resume } = settings;
  const from = resume === undefined ? undefined : { file: resume, saved: readCheckpoint(resume) };
  return new Checkpoints(session, checkpoint, from, recorder, results);
}
