import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelDescription } from '../../description/description.ts';
import type { WitKind } from '../../host/component/canonical-abi/wit-interfaces.ts';
import type { Kind } from '../../standard/fmi-modes.ts';
import { functions3 } from '../../standard/fmi3-functions.ts';
import type { Compiler } from '../../util/c-compiler/compilers.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../util/files/temp-folder.ts';
import { explainMissing } from '../../util/optional-package.ts';
import { packageFile } from '../../util/package-files.ts';
import { someNames } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';
import { componentFromCore } from '../component/embed-component.ts';
import { elementsSource } from './array-sizes.ts';
import { compileSources, flags, inFolder, runner, type Task, write } from './compile-task.ts';

/** C compilers for WebAssembly with their C libraries. The first one that links is used. */
const compilers: readonly Compiler[] = [
  { command: 'clang', args: ['--target=wasm32-wasi'] },
  { command: 'zig', args: ['cc', '-target', 'wasm32-wasi'] },
];
const install =
  'clang (Debian: apt-get install clang lld wasi-libc libclang-rt-14-dev-wasm32, with the version of clang), or zig';
/**
 * Returns linker flags: a library without start code, and a stack below the data, so that an
 * overflow traps.
 */
export function linkingOf(stackBytes: number): string[] {
  return [
    '-nostartfiles',
    '-Wl,--no-entry',
    '-Wl,--stack-first',
    `-Wl,-z,stack-size=${stackBytes}`,
    '-Wl,-s',
  ];
}
const linking = linkingOf(2 ** 20);

let cachedCompiler: Compiler | undefined;

/** Returns the installed compiler for components. Throws a UserError that names what to install. */
export function wasmCompiler(file: string): Compiler {
  cachedCompiler ??= compilers.find(canLink);
  if (cachedCompiler !== undefined) return cachedCompiler;
  throw new UserError(`port ${file}: WebAssembly needs ${install}. Install one of them.`);
}

function canLink({ command, args }: Compiler): boolean {
  const folder = makeTemporaryFolder('compiler');
  try {
    writeFileSync(
      join(folder, 'probe.c'),
      '#include <math.h>\n#include <stdio.h>\ndouble probe(double x) { return sin(x); }\n',
    );
    const options = [...args, ...linking, 'probe.c', '-o', 'probe.wasm'];
    return spawnSync(command, options, { cwd: folder, stdio: 'ignore' }).status === 0;
  } finally {
    removeTemporaryFolder(folder);
  }
}

const glue = packageFile('fmu-sdk/build/compile-sources/wasm');
const common = ['component-lists', 'component-values', 'component-instance', 'component-clocks', 'c-library'];

/**
 * Compiles a recipe to a component of FMI-LS-WASM: the FMU's sources with the component interface
 * in C around them (`wasm/`). No code of the FMU runs.
 */
export async function compileComponent(task: Task, description: ModelDescription): Promise<Uint8Array> {
  const kinds = kindsOf(task, description);
  const core = inFolder(task, (folder) => {
    const run = runner(task, folder);
    const objects = compileSources(task, run);
    for (const [name, text] of Object.entries(generated(description, kinds)))
      write(join(folder, 'headers', name), text);
    const parts = [...common, ...kinds.map((kind) => `component-${kind}`)].map((name) =>
      join(glue, `${name}.c`),
    );
    const both = kinds.includes('model-exchange') ? ['-DWITH_MODEL_EXCHANGE'] : [];
    const args = [...flags(), '-std=gnu11', ...both, '-Iheaders', `-I${glue}`, '-include', 'headers/weak.h'];
    run(
      false,
      [...args, ...linking, ...parts, 'headers/elements.c', ...objects, '-lm', '-o', 'unit.wasm'],
      'the component',
    );
    return readFileSync(join(folder, 'unit.wasm'));
  });
  refuseImports(task.file, core);
  return componentFromCore(core, kinds).catch((error: unknown) => {
    throw explainMissing(`port ${task.file}`, error);
  });
}

/** Returns the interfaces of this library that a component can have. */
function kindsOf({ file, fmi, recipe }: Task, description: ModelDescription): WitKind[] {
  if (fmi === 2)
    throw new UserError(
      `port ${file}: expected an FMU of FMI 3.0 for FMI-LS-WASM, got one of FMI 2.0. Port it for a platform such as x86_64-linux, or export it as FMI 3.0.`,
    );
  const { coSimulation, modelExchange } = description;
  const kinds: WitKind[] = [];
  if (coSimulation?.modelIdentifier === recipe.modelIdentifier) kinds.push('co-simulation');
  if (modelExchange?.modelIdentifier === recipe.modelIdentifier) kinds.push('model-exchange');
  if (kinds.length > 0) return kinds;
  throw new UserError(
    `port ${file}: expected co-simulation or model exchange for WebAssembly, got only scheduled execution. Port it for a platform such as x86_64-linux.`,
  );
}

/**
 * Returns sources generated for the FMU: element counts of its variables, and functions that it may
 * lack.
 */
function generated(description: ModelDescription, kinds: readonly WitKind[]): Record<string, string> {
  const its = kinds.map((kind): Kind => (kind === 'co-simulation' ? 'coSimulation' : 'modelExchange'));
  const weak = functions3.filter(({ requiredBy: needed = [] }) => !its.some((kind) => needed.includes(kind)));
  return {
    'elements.c': elementsSource(description),
    'weak.h': weak.map(({ name }) => `#pragma weak fmi3${name}\n`).join(''),
  };
}

/** Rejects a core module that imports functions beyond the component's interface. */
function refuseImports(file: string, core: Uint8Array): void {
  const strange = WebAssembly.Module.imports(new WebAssembly.Module(core as BufferSource))
    .filter(({ module }) => !/^(\[export\])?fmi:fmi3\//.test(module))
    .map(({ name }) => name);
  if (strange.length > 0)
    throw new UserError(
      `port ${file}: its sources call the system functions ${someNames([...new Set(strange)])}, which a component lacks. Name other sources with --source, or port it for a platform such as x86_64-linux.`,
    );
}
