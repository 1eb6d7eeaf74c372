import { relative } from 'node:path';
import { changedSource } from '../../../fmu-sdk/cache/source-hashes.ts';
import { printError, text } from '../terminal/terminal.ts';

/** Prints a note for each FMU that was built here and is older than its sources. */
export function reportOutdated(files: readonly string[]): void {
  const relativePath = (path: string): string => relative('', path) || '.';
  for (const file of files) {
    const changed = changedSource(file);
    if (changed === undefined) continue;
    printError(
      text`fmu: note: ${relativePath(file)} was built before ${relativePath(changed.source)} was changed. Build it again: fmu build ${relativePath(changed.folder)}`,
    );
  }
}
