import { printableName } from '../util/printable.ts';
import type { Entry } from './zip-directory.ts';

const mostFolders = 100_000;

/** Files that importers look for by name; elsewhere a unit finds its own files itself. */
const lookedFor = /^[^/]*$|^(binaries|terminalsandicons|extra)\//;

/**
 * Throws an Error that says why these entries cannot be files below one folder, the same on every platform: names that
 * leave it, links and devices, one name twice with different content (where importers look for files also when only the case
 * differs, which Windows and macOS do not see), a name that is both file and folder.
 */
export function refuseBadNames(entries: readonly Entry[]): void {
  const seen = new Map<string, Entry>();
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
      throw new Error(`the entry ${quoted} has a part of its path that is no name of a file`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (/[\x00-\x1f\x7f-\x9f]/.test(name))
      throw new Error(`the entry ${quoted} has a control character in its name`);
    if (folders.size > mostFolders) throw new Error(`it has more than ${mostFolders} folders`);
    if (fileType === 0o120000) throw new Error(`the entry ${quoted} is a symbolic link`);
    if (fileType !== 0 && fileType !== 0o100000 && fileType !== 0o040000)
      throw new Error(`the entry ${quoted} is neither file nor folder`);
    const key = keyOf(name);
    for (let i = key.indexOf('/'); i >= 0; i = key.indexOf('/', i + 1)) folders.add(key.slice(0, i));
    // A folder may be listed twice: the second time it is there.
    if (name.endsWith('/')) continue;
    const other = seen.get(key);
    if (other !== undefined && other.name !== name)
      throw new Error(
        `the entries "${printableName(other.name)}" and ${quoted} are one file on Windows and macOS`,
      );
    if (other !== undefined && (other.crc32 !== entry.crc32 || other.bytes !== entry.bytes))
      throw new Error(`the entry ${quoted} is there twice, with different content`);
    seen.set(key, entry);
  }
  for (const folder of folders) {
    const file = seen.get(folder);
    if (file !== undefined) throw new Error(`the entry "${printableName(file.name)}" is a file and a folder`);
  }
}

/** Names of one key are one file. */
function keyOf(name: string): string {
  const folded = fold(name);
  return lookedFor.test(folded) ? folded : name;
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

/** Parts that are nothing but dots and spaces, and so no names on Windows; a folder ends with an empty one. */
function hasEmptyPart(name: string): boolean {
  const parts = name.split('/');
  return parts.some(
    (part, i) => withoutEnd(part) === '' && !(i > 0 && i === parts.length - 1 && part === ''),
  );
}

/** What file systems that ignore case, and dots and spaces at the end of a name (Windows), make of it. */
function fold(name: string): string {
  return name.normalize('NFC').toLowerCase().split('/').map(withoutEnd).join('/');
}

function withoutEnd(part: string): string {
  let end = part.length;
  while (end > 0 && (part[end - 1] === '.' || part[end - 1] === ' ')) end--;
  return part.slice(0, end);
}
