import { printableName } from '../util/printable.ts';
import type { Entry } from './zip-directory.ts';

const folderLimit = 100_000;

/** Files that importers find by name. An FMU finds other files itself. */
const searchedFolders = /^[^/]*$|^(binaries|terminalsandicons|extra)\//;

/**
 * Rejects entries that cannot be files below one folder on every platform. Throws an Error with the
 * reason for these: names that leave the folder, links and devices, a name that is both file and
 * folder, and duplicate names with different content. For files that importers find by name, a
 * difference only in case counts as a duplicate, because Windows and macOS ignore it.
 */
export function rejectBadNames(entries: readonly Entry[]): void {
  const entriesByKey = new Map<string, Entry>();
  const folders = new Set<string>();
  for (const entry of entries) {
    const { name, fileType } = entry;
    // The folder itself, as some tools list it.
    if (name === './') continue;
    const quoted = `"${printableName(name)}"`;
    if (name.includes('\\'))
      throw new Error(
        `the entry ${quoted} has a backslash in its path, where zip files have "/" (APPNOTE 4.4.17)`,
      );
    if (escapes(name)) throw new Error(`the entry ${quoted} points outside the archive`);
    if (hasEmptyPart(name))
      throw new Error(`the entry ${quoted} has a part of its path that is not a file name`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (/[\x00-\x1f\x7f-\x9f]/.test(name))
      throw new Error(`the entry ${quoted} has a control character in its name`);
    if (folders.size > folderLimit) throw new Error(`it has more than ${folderLimit} folders`);
    if (fileType === 0o120000) throw new Error(`the entry ${quoted} is a symbolic link`);
    if (fileType !== 0 && fileType !== 0o100000 && fileType !== 0o040000)
      throw new Error(`the entry ${quoted} is neither file nor folder`);
    const key = keyOf(name);
    for (let i = key.indexOf('/'); i >= 0; i = key.indexOf('/', i + 1)) folders.add(key.slice(0, i));
    // A folder may be listed twice: the second time it is there.
    if (name.endsWith('/')) continue;
    const other = entriesByKey.get(key);
    if (other !== undefined && other.name !== name)
      throw new Error(
        `the entries "${printableName(other.name)}" and ${quoted} are one file on Windows and macOS`,
      );
    if (other !== undefined && (other.crc32 !== entry.crc32 || other.bytes !== entry.bytes))
      throw new Error(`the entry ${quoted} occurs twice, with different content`);
    entriesByKey.set(key, entry);
  }
  for (const folder of folders) {
    const file = entriesByKey.get(folder);
    if (file !== undefined) throw new Error(`the entry "${printableName(file.name)}" is a file and a folder`);
  }
}

/** Names of one key are one file. */
function keyOf(name: string): string {
  const folded = fold(name);
  return searchedFolders.test(folded) ? folded : name;
}

function escapes(name: string): boolean {
  return (
    name === '' ||
    name.startsWith('/') ||
    /^[A-Za-z]:/.test(name) ||
    name.includes('\0') ||
    name.split('/').some((part) => /^ *\.\. *$/.test(part))
  );
}

/**
 * Returns true if a part of the path has only dots and spaces, which Windows does not accept as a
 * name. The empty part at the end of a folder is allowed.
 */
function hasEmptyPart(name: string): boolean {
  const parts = name.split('/');
  return parts.some(
    (part, i) => withoutEnd(part) === '' && !(i > 0 && i === parts.length - 1 && part === ''),
  );
}

/** Returns the name for file systems that ignore case, and dots and spaces at the end (Windows). */
function fold(name: string): string {
  return name.normalize('NFC').toLowerCase().split('/').map(withoutEnd).join('/');
}

function withoutEnd(part: string): string {
  let end = part.length;
  while (end > 0 && (part[end - 1] === '.' || part[end - 1] === ' ')) end--;
  return part.slice(0, end);
}
