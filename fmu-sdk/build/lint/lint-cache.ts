import type ts from 'typescript';

/** The files that a file imports, by name or by way of others, and itself. */
export type Imported = (file: ts.SourceFile) => ReadonlySet<ts.SourceFile>;

/** Files of programs in which nothing was found, each with all that it imported then. */
const clean = new WeakMap<ts.SourceFile, ReadonlySet<ts.SourceFile>>();

/**
 * Those of a program's files that are to be looked at. What a rule finds in a file follows from its text and from what it imports:
 * where both are as they were when nothing was found, nothing is found. A file that is no module, whose names reach all others, is itself refused.
 */
export function toBeLookedAt(files: readonly ts.SourceFile[], imported: Imported): ts.SourceFile[] {
  return files.filter((file) => {
    const then = clean.get(file);
    if (then === undefined) return true;
    const now = imported(file);
    return now.size !== then.size || [...now].some((each) => !then.has(each));
  });
}

/** To be said of all files of a program in which nothing was found. */
export function nothingFound(files: readonly ts.SourceFile[], imported: Imported): void {
  for (const file of files) clean.set(file, imported(file));
}
