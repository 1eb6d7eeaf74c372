import { elf } from '../../../fmu-sdk/check/example/example-elf.ts';
import { type Base, bases } from './bases.ts';
import type { Change } from './change.ts';

type Files = Map<string, string | Uint8Array>;

const library = (base: Base): string => [...base.files.keys()].find((path) => path.endsWith('.so'))!;
const folder = (base: Base): string => library(base).split('/')[1];

/** A file of a base under another name. */
function moved(files: Files, from: string, to: string): Files {
  return new Map([...files].map(([path, content]) => [path === from ? to : path, content]));
}

/**
 * Returns the bytes of an archive after changing a value of each matching entry, in its header and
 * in the directory.
 */
function patched(
  zip: Uint8Array,
  where: (name: string) => boolean,
  local: number,
  central: number,
  value: number,
): Uint8Array {
  const bytes = zip.slice();
  const view = new DataView(bytes.buffer);
  for (const { at, kind, name } of headers(bytes)) {
    if (!where(name)) continue;
    if (kind === 'local' && local >= 0) view.setUint16(at + local, value, true);
    if (kind === 'central' && central >= 0) view.setUint16(at + central, value, true);
  }
  return bytes;
}

interface Header {
  at: number;
  kind: 'local' | 'central';
  name: string;
  nameAt: number;
}

/** Headers of a zip by their signatures (PKWARE, APPNOTE.TXT 4.3.7 and 4.3.12). */
function headers(zip: Uint8Array): Header[] {
  const view = new DataView(zip.buffer, zip.byteOffset);
  const zipHeaders: Header[] = [];
  for (let at = 0; at + 46 < zip.length; at++) {
    const signature = view.getUint32(at, true);
    const kind = signature === 0x04034b50 ? 'local' : signature === 0x02014b50 ? 'central' : undefined;
    if (kind === undefined) continue;
    const length = view.getUint16(at + (kind === 'local' ? 26 : 28), true);
    const nameAt = at + (kind === 'local' ? 30 : 46);
    zipHeaders.push({
      at,
      kind,
      nameAt,
      name: new TextDecoder().decode(zip.subarray(nameAt, nameAt + length)),
    });
  }
  return zipHeaders;
}

/** The archive with another name of the same length for an entry. */
function renamed(zip: Uint8Array, from: string, to: string): Uint8Array {
  const bytes = zip.slice();
  for (const { name, nameAt } of headers(bytes))
    if (name === from)
      bytes.set(new TextEncoder().encode(to.padEnd(from.length, '_').slice(0, from.length)), nameAt);
  return bytes;
}

const description = 'modelDescription.xml';
const table = 'resources/table.csv';
const notes = 'extra/com.example.tool/notes.json';

