import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { auto } from '../advise/auto-scheme.ts';
import { type Laboratory, Stopped } from '../advise/trial-runner.ts';
import type { CheckedSystem } from '../system/system.ts';

/** A system as it runs: where it leaves its scheme to be found, with the one that trial runs find, and what is to be said of it. */
export async function found(
  lab: Laboratory,
  note?: (text: string) => void,
): Promise<{ system: CheckedSystem; notes: string[] }> {
  const { system } = lab;
  if (system.scheme !== auto.name) return { system, notes: [] };
  note?.(`${system.name}: auto looks for a coupling scheme by trial runs`);
  try {
    const { resolveAuto } = await import('../advise/resolve-auto.ts');
    const resolved = await resolveAuto(lab);
    note?.(resolved.notes[0]);
    return resolved;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    throw new UserError(
      `run ${system.name}: it was ended while auto looked for a coupling scheme; there are no results. Name a scheme, or find one once and for all by "fmu advise --write".`,
    );
  }
}
