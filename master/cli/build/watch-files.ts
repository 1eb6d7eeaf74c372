import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { say } from '../command.ts';
import { explained } from '../exit/explain-error.ts';

/** Files are saved in several writes [ms]. */
const settling = 100;

/**
 * Does what a command does, and again whenever one of the files changes, until a signal ends it: what is wrong is said, and does not
 * end it. `files` is asked after each time.
 */
export async function watching(
  operation: string,
  files: () => readonly string[],
  action: () => Promise<void>,
): Promise<never> {
  for (;;) {
    const before = stampsOf(known(files));
    try {
      await action();
    } catch (error) {
      say(`fmu: ${explained(operation, error).text}`);
    }
    say('fmu: watching for changes (Ctrl-C ends)');
    await changed(known(files), before);
  }
}

/** When each of the files was last written, by its name. */
function stampsOf(files: readonly string[]): Map<string, string> {
  return new Map(files.map((file) => [file, stampOf(file)]));
}

function stampOf(file: string): string {
  const there = statSync(file, { bigint: true, throwIfNoEntry: false });
  return there === undefined ? 'gone' : `${there.ino} ${there.size} ${there.mtimeNs}`;
}

let last: readonly string[] = [];

/** The files as they are, or were when they could last be told: a manifest in the midst of a change cannot. */
function known(files: () => readonly string[]): readonly string[] {
  try {
    last = files();
  } catch {
    // They are what they were.
  }
  return last;
}

/**
 * Resolves when one of the files has changed since it had this stamp. Folders are watched, since editors put a new file in the place of the
 * old; what was saved before they were, while the action went on, is seen by the stamps.
 */
function changed(files: readonly string[], before: ReadonlyMap<string, string>): Promise<void> {
  const wanted = new Set(files);
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const watchers: FSWatcher[] = [];
    const end = (): void => {
      for (const watcher of watchers) watcher.close();
      resolve();
    };
    for (const folder of new Set(files.map((file) => dirname(file))))
      watchers.push(
        watch(folder, (_, name) => {
          if (name !== null && !wanted.has(`${folder}/${name}`)) return;
          clearTimeout(timer);
          timer = setTimeout(end, settling);
        }),
      );
    const isOther = (file: string): boolean => before.has(file) && before.get(file) !== stampOf(file);
    if (files.some(isOther)) timer = setTimeout(end, settling);
  });
}