/** Faults of the set of files. */
const ofFiles: Readonly<Record<string, (files: Files, base: Base) => Files | undefined>> = {
  'no description': (files) => without(files, description),
  'description in a folder': (files) => moved(files, description, `unit/${description}`),
  'description in small letters': (files) => moved(files, description, 'modeldescription.xml'),
  'everything in a folder': (files) => new Map([...files].map(([path, c]) => [`unit/${path}`, c])),
  'library of another name': (files, base) =>
    moved(files, library(base), `binaries/${folder(base)}/other.so`),
  'library is text': (files, base) => new Map(files).set(library(base), 'no library'),
  'library is empty': (files, base) => new Map(files).set(library(base), ''),
  'library of another machine': (files, base) => new Map(files).set(library(base), elf({ machine: 183 })),
  'library is a program': (files, base) => new Map(files).set(library(base), elf({ type: 2 })),
  'library without functions': (files, base) => new Map(files).set(library(base), elf({ exports: ['main'] })),
  'library cut off': (files, base) => new Map(files).set(library(base), elf().subarray(0, 40)),
  'library needs one that is not there': (files, base) =>
    base.fmi === 2 ? new Map(files).set(library(base), elf({ needed: ['libvendor.so.3'] })) : undefined,
  'library of Linux for Windows': (files, base) =>
    new Map(files).set(
      `binaries/${base.fmi === 2 ? 'win64' : 'x86_64-windows'}/${base.identifier}.dll`,
      elf(),
    ),
  'platform that there is not': (files, base) =>
    moved(
      files,
      library(base),
      `binaries/${base.fmi === 2 ? 'linux65' : 'x86-64_linux'}/${base.identifier}.so`,
    ),
  'platform of the other version': (files, base) =>
    base.fmi === 2 ? undefined : moved(files, library(base), `binaries/linux64/${base.identifier}.so`),
  'nothing to run': (files, base) =>
    [...files.keys()].some((path) => path.startsWith('sources/')) ? undefined : without(files, library(base)),
  'file at the top': (files) => new Map(files).set('notes.txt', ''),
  'folder at the top': (files) => new Map(files).set('data/table.csv', ''),
  'extra without a domain': (files) => moved(files, notes, 'extra/tool/notes.json'),
  'file in extra itself': (files) => moved(files, notes, 'extra/notes.json'),
  'two names that differ in case': (files) => new Map(files).set('resources/TABLE.csv', ''),
  'documentation without index': (files, base) =>
    base.fmi === 3
      ? new Map([...without(files, 'documentation/index.html'), ['documentation/start.html', '']])
      : undefined,
  'no source of the build description': (files) => needs(files, 'sources/unit.c'),
  'no build description': (files) => needs(files, 'sources/buildDescription.xml'),
  'no picture of a terminal': (files) => needs(files, 'terminalsAndIcons/plug.png'),
  'picture without PNG': (files) => needs(files, 'terminalsAndIcons/icon.png'),
  'no file of sources': (files, base) =>
    base.name === 'all2' ? without(files, 'sources/full.c') : undefined,
  'folder beyond ASCII': (files) => new Map(files).set('resources/größe/a.csv', ''),
  'reserved name': (files) => new Map(files).set('extra/org.modelica.mytool/a.json', ''),
  backslashes: (files) => moved(files, table, 'resources\\table.csv'),
  'manifest that is no manifest': (files, base) =>
    base.fmi === 3
      ? new Map(files).set('extra/org.example.standard/fmi-ls-manifest.xml', '<manifest/>')
      : undefined,
  'manifest of another standard': (files, base) =>
    base.fmi === 3
      ? new Map(files).set(
          'extra/org.example.standard/fmi-ls-manifest.xml',
          '<?xml version="1.0" encoding="UTF-8"?><m xmlns:fmi-ls="http://fmi-standard.org/fmi-ls-manifest" fmi-ls:fmi-ls-name="org.example.other" fmi-ls:fmi-ls-version="1.0" fmi-ls:fmi-ls-description="d"/>',
        )
      : undefined,
};

function without(files: Files, path: string): Files {
  const rest = new Map(files);
  rest.delete(path);
  return rest;
}

function needs(files: Files, path: string): Files | undefined {
  return files.has(path) ? without(files, path) : undefined;
}

/** Faults of the archive itself, by entry. */
const ofBytes: Readonly<Record<string, (zip: Uint8Array, path: string) => Uint8Array>> = {
  encrypted: (zip, path) => patched(zip, (name) => name === path, 6, 8, 1),
  'compressed by bzip2': (zip, path) => patched(zip, (name) => name === path, 8, 10, 12),
  'needs a later version': (zip, path) => patched(zip, (name) => name === path, 4, 6, 63),
  'out of the archive': (zip, path) => renamed(zip, path, `../${path}`),
  absolute: (zip, path) => renamed(zip, path, `/${path}`),
  'on a drive': (zip, path) => renamed(zip, path, `C:/${path}`),
  'with a backslash': (zip, path) => renamed(zip, path, path.replace('/', '\\')),
  'another check sum': (zip, path) => patched(zip, (name) => name === path, 14, 16, 4711),
};

/** Faults of the archive as a whole. */
const wholes: Readonly<Record<string, (zip: Uint8Array) => Uint8Array>> = {
  'empty file': () => new Uint8Array(),
  'no archive': () => new TextEncoder().encode('modelDescription.xml'),
  'cut off': (zip) => zip.subarray(0, zip.length - 30),
  half: (zip) => zip.subarray(0, zip.length / 2),
  'several disks': (zip) => {
    const bytes = zip.slice();
    bytes[bytes.length - 22 + 4] = 1;
    return bytes;
  },
  'more entries than there are': (zip) => {
    const bytes = zip.slice();
    bytes[bytes.length - 22 + 8] += 3;
    bytes[bytes.length - 22 + 10] += 3;
    return bytes;
  },
};

/** Faults of archives and of their files, of all bases. */
export function* archiveFaults(): Iterable<Change> {
  for (const base of bases) {
    for (const [what, change] of Object.entries(ofFiles)) {
      const files = change(new Map(base.files), base);
      if (files !== undefined) yield { name: `${base.name}: ${what}`, sort: what, base, files };
    }
    for (const [what, change] of Object.entries(ofBytes))
      for (const path of [description, table, library(base)])
        if (!(what === 'with a backslash' && path === description))
          yield { name: `${base.name}: ${what}, ${path}`, sort: what, base, zip: (zip) => change(zip, path) };
    for (const [what, change] of Object.entries(wholes))
      yield { name: `${base.name}: ${what}`, sort: what, base, zip: change };
  }
}
