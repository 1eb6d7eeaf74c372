import { existsSync, mkdirSync, readFileSync, renameSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeTemporaryFolders, temporaryFolder } from '../fixtures/temporary-folder.ts';

/**
 * Folder for files that several tests of this run share, outside the repository, deleted at the
 * end.
 */
export const shared: string = process.env.FMUKIT_SHARED ?? join(tmpdir(), `fmukit-shared-${process.ppid}`);

/** Prepares the shared folder in the main process, before all tests. Returns the clean-up. */
export function beginShared(): () => void {
  // Creates a new folder, because a killed earlier run may have left its folder.
  const folder = temporaryFolder('shared');
  process.env.FMUKIT_SHARED = folder;
  return removeTemporaryFolders;
}

/**
 * Returns the folder that `make` fills. The first caller in this test run fills it, and others
 * wait. Every caller gets an error of `make`.
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
  await appears(outcome);
  const message = readFileSync(outcome, 'utf8');
  if (message !== '') throw new Error(message);
  return folder;
}

/** Waits until a file exists. */
function appears(file: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(dirname(file), () => look());
    const look = (): void => {
      if (!existsSync(file)) return;
      watcher.close();
      resolve();
    };
    look();
  });
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
