import type { Archive } from '../../archive/archive.ts';
import { nameHint } from '../../util/nearest-name.ts';
import { printableName } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';
import { childrenNamed } from '../../util/xml/parse-xml.ts';
import type { XmlPatch } from '../../util/xml/xml-patch.ts';

/** Folders that an FMU does not need to run. */
const folders: readonly string[] = ['sources', 'documentation', 'extra'];

/**
 * Returns the paths to drop: folders that an FMU does not need to run, or platforms. At least one
 * binary or the sources must stay.
 */
export function droppedPaths(archive: Archive, drop: readonly string[], operation: string): string[] {
  if (drop.length === 0) return [];
  const platforms = [
    ...new Set(archive.paths.flatMap((path) => /^binaries\/([^/]+)\//.exec(path)?.[1] ?? [])),
  ];
  const dropped = drop.flatMap((word) => {
    const prefix = folders.includes(word) ? `${word}/` : `binaries/${word}/`;
    const paths = archive.paths.filter((path) => path.startsWith(prefix));
    if (paths.length > 0) return paths;
    const present = [
      ...folders.filter((name) => archive.paths.some((path) => path.startsWith(`${name}/`))),
      ...platforms,
    ];
    throw new UserError(
      `${operation}: drop ${printableName(word)}: expected sources, documentation, extra or a platform of the FMU, got ${printableName(word)}. ${nameHint(word, present)}`,
    );
  });
  const gone = new Set(dropped);
  if (!archive.paths.some((path) => /^(binaries|sources)\//.test(path) && !gone.has(path)))
    throw new UserError(
      `${operation}: drop ${drop.join(', ')}: expected a binary or sources that stay, got none. Keep a platform.`,
    );
  return dropped;
}

/** Removes the source files that a description of FMI 2.0 lists. */
export function removeSourceFiles(patch: XmlPatch): void {
  for (const kind of patch.root.children)
    for (const list of childrenNamed(kind, 'SourceFiles')) patch.remove(list);
}
