import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { type Archive, defaultLimits } from '../../fmu-sdk/archive/archive.ts';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { notesOnPaths } from '../../fmu-sdk/archive/zip-directory.ts';
import { makeFolder } from '../../fmu-sdk/util/files/make-folder.ts';
import {
  makeScratch as makeTemporary,
  removeScratch as removeTemporary,
} from '../../fmu-sdk/util/files/temp-folder.ts';
import { nameText, someNames } from '../../fmu-sdk/util/printable.ts';
import { readRegularFile } from '../../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import type { Source } from './system-structure.ts';

/** Files that a system structure names: those of an unpacked `.ssp`, or those around an `.ssd`. */
export interface Package {
  /** The description. */
  file: string;
  /** Where the description's relative paths start. */
  folder: string;
  /** Folder that no path may leave; none for an `.ssd` that lies somewhere. */
  root?: string;
  /** What the user knows the package by, or where there is none the description. */
  called: string;
  /** How the description is called in errors. */
  label: string;
  /** What is to be known of the package when it is opened first. */
  notes: readonly string[];
}

/** What packages inside packages may still unpack, all together. */
export interface Allowance {
  bytes: number;
  files: number;
}

export function allowance(): Allowance {
  return { bytes: defaultLimits.totalBytes, files: defaultLimits.entries };
}

/** Bytes of a description, of parameters or of a mapping. */
const mostXmlBytes = 128 * 2 ** 20;

/** The description in an `.ssp` that stands for the whole. */
const mainDescription = 'SystemStructure.ssd';

/** A package that was unpacked: where, and what is in it. */
interface Unpacked {
  folder: string;
  paths: ReadonlySet<string>;
  notes: readonly string[];
}

/** Packages that were unpacked, by file: none is unpacked, or counted, twice. */
export type UnpackedPackages = Map<string, Unpacked>;

/** Opens `.ssd`, or `.ssp` unpacked into `scratch`; `variant` names another description of the package, `called` is its name in errors. */
export async function openPackage(
  file: string,
  scratch: string,
  left: Allowance,
  unpacked: UnpackedPackages,
  variant: string = mainDescription,
  called: string = file,
): Promise<Package> {
  if (extname(file).toLowerCase() !== '.ssp')
    return { file, folder: dirname(file), called, label: called, notes: [] };
  const known = unpacked.get(file);
  const { folder, paths, notes } = known ?? (await unpack(file, scratch, left));
  unpacked.set(file, { folder, paths, notes });
  if (!paths.has(variant))
    throw new UserError(
      `open ${called}: there is no ${nameText(variant)} in it. Is it a system structure package (SSP)?`,
    );
  return {
    file: join(folder, variant),
    folder,
    root: folder,
    called,
    label: `${called}:${variant}`,
    notes: known === undefined ? notes : [],
  };
}

async function unpack(file: string, scratch: string, left: Allowance): Promise<Unpacked> {
  const archive = await openArchive(file, { ...defaultLimits, totalBytes: left.bytes, entries: left.files });
  const folder = mkdtempSync(join(scratch, 'ssp-'));
  const paths = new Set(archive.paths.filter((path) => !/^(documentation|extra)\//.test(path)));
  for (const path of paths) {
    const target = join(folder, path);
    const bytes = await archive.bytes(path);
    left.bytes -= bytes.length;
    left.files--;
    makeFolder(dirname(target));
    writeFileSync(target, bytes);
  }
  return { folder, paths, notes: [...notesOnPaths(archive.content.entries), ...notesOnPlaces(paths)] };
}

/** SSP has the files that a description names in `resources/`; many tools put them beside it. */
function notesOnPlaces(paths: ReadonlySet<string>): string[] {
  const beside = [...paths].filter(
    (path) => !path.startsWith('resources/') && /\.(fmu|ssp|ssv|ssm)$/i.test(path),
  );
  return beside.length === 0
    ? []
    : [`files lie beside the description, and SSP wants them in resources/: ${someNames(beside)}`];
}

/** A private folder, in which packages are unpacked; to be removed when the run is over. */
export function makeScratch(): string {
  return makeTemporary('unit');
}

export function removeScratch(folder: string): void {
  removeTemporary(folder);
}

/** The file that an address of another host stands for: `proxyfmu://localhost?file=x.fmu` is x.fmu, which is run here. */
export function withoutProxy(uri: string): string {
  return /^proxyfmu:.*[?&]file=([^&]*)/.exec(uri)?.[1] ?? uri;
}

/** Path of a file that a description names by a relative URI. */
export function pathOf({ folder, root }: Package, uri: string, place: string): string {
  const path = resolve(folder, relativePath(withoutProxy(uri), place));
  if (root !== undefined && relative(root, path).startsWith('..'))
    throw new UserError(
      `${place}: source "${nameText(uri)}" leaves the package. Put the file beside the description.`,
    );
  return path;
}

/** The path that a relative URI stands for. */
function relativePath(uri: string, place: string): string {
  const refuse = (what: string): never => {
    throw new UserError(`${place}: source "${nameText(uri)}" ${what}.`);
  };
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri) || uri.startsWith('/'))
    refuse('is not relative. Put the file beside the description, and name it from there');
  let path: string;
  try {
    path = decodeURIComponent(uri);
  } catch {
    return refuse('is no URI: % stands before two hexadecimal digits. Write % as %25');
  }
  if (path.includes('\0') || path.includes('\\'))
    refuse('has a character that no path in a package has. Write / between folders');
  return path;
}

/** Content of a file that a binding names, beside the description or inside its component's archive. */
export async function contentOf(
  of: Package,
  source: Source,
  component: Archive | undefined,
): Promise<Uint8Array> {
  if (source.base === 'component') {
    if (component === undefined)
      throw new UserError(
        `${source.place}: source "${source.uri}" is inside a component, and a system has none.`,
      );
    return component.bytes(relativePath(source.uri, source.place), mostXmlBytes);
  }
  const path = pathOf(of, source.uri, source.place);
  if (!existsSync(path))
    throw new UserError(`${source.place}: there is no file ${source.uri}. Put it there.`);
  return readXmlFile(path, source.uri);
}

/** Bytes of an XML file. */
export function readXmlFile(path: string, name: string): Uint8Array {
  try {
    return readRegularFile(path, mostXmlBytes);
  } catch (error) {
    throw new UserError(`read ${name}: ${messageOf(error)}. It has to be a readable file.`);
  }
}
