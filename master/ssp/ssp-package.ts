import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { type Archive, defaultLimits } from '../../fmu-sdk/archive/archive.ts';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { notesOnPaths } from '../../fmu-sdk/archive/zip-directory.ts';
import { makeFolder } from '../../fmu-sdk/util/files/make-folder.ts';
import {
  makeTemporaryFolder as makeTemporary,
  removeTemporaryFolder as removeTemporary,
} from '../../fmu-sdk/util/files/temp-folder.ts';
import { printableName, someNames } from '../../fmu-sdk/util/printable.ts';
import { readRegularFile } from '../../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import type { Source } from './ssd/system-structure.ts';

/** Files that a system structure references, from an unpacked `.ssp` or next to an `.ssd`. */
export interface Package {
  /** Path of the description. */
  file: string;
  /** Folder to which paths in the description are relative. */
  folder: string;
  /** Folder that paths must not leave. Missing for an `.ssd`. */
  root?: string;
  /** Name of the package for the user, or of the description without a package. */
  called: string;
  /** Name of the description in errors. */
  label: string;
  /** Notes on the package, reported when it is first opened. */
  notes: readonly string[];
}

/** Remaining allowance for unpacking nested packages. */
export interface Allowance {
  bytes: number;
  files: number;
}

export function allowance(): Allowance {
  return { bytes: defaultLimits.totalBytes, files: defaultLimits.entries };
}

/** Size limit of a description, parameter set or mapping [bytes]. */
const mostXmlBytes = 128 * 2 ** 20;

/** Main description of an `.ssp`. */
const mainDescription = 'SystemStructure.ssd';

/** Location and content of an unpacked package. */
interface Unpacked {
  folder: string;
  paths: ReadonlySet<string>;
  notes: readonly string[];
}

/** Unpacked packages by file. Each is unpacked and counted only once. */
type UnpackedPackages = Map<string, Unpacked>;

/** Folder, allowance and packages that all packages of one system share. */
export interface UnpackContext {
  /** Folder into which packages are unpacked. */
  readonly scratch: string;
  readonly remaining: Allowance;
  readonly unpacked: UnpackedPackages;
}

/**
 * Opens an `.ssd`, or an `.ssp` unpacked into the scratch folder. `variant` selects another
 * description of the package. `called` is its name in errors.
 */
export async function openPackage(
  file: string,
  { scratch, remaining, unpacked }: UnpackContext,
  variant: string = mainDescription,
  called: string = file,
): Promise<Package> {
  if (extname(file).toLowerCase() !== '.ssp')
    return { file, folder: dirname(file), called, label: called, notes: [] };
  const known = unpacked.get(file);
  const { folder, paths, notes } = known ?? (await unpack(file, scratch, remaining));
  unpacked.set(file, { folder, paths, notes });
  if (!paths.has(variant))
    throw new UserError(
      `open ${called}: missing ${printableName(variant)}. Is it a system structure package (SSP)?`,
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

async function unpack(file: string, scratch: string, remaining: Allowance): Promise<Unpacked> {
  const archive = await openArchive(file, {
    ...defaultLimits,
    totalBytes: remaining.bytes,
    entries: remaining.files,
  });
  const folder = mkdtempSync(join(scratch, 'ssp-'));
  const paths = new Set(archive.paths.filter((path) => !/^(documentation|extra)\//.test(path)));
  for (const path of paths) {
    const target = join(folder, path);
    const bytes = await archive.bytes(path);
    remaining.bytes -= bytes.length;
    remaining.files--;
    makeFolder(dirname(target));
    writeFileSync(target, bytes);
  }
  return { folder, paths, notes: [...notesOnPaths(archive.content.entries), ...notesOnPlaces(paths)] };
}

/**
 * Returns a note on files outside `resources/`, where SSP requires them. Many tools put them next
 * to the description.
 */
function notesOnPlaces(paths: ReadonlySet<string>): string[] {
  const misplaced = [...paths].filter(
    (path) => !path.startsWith('resources/') && /\.(fmu|ssp|ssv|ssm)$/i.test(path),
  );
  return misplaced.length === 0
    ? []
    : [`files are next to the description, but SSP requires resources/: ${someNames(misplaced)}`];
}

/** Creates a private folder for unpacking packages, to be removed after the run. */
export function makeTempFolder(): string {
  return makeTemporary('unit');
}

export function removeTempFolder(folder: string): void {
  removeTemporary(folder);
}

/**
 * Returns the file in an address of another host, which runs locally instead:
 * `proxyfmu://localhost?file=x.fmu` → x.fmu.
 */
export function withoutProxy(uri: string): string {
  return /^proxyfmu:.*[?&]file=([^&]*)/.exec(uri)?.[1] ?? uri;
}

/** Returns the path of a file that a description references by a relative URI. */
export function pathOf({ folder, root }: Package, uri: string, place: string): string {
  const path = resolve(folder, relativePath(withoutProxy(uri), place));
  if (root !== undefined && relative(root, path).startsWith('..'))
    throw new UserError(
      `${place}: source "${printableName(uri)}" is outside the package. Put the file next to the description.`,
    );
  return path;
}

/** Converts a relative URI to a path. */
function relativePath(uri: string, place: string): string {
  const refuse = (what: string): never => {
    throw new UserError(`${place}: source "${printableName(uri)}" ${what}.`);
  };
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri) || uri.startsWith('/'))
    refuse('is not relative. Put the file next to the description, and use its relative path');
  let path: string;
  try {
    path = decodeURIComponent(uri);
  } catch {
    return refuse('is not a valid URI: % must be followed by two hexadecimal digits. Write % as %25');
  }
  if (path.includes('\0') || path.includes('\\'))
    refuse('has a character that paths in a package must not have. Write / between folders');
  return path;
}

/**
 * Returns the content of a file that a binding references, next to the description or inside its
 * component's archive.
 */
export async function contentOf(
  of: Package,
  source: Source,
  component: Archive | undefined,
): Promise<Uint8Array> {
  if (source.base === 'component') {
    if (component === undefined)
      throw new UserError(
        `${source.place}: source "${printableName(source.uri)}" refers to a component, but the binding belongs to a system.`,
      );
    return component.bytes(relativePath(source.uri, source.place), mostXmlBytes);
  }
  const path = pathOf(of, source.uri, source.place);
  if (!existsSync(path))
    throw new UserError(
      `${source.place}: missing file ${printableName(source.uri)}. Add the file, or correct the path.`,
    );
  return readXmlFile(path, source.uri);
}

/** Reads the bytes of an XML file. */
export function readXmlFile(path: string, name: string): Uint8Array {
  try {
    return readRegularFile(path, mostXmlBytes);
  } catch (error) {
    throw new UserError(`read ${name}: ${messageOf(error)}. Name a readable file.`);
  }
}
