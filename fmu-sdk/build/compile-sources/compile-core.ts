import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Archive } from '../../archive/archive.ts';
import { type ModelDescription, majorVersion } from '../../description/description.ts';
import { packageFile } from '../../util/package-files.ts';
import { someNames } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';
import { declaredMemory, pageBytes } from '../../wasm/memory-section.ts';
import { compileSources, flags, inFolder, runner, wasmPlatform, write } from './compile-task.ts';
import { type CoreUnit, coreVariables } from './core-variables.ts';
import { recipesOf } from './library-recipe.ts';
import { linkingOf, wasmCompiler } from './wasm-compiler.ts';

const glue = packageFile('fmu-sdk/build/compile-sources/wasm');
/** Folder of the calls that a unit of a pack and a carried FMU share. */
const calls = packageFile('fmu-sdk/export');
/** Stack and heap of the FMU [bytes]. The memory of a core module is fixed. */
const stackBytes = 2 ** 18;
const heapBytes = 2 ** 20;

/**
 * Compiles the C sources of an FMU of another tool to a module with the functions of a fmukit core
 * module. No code of the FMU runs.
 */
export async function compileCore(
  archive: Archive,
  description: ModelDescription,
  unit: Omit<CoreUnit, 'fmi' | 'token'>,
): Promise<Uint8Array> {
  const { file } = archive;
  const fmi = majorVersion(description) as 2 | 3;
  const sources = new Map<string, Uint8Array>();
  for (const path of archive.paths)
    if (path.startsWith('sources/')) sources.set(path.slice('sources/'.length), await archive.bytes(path));
  const recipes = await recipesOf(archive, description, sources, wasmPlatform, []);
  const recipe = recipes.find(
    ({ modelIdentifier }) => modelIdentifier === description.coSimulation?.modelIdentifier,
  );
  if (recipe === undefined)
    throw new UserError(
      `pack ${file}: expected co-simulation, got another interface. Ask its author for another export.`,
    );
  const task = {
    file,
    fmi,
    sources,
    recipe,
    platform: wasmPlatform,
    compiler: wasmCompiler(file),
    defines: [],
  };
  const core = inFolder(task, (folder) => {
    const run = runner(task, folder);
    const objects = compileSources(task, run);
    const token = description.instantiationToken;
    write(join(folder, 'headers/core-variables.h'), coreVariables({ ...unit, fmi, token }));
    const parts = ['core-unit', 'c-library'].map((name) => join(glue, `${name}.c`));
    const args = [
      ...flags(),
      '-std=gnu11',
      `-DFMI${fmi}_OVERRIDE_FUNCTION_PREFIX`,
      '-Iheaders',
      `-I${glue}`,
      `-I${calls}`,
    ];
    const link = (memory: readonly string[]): Uint8Array => {
      const linking = [...linkingOf(stackBytes), ...memory];
      run(false, [...args, ...linking, ...parts, ...objects, '-lm', '-o', 'unit.wasm'], 'the unit');
      return readFileSync(join(folder, 'unit.wasm'));
    };
    const { initial } = declaredMemory(link([]));
    const size = Math.ceil((initial + heapBytes) / pageBytes) * pageBytes;
    return link([`-Wl,--initial-memory=${size}`, `-Wl,--max-memory=${size}`]);
  });
  refuseImports(file, core);
  return core;
}

function refuseImports(file: string, core: Uint8Array): void {
  const names = WebAssembly.Module.imports(new WebAssembly.Module(core as BufferSource)).map(
    ({ name }) => name,
  );
  if (names.length > 0)
    throw new UserError(
      `pack ${file}: its sources call the system functions ${someNames([...new Set(names)])}, which a pack lacks. Ask its author for sources without them.`,
    );
}
