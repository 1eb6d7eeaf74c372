import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zip } from '../../fmu-sdk/archive/write-zip.ts';
import { platformName, platformName2 } from '../../fmu-sdk/host/choice/platform-name.ts';
import { compilerFor, type Platform } from '../../fmu-sdk/util/c-compiler/compilers.ts';
import { optimizationOption } from '../../fmu-sdk/util/c-compiler/optimization-level.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** Replacement of a text that occurs exactly once in a source. */
export type Edit = readonly [find: string, replace: string];

/** FMU that is compiled from C sources. */
export interface CFmu {
  /** Name of the file, without `.fmu`. */
  name: string;
  /** Name of the shared library. */
  modelIdentifier: string;
  xml: string;
  /** Paths of the C files. */
  sources: readonly string[];
  flags?: readonly string[];
}

/** Compiles an FMU and writes its archive below `folder`. Returns its path. */
export async function buildCFmu(folder: string, fmu: CFmu): Promise<string> {
  const platform = /fmiVersion="2/.test(fmu.xml) ? platformName2() : platformName();
  const files = new Map<string, string | Uint8Array>([
    ['modelDescription.xml', fmu.xml],
    [`binaries/${platform}/${fmu.modelIdentifier}.so`, compile(fmu)],
  ]);
  const file = join(folder, `${fmu.name.replaceAll('/', '-')}.fmu`);
  writeFileSync(file, await zip(files));
  return file;
}

function compile({ name, sources, flags = [] }: CFmu): Uint8Array {
  const { command, args } = compilerFor(platformName() as Platform)!;
  const folder = temporaryFolder('c-fmu');
  try {
    const output = join(folder, 'unit.so');
    const options = ['-std=gnu11', optimizationOption('C'), '-w', '-fPIC', '-shared', '-fvisibility=hidden'];
    const all = [...args, ...options, ...flags, ...sources, '-o', output, '-lm', '-pthread'];
    const { status, stderr } = spawnSync(command, all, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`compile ${name}: ${stderr}`);
    return readFileSync(output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the edited text. Throws if a text to be replaced does not occur exactly once. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits.reduce((before, [find, replace]) => {
    const parts = before.split(find);
    if (parts.length !== 2) throw new Error(`${find} is there ${parts.length - 1} times`);
    return parts.join(replace);
  }, text);
}
