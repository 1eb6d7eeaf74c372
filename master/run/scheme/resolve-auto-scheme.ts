import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { autoScheme } from '../../advise/auto-scheme.ts';
import { SearchStopped, type TrialRunner } from '../../advise/trials/trial-runner.ts';
import type { CheckedSystem } from '../../system/system.ts';

/**
 * Returns the system with its scheme. If the scheme is `auto`, trial runs select one, with notes
 * about it.
 */
export async function resolveAutoScheme(
  lab: TrialRunner,
  note?: (text: string) => void,
): Promise<{ system: CheckedSystem; notes: string[] }> {
  const { system } = lab;
  if (system.scheme !== autoScheme.name) return { system, notes: [] };
  note?.(`${system.name}: auto selects a coupling scheme by trial runs`);
  try {
    const { resolveAuto } = await import('../../advise/resolve-auto.ts');
    const resolved = await resolveAuto(lab);
    note?.(resolved.notes[0]);
    return resolved;
  } catch (error) {
    if (!(error instanceof SearchStopped)) throw error;
    throw new UserError(
      `run ${system.name}: the run was stopped while auto selected a coupling scheme, without results. Name a scheme, or select one permanently with "fmu advise --write".`,
    );
  }
}
