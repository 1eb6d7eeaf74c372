import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where this run of the tests keeps what several of them need: outside the repository, gone with the run. */
export const shared: string = process.env.FMUKIT_SHARED ?? join(tmpdir(), `fmukit-shared-${process.ppid}`);

/** Called before all tests, in the process that starts the others. Returns what is to be called after them. */
export function beginShared(): () => void {
  // No earlier run has had it: one that was killed has left its own.
  const folder = mkdtempSync(join(tmpdir(), 'fmukit-shared-'));
  process.env.FMUKIT_SHARED = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * The folder that `make` fills, made by the first who asks in this run of the tests; the others wait. Throws for everyone
 * what `make` threw.
 */
export async function once(name: string, make: (folder: string) => void): Promise<string> {
  const folder = join(shared, name);
  const outcome = `${folder}.outcome`;
  mkdirSync(shared, { recursive: true });
  if (begun(folder)) {
    let message = '';
    try {
      make(folder);
    } catch (error) {
      message = `${name}: ${error instanceof Error ? error.message : String(error)}`;
    }
    writeFileSync(`${outcome}.part`, message);
    renameSync(`${outcome}.part`, outcome);
  }
  while (!existsSync(outcome)) await new Promise((resolve) => setTimeout(resolve, 100));
  const message = readFileSync(outcome, 'utf8');
  if (message !== '') throw new Error(message);
  return folder;
}

function begun(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
