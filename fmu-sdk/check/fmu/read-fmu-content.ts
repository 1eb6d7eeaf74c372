import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Archive, archiveFrom, defaultLimits } from '../../archive/archive.ts';
import { zlib } from '../../archive/open-archive.ts';
import { readRegularFile } from '../../util/regular-file.ts';
import { messageOf, UserError } from '../../util/user-error.ts';
import type { Edition } from '../standard/editions.ts';
import { readZipDirectory } from '../zip/central-directory.ts';
import { buildPath, descriptionPath, FmuContent, isRead, terminalsPath } from './fmu-content.ts';
import { readDocument } from './xml-document.ts';

/**
 * Opens an archive, a folder with the files of an FMU, or a bare XML file. Defects of the archive
 * become part of the FMU, for a rule to report. Throws only if the file is missing or unreadable.
 *
 * @param edition replaces the edition of the FMU.
 */
export async function readFmuContent(file: string, edition?: Edition): Promise<FmuContent> {
  let isFolder: boolean;
  try {
    isFolder = statSync(file).isDirectory();
  } catch (error) {
    throw new UserError(
      `check ${file}: ${messageOf(error)}. Name an .fmu file, a folder or a modelDescription.xml.`,
    );
  }
  if (isFolder) return openFolder(file, edition);
  return file.endsWith('.xml') ? openBare(file, edition) : openZip(file, edition);
}

function readBytes(file: string): Uint8Array {
  try {
    return readRegularFile(file, defaultLimits.archiveBytes);
  } catch (error) {
    throw new UserError(
      `check ${file}: ${messageOf(error)}. Name an .fmu file, a folder or a modelDescription.xml.`,
    );
  }
}

function openFolder(folder: string, edition: Edition | undefined): FmuContent {
  if (!existsSync(join(folder, descriptionPath)))
    throw new UserError(
      `check ${folder}: ${descriptionPath} is missing in the folder. Name the folder of an FMU, or the FMU (.fmu).`,
    );
  const entries = filesIn(folder);
  if (entries.length > defaultLimits.entries)
    throw new UserError(
      `check ${folder}: expected at most ${defaultLimits.entries} files and folders, got ${entries.length}. Name the folder of an FMU.`,
    );
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll('\\', '/'))
    .sort();
  const contents = new Map(
    paths.filter(isRead).map((path): [string, Uint8Array] => [path, readBytes(join(folder, path))]),
  );
  return new FmuContent({ file: folder, paths, contents, refusals: [] }, edition);
}

function filesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    throw new UserError(`check ${folder}: ${messageOf(error)}. Name a readable folder.`);
  }
}

/** Opens a single XML file. Its root element determines its role. */
function openBare(file: string, edition: Edition | undefined): FmuContent {
  const bytes = readBytes(file);
  const root = readDocument(basename(file), bytes).root?.name;
  const path =
    root === 'fmiTerminalsAndIcons'
      ? terminalsPath
      : root === 'fmiBuildDescription'
        ? buildPath
        : descriptionPath;
  return new FmuContent(
    { file, paths: undefined, contents: new Map([[path, bytes]]), refusals: [] },
    edition,
  );
}

/** Entries that no rule reads are looked at for damage all the same, of so many bytes in all. */
const mostOthers = 16 * 2 ** 20;

function othersOf({ content }: Archive): string[] {
  let remaining = mostOthers;
  return content.entries
    .filter(
      ({ name, method, encrypted }) => !isRead(name) && !name.endsWith('/') && isPlain(method) && !encrypted,
    )
    .filter(({ bytes }) => (remaining -= bytes) >= 0)
    .map(({ name }) => name);
}

/** Stored or deflated: of all others rules speak by themselves. */
function isPlain(method: number): boolean {
  return method === 0 || method === 8;
}

function openZip(file: string, edition: Edition | undefined): Promise<FmuContent> {
  return contentOfZip(file, readBytes(file), edition);
}

/** Returns the content of an archive in memory. `file` names it in findings. */
export async function contentOfZip(file: string, bytes: Uint8Array, edition?: Edition): Promise<FmuContent> {
  const zip = readZipDirectory(bytes);
  const contents = new Map<string, Uint8Array>();
  const refusals: string[] = [];
  const attempt = async (action: () => Promise<void>): Promise<void> => {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      refusals.push(error.message);
    }
  };
  let unread = true;
  let paths = zip?.entries.map((entry) => entry.name).filter((name) => !name.endsWith('/')) ?? [];
  await attempt(async () => {
    const archive = archiveFrom(file, bytes, zlib, defaultLimits);
    paths = [...archive.paths];
    unread = false;
    for (const path of paths.filter(isRead))
      await attempt(async () => {
        contents.set(path, await archive.bytes(path));
      });
    for (const path of othersOf(archive)) await attempt(async () => void (await archive.bytes(path)));
  });
  return new FmuContent(
    { file, paths, contents, ...(zip === undefined ? {} : { zip }), refusals, unread },
    edition,
  );
}
