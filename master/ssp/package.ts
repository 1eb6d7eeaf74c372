import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { openArchive } from '../../fmu-sdk/archive/read.ts';
import { messageOf, UserError } from '../../fmu-sdk/error.ts';
import {
  makeScratch as makeTemporary,
  removeScratch as removeTemporary,
} from '../../fmu-sdk/files/scratch.ts';
import type { Source } from './structure.ts';

/** Files that a system structure names: those of an unpacked `.ssp`, or those around an `.ssd`. */
export interface Package {
  /** The description. */
  file: string;
  /** Where the description's relative paths start. */
  folder: string;
  /** Folder that no path may leave; none for an `.ssd` that lies somewhere. */
  root?: string;
  /** How the description is called in errors. */
  label: string;
}

/** The description in an `.ssp` that stands for the whole. */
const mainDescription = 'SystemStructure.ssd';

/** Opens `.ssd`, or `.ssp` unpacked into `scratch`; `variant` names another description of the package. */
export async function openPackage(
  file: string,
  scratch: string,
  variant: string = mainDescription,
): Promise<Package> {
  if (extname(file).toLowerCase() !== '.ssp') return { file, folder: dirname(file), label: file };
  const archive = await openArchive(file);
  const folder = mkdtempSync(join(scratch, 'ssp-'));
  if (!archive.has(variant))
    throw new UserError(
      `open ${file}: there is no ${variant} in it. Is it a system structure package (SSP)?`,
    );
  for (const path of archive.paths.filter((p) => p.startsWith('resources/') || /^[^/]+\.ssd$/.test(p))) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, await archive.bytes(path));
  }
  return { file: join(folder, variant), folder, root: folder, label: `${file}:${variant}` };
}

/** A private folder, in which packages are unpacked; to be removed when the run is over. */
export function makeScratch(): string {
  return makeTemporary('unit');
}

export function removeScratch(folder: string): void {
  removeTemporary(folder);
}

/** Path of a file that a description names by a relative URI. */
export function pathOf({ folder, root }: Package, uri: string, place: string): string {
  const refuse = (what: string): never => {
    throw new UserError(`${place}: source "${uri}" ${what}.`);
  };
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri) || uri.startsWith('/'))
    refuse('is not relative. Put the file beside the description, and name it from there');
  let path: string;
  try {
    path = resolve(folder, decodeURIComponent(uri));
  } catch {
    return refuse('is no URI');
  }
  if (root !== undefined && relative(root, path).startsWith('..')) refuse('leaves the package');
  return path;
}

/** Text of a file that a binding names, beside the description or inside its component's archive. */
export async function textOf(of: Package, source: Source, component: string | undefined): Promise<string> {
  if (source.base === 'component') {
    if (component === undefined)
      throw new UserError(
        `${source.place}: source "${source.uri}" is inside a component, and a system has none.`,
      );
    return (await openArchive(component)).text(decodeURIComponent(source.uri));
  }
  const path = pathOf(of, source.uri, source.place);
  if (!existsSync(path))
    throw new UserError(`${source.place}: there is no file ${source.uri}. Put it there.`);
  return decode(path, source.uri);
}

/** Text of a file in UTF-8. */
export function decode(path: string, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    throw new UserError(`read ${name}: ${messageOf(error)}. It has to be a readable file in UTF-8.`);
  }
}
