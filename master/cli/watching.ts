import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import { say } from './command.ts';
import { explained } from './explain.ts';

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
    try {
      await action();
    } catch (error) {
      say(`fmu: ${explained(operation, error).text}`);
    }
    say('fmu: watching for changes (Ctrl-C ends)');
    await changed(known(files));
  }
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

/** Resolves when one of the files has changed. Folders are watched, since editors put a new file in the place of the old. */
function changed(files: readonly string[]): Promise<void> {
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
  });
}
