import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';
import { platformName, platformName2 } from '../../../fmu-sdk/host/choice/platform-name.ts';
import { compilerFor, type Platform } from '../../../fmu-sdk/util/c-compiler/compilers.ts';
import { optimizationOption } from '../../../fmu-sdk/util/c-compiler/optimization-level.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const sourceFolder = join(dirname(fileURLToPath(import.meta.url)), 'c');

/** Replacement of a text that occurs exactly once in a source. */
export type Edit = readonly [find: string, replace: string];

/** A unit that is compiled with the marks of a mutant, or after edits of its source. */
export interface Variant {
  /** Name of the file. */
  name: string;
  /** Name in the marks of a mutant. */
  mark?: string;
  edits?: readonly Edit[];
}

/** Returns the C source of a unit. */
export const sourceOf = (unit: string): string => readFileSync(join(sourceFolder, `${unit}.c`), 'utf8');

/** Builds the archive of an FMU, with or without a fault, below `folder`. Returns its path. */
export async function buildUnit(unit: string, folder: string, variant: Variant): Promise<string> {
  const xml = readFileSync(join(sourceFolder, `${unit}.xml`), 'utf8');
  const platform = /fmiVersion="2/.test(xml) ? platformName2() : platformName();
  const files = new Map<string, string | Uint8Array>([
    ['modelDescription.xml', xml],
    [`binaries/${platform}/${unit}.so`, compile(unit, variant)],
  ]);
  const file = join(folder, `${variant.name.replaceAll('/', '-')}.fmu`);
  writeFileSync(file, await zip(files));
  return file;
}

function compile(unit: string, { name, mark, edits = [] }: Variant): Uint8Array {
  const { command, args } = compilerFor(platformName() as Platform)!;
  const folder = temporaryFolder('mutant');
  try {
    const [input, output] = [join(folder, 'unit.c'), join(folder, 'unit.so')];
    writeFileSync(input, edited(sourceOf(unit), edits));
    const flags = [
      '-std=gnu11',
      optimizationOption('C'),
      '-w',
      '-fno-builtin-malloc',
      '-fPIC',
      '-shared',
      '-fvisibility=hidden',
      '-I',
      sourceFolder,
      ...(mark === undefined ? [] : [`-DMUTANT_${mark}=,`]),
    ];
    const { status, stderr } = spawnSync(command, [...args, ...flags, input, '-o', output, '-lm'], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`mutant ${name}: ${stderr}`);
    return readFileSync(output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the edited text. Throws if a text to be replaced does not occur exactly once. */
function edited(text: string, edits: readonly Edit[]): string {
  return edits.reduce((before, [find, replace]) => {
    const parts = before.split(find);
    if (parts.length !== 2) throw new Error(`${find} is there ${parts.length - 1} times`);
    return parts.join(replace);
  }, text);
}
