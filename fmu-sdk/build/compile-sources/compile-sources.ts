import type { Archive } from '../../archive/archive.ts';
import { openArchive } from '../../archive/open-archive.ts';
import { readDescription } from '../../archive/read-description.ts';
import { zip } from '../../archive/write-zip.ts';
import { readLibrary } from '../../check/binary/shared-library.ts';
import { type ModelDescription, majorVersion } from '../../description/description.ts';
import { signatureFolder } from '../../sign/signed-content.ts';
import type { Kind } from '../../standard/fmi-modes.ts';
import { functions2 } from '../../standard/fmi2-functions.ts';
import { functions3 } from '../../standard/fmi3-functions.ts';
import {
  binaryPath,
  compilerFor,
  type FoundCompiler,
  refuseMissing,
} from '../../util/c-compiler/compilers.ts';
import { printableName, someNames } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';
import { layeredStandardFiles } from '../component/standard-in-glue.ts';
import { compile, type PortPlatform, type Task, wasmPlatform } from './compile-task.ts';
import { type Recipe, recipesOf } from './library-recipe.ts';
import { compileComponent, wasmCompiler } from './wasm-compiler.ts';

export interface PortOptions {
  platforms: readonly PortPlatform[];
  /** Paths below `sources/` to compile. Default: the sources that the FMU lists. */
  sources?: readonly string[];
  /** Additional macros: `NAME`, `NAME=value`. */
  defines?: readonly string[];
  /** True to compile binaries again that the FMU already has. */
  force?: boolean;
}

/** FMU with additional binaries. */
export interface PortedFmu {
  fmu: Uint8Array;
  /**
   * Compiled binaries by path in the archive. `guessed` lists sources that the FMU does not list.
   */
  binaries: readonly { path: string; bytes: number; seconds: number; guessed: readonly string[] }[];
  /** Number of removed signatures. They only cover the original FMU. */
  signatures: number;
}

/**
 * Compiles the C sources of an FMU to the binaries that it lacks. All other entries stay unchanged,
 * byte for byte. Throws a UserError if a compiler or sources are missing, if compilation fails, or
 * if the library lacks functions of the standard.
 */
export async function portFmu(file: string, options: PortOptions): Promise<PortedFmu> {
  const { defines = [] } = options;
  refuseMissing(options.platforms.filter((platform) => platform !== wasmPlatform));
  refuseDefines(file, defines);
  const archive = await openArchive(file);
  const { description } = await readDescription(archive);
  const fmi = portableVersion(file, description);
  const files = new Map<string, Uint8Array>();
  for (const path of archive.paths) files.set(path, await archive.bytes(path));
  const sources = new Map(
    [...files].flatMap(([path, bytes]) =>
      path.startsWith('sources/') ? [[path.slice('sources/'.length), bytes] as const] : [],
    ),
  );
  const binaries: PortedFmu['binaries'][number][] = [];
  for (const platform of options.platforms)
    for (const recipe of await recipesOf(archive, description, sources, platform, options.sources ?? [])) {
      const path = pathOf(platform, fmi, recipe.modelIdentifier);
      rejectExistingBinary(archive, path, options.force ?? false);
      const begin = performance.now();
      const binary = await compileBinary(
        { file, fmi, sources, recipe, defines },
        platform,
        path,
        description,
      );
      files.set(path, binary);
      if (platform === wasmPlatform)
        for (const [name, text] of layeredStandardFiles())
          if (!files.has(name)) files.set(name, new TextEncoder().encode(text));
      binaries.push({
        path,
        bytes: binary.length,
        seconds: (performance.now() - begin) / 1000,
        guessed: guessed(recipe),
      });
    }
  const signatures = archive.paths.filter((path) => path.startsWith(signatureFolder));
  for (const path of signatures) files.delete(path);
  return { fmu: await zip(files), binaries, signatures: signatures.length };
}

/** Rejects FMI 1.0, which lists neither source files nor headers that an importer supplies. */
function portableVersion(file: string, description: ModelDescription): 2 | 3 {
  const fmi = majorVersion(description);
  if (fmi !== 1) return fmi;
  throw new UserError(
    `port ${file}: expected an FMU of FMI 2.0 or 3.0, got FMI ${description.fmiVersion}, which does not list its source files. ` +
      'Ask its author for a binary for this platform, or for an FMU of FMI 2.0.',
  );
}

function pathOf(platform: PortPlatform, fmi: 2 | 3, modelIdentifier: string): string {
  return platform === wasmPlatform
    ? `binaries/${wasmPlatform}/${modelIdentifier}.wasm`
    : binaryPath(platform, fmi, modelIdentifier);
}

async function compileBinary(
  task: Omit<Task, 'platform' | 'compiler'>,
  platform: PortPlatform,
  path: string,
  description: ModelDescription,
): Promise<Uint8Array> {
  if (platform === wasmPlatform)
    return compileComponent({ ...task, platform, compiler: wasmCompiler(task.file) }, description);
  const compiler = compilerFor(platform) as FoundCompiler;
  if (compiler.isCl === true)
    throw new UserError(
      `port ${task.file}: ${compiler.command} is the only compiler for ${platform} here, but the sources need a compiler with gcc's options. Install zig (https://ziglang.org).`,
    );
  const library = compile({ ...task, platform, compiler });
  rejectIncompleteLibrary(task.file, path, description, library);
  return library;
}

function guessed({ guessed, sets }: Recipe): string[] {
  return guessed === true ? sets.flatMap(({ files }) => files.map(({ name }) => name)) : [];
}

function refuseDefines(file: string, defines: readonly string[]): void {
  const invalid = defines.find((define) => !/^[A-Za-z_]\w*(=.*)?$/.test(define));
  if (invalid !== undefined)
    throw new UserError(
      `port ${file}: expected --define with a macro of the C preprocessor, got ${printableName(invalid)}. Write --define NAME or NAME=value.`,
    );
}

function rejectExistingBinary(archive: Archive, path: string, force: boolean): void {
  if (archive.has(path) && !force)
    throw new UserError(
      `port ${archive.file}: ${path} is there already. Run the FMU unchanged, name another --platform, or compile again with --force.`,
    );
}

/**
 * Rejects a library that lacks functions which a host needs, for example because of missing
 * sources.
 */
function rejectIncompleteLibrary(
  file: string,
  path: string,
  description: ModelDescription,
  library: Uint8Array,
): void {
  const fmi = majorVersion(description);
  const kinds = (['modelExchange', 'coSimulation', 'scheduledExecution'] as const).filter(
    (kind: Kind) => description[kind] !== undefined,
  );
  const { exports } = readLibrary(library);
  const missing = (fmi === 2 ? functions2 : functions3)
    .filter(({ requiredBy: needed = [] }) => kinds.some((kind) => needed.includes(kind)))
    .map(({ name }) => `fmi${fmi}${name}`)
    .filter((name) => !exports.has(name));
  if (missing.length > 0)
    throw new UserError(
      `port ${file}: the compiled ${path} lacks ${someNames(missing)}. Sources are missing in the compilation: name them with --source.`,
    );
}
