import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { makeFolder } from '../../../fmu-sdk/util/files/make-folder.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { readRegularFile } from '../../../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Plan } from '../plan/study-plan.ts';
import type { Bundle } from './queue-messages.ts';

/** Bundle and the sources of its files. */
export interface Packed {
  bundle: Bundle;
  /** Paths by hash. */
  paths: Map<string, string>;
}

/** Packs a study. Its file, systems, FMUs and inputs keep their relative positions. */
export function pack(plan: Plan): Packed {
  const files = filesOf(plan);
  const root = files.map(dirname).reduce(common);
  const bundle: Bundle = { study: place(root, resolve(plan.file)), files: {} };
  const paths = new Map<string, string>();
  for (const path of files) {
    const hash = hashOf(readStudyFile(path));
    bundle.files[place(root, path)] = hash;
    paths.set(hash, path);
  }
  return { bundle, paths };
}

/**
 * Writes the files of a bundle into a folder, and nothing outside it. Returns the path of its
 * study.
 */
export async function unpack(
  { study, files }: Bundle,
  folder: string,
  bytesOf: (hash: string) => Promise<Buffer>,
): Promise<string> {
  const inside = (name: string): string => {
    const path = resolve(folder, name);
    if (path.startsWith(resolve(folder) + sep) && !path.includes('\0')) return path;
    throw new UserError(`worker: the study contains a file ${printableName(name)} outside its folder.`);
  };
  for (const [name, hash] of Object.entries(files)) {
    const path = inside(name);
    const bytes = await bytesOf(hash);
    if (hashOf(bytes) !== hash)
      throw new UserError(`worker: ${printableName(name)} arrived with different bytes.`);
    write(path, bytes, name);
  }
  return inside(study);
}

/** Writes a file of a bundle. Its name may be too long, or also be the name of a folder. */
function write(path: string, bytes: Buffer, name: string): void {
  try {
    makeFolder(dirname(path));
    writeFileSync(path, bytes);
  } catch (error) {
    const { code = 'an error' } = error as NodeJS.ErrnoException;
    throw new UserError(
      `worker: writing ${printableName(name)} of a study failed with ${code}. Use shorter names for the files of the study, or free disk space.`,
    );
  }
}

/**
 * Checks that a study on a worker reads only files that came with it, and no other file of this
 * machine.
 */
export function requireInside(plan: Plan, folder: string): void {
  const outside = filesOf(plan).find((path) => !path.startsWith(resolve(folder) + sep));
  if (outside === undefined) return;
  throw new UserError(
    `worker: the study reads ${printableName(outside)}, expected files of its folder ${folder} only. Start the study again.`,
  );
}

/** Returns the absolute paths of all files that a study reads, its own file first. */
function filesOf(plan: Plan): string[] {
  return [...new Set([plan.file, ...plan.bases.files, ...inputsOf(plan)].map((path) => resolve(path)))];
}

/** Returns the folder for the files of a study, inside the folder of a worker. */
export function folderOf(study: string, folder: string): string {
  if (/^[0-9a-f]{24}$/.test(study)) return join(folder, study);
  throw new UserError(
    `worker: expected the id of a study, which names its folder, got ${printableName(study)}.`,
  );
}

/** Returns the SHA-256 hash. */
export function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns the input files of all runs. */
function inputsOf({ file, study, bases }: Plan): string[] {
  const named = (path: unknown, from: string): string[] =>
    typeof path === 'string' ? [resolve(dirname(from), relativePath(path, from))] : [];
  const settings = [
    study.set,
    study.reference?.set,
    ...study.vary.flatMap(({ variants = {} }) => Object.values(variants).map(({ set }) => set)),
  ];
  const varied = study.vary.flatMap(({ set = [], values = [] }) =>
    [set].flat().includes('inputs') ? values : [],
  );
  const merged = study.vary.flatMap(({ variants = {} }) =>
    Object.values(variants).flatMap(({ system = study.system, merge = {} }) =>
      named((merge as { inputs?: unknown }).inputs, bases.subject(system).file),
    ),
  );
  const subjectInputs = bases.loadedSubjects.flatMap((subject) => {
    for (const { fmu } of Object.values(subject.system.units)) relativePath(fmu, subject.file);
    return named(subject.system.inputs, subject.file);
  });
  return [...settings.map((set) => set?.inputs), ...varied]
    .flatMap((path) => named(path, file))
    .concat(merged, subjectInputs);
}

function relativePath(path: string, from: string): string {
  if (!isAbsolute(path)) return path;
  throw new UserError(
    `study, queue: ${from} names ${path}, which does not exist on other machines. Write the path relative to the file that names it.`,
  );
}

/** Largest file of a study [bytes]. Redis takes no larger value. */
const mostFileBytes = 512 * 2 ** 20;

/** Reads a file of a study. */
export function readStudyFile(path: string): Buffer {
  try {
    const bytes = readRegularFile(path, mostFileBytes);
    return Buffer.from(bytes.buffer, 0, bytes.length);
  } catch (error) {
    throw new UserError(`study ${path}: ${messageOf(error)}. Name a readable file.`);
  }
}

/** Returns the innermost folder that contains two folders. */
function common(a: string, b: string): string {
  const [one, other] = [a.split(sep), b.split(sep)];
  const differs = one.findIndex((part, i) => part !== other[i]);
  return (differs === -1 ? one : one.slice(0, differs)).join(sep) || sep;
}

function place(root: string, path: string): string {
  return relative(root, path).replaceAll('\\', '/');
}
