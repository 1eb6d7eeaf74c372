import type ts from 'typescript';

/** Returns a file and all its direct and indirect imports. */
export type Imported = (file: ts.SourceFile) => ReadonlySet<ts.SourceFile>;

/** Files of programs without findings, each with its imports at that time. */
const clean = new WeakMap<ts.SourceFile, ReadonlySet<ts.SourceFile>>();

/**
 * Returns the files of a program that need checking. The findings in a file follow from its text
 * and its imports. A file without findings is skipped as long as both are unchanged. Files that are
 * not modules change the names in all other files. They are findings themselves.
 */
export function filesToCheck(files: readonly ts.SourceFile[], imported: Imported): ts.SourceFile[] {
  return files.filter((file) => {
    const then = clean.get(file);
    if (then === undefined) return true;
    const now = imported(file);
    return now.size !== then.size || [...now].some((sourceFile) => !then.has(sourceFile));
  });
}

/** Marks all files of a program without findings as clean. */
export function markClean(files: readonly ts.SourceFile[], imported: Imported): void {
  for (const file of files) clean.set(file, imported(file));
}
