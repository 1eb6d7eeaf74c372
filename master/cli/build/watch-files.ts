import { existsSync, type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { printError } from '../command.ts';
import { explainError } from '../exit/explain-error.ts';

/** Time in which an editor finishes the writes of one save [ms]. */
const settleMilliseconds = 100;

/**
 * Repeats a command whenever one of the files changes, until a signal ends it. Prints errors of the
 * command and continues. Calls `files` again after each run.
 */
export async function watchAndRepeat(
  operation: string,
  files: () => readonly string[],
  action: () => Promise<void>,
): Promise<never> {
  for (;;) {
    const before = readTimestamps(listFiles(files));
    try {
      await action();
    } catch (error) {
      printError(`fmu: ${explainError(operation, error).text}`);
    }
    printError('fmu: watching for changes (Ctrl-C ends)');
    await waitForChange(listFiles(files), before);
  }
}

/** Returns the time of the last write of each file, by file name. */
function readTimestamps(files: readonly string[]): Map<string, string> {
  return new Map(files.map((file) => [file, stampOf(file)]));
}

function stampOf(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? 'gone' : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}

let last: readonly string[] = [];

/**
 * Returns the present list of files. While a manifest is invalid, it returns the last valid list.
 */
function listFiles(files: () => readonly string[]): readonly string[] {
  try {
    last = files();
  } catch {
    // The list of files is unchanged.
  }
  return last;
}

/**
 * Returns a folder, or the nearest one above it that exists, with the name in it that is missing. A
 * folder of sources vanishes while a version control system or the user moves it.
 */
function nearestFolder(folder: string): { present: string; missing?: string } {
  let [present, missing]: [string, string | undefined] = [folder, undefined];
  while (!existsSync(present) && dirname(present) !== present)
    [present, missing] = [dirname(present), basename(present)];
  return { present, missing };
}

/**
 * Resolves when one of the files no longer has the given stamp. It watches folders, because editors
 * replace files. The stamps reveal saves that happened during the action, before the watch began.
 */
function waitForChange(files: readonly string[], before: ReadonlyMap<string, string>): Promise<void> {
  const wanted = new Set(files);
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const watchers: FSWatcher[] = [];
    const end = (): void => {
      for (const watcher of watchers) watcher.close();
      resolve();
    };
    const settle = (): void => {
      clearTimeout(timer);
      timer = setTimeout(end, settleMilliseconds);
    };
    for (const folder of new Set(files.map((file) => dirname(file)))) {
      const { present, missing } = nearestFolder(folder);
      // A folder that is moved or removed is reported by its own name.
      wanted.add(join(present, missing ?? basename(present)));
      try {
        const watcher = watch(present, (_, name) => {
          if (name === null || wanted.has(join(present, name))) settle();
        });
        // Windows reports a folder that was removed as an error of its watcher.
        watchers.push(watcher.on('error', settle));
      } catch {
        // The folder was removed in this moment.
        settle();
      }
    }
    const isOther = (file: string): boolean => before.has(file) && before.get(file) !== stampOf(file);
    if (files.some(isOther)) timer = setTimeout(end, settleMilliseconds);
  });
}
