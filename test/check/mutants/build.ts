import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';
import { platformName, platformName2 } from '../../../fmu-sdk/host/choice/platform-name.ts';
import { compilerFor, type Platform } from '../../../fmu-sdk/util/c-compiler/compilers.ts';
import { optimizationOption } from '../../../fmu-sdk/util/c-compiler/optimization-level.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { edited, type Mutant } from './mutant.ts';

const sourceFolder = join(dirname(fileURLToPath(import.meta.url)), 'c');

/** Builds the archive of an FMU, with or without mutation, below `folder`. Returns its path. */
export async function buildUnit(
  unit: string,
  folder: string,
  mutant: Partial<Mutant> & { name: string },
): Promise<string> {
  const { edits = [], description = [], name } = mutant;
  const xml = edited(readFileSync(join(sourceFolder, `${unit}.xml`), 'utf8'), description, name);
  const source = edited(readFileSync(join(sourceFolder, `${unit}.c`), 'utf8'), edits, name);
  const fmi2 = /fmiVersion="2/.test(xml);
  const platform = fmi2 ? platformName2() : platformName();
  const files = new Map<string, string | Uint8Array>([
    ['modelDescription.xml', xml],
    [`binaries/${platform}/${unit}.so`, compile(source, name)],
  ]);
  const file = join(folder, `${name.replaceAll('/', '-')}.fmu`);
  writeFileSync(file, await zip(files));
  return file;
}

function compile(source: string, name: string): Uint8Array {
  const { command, args } = compilerFor(platformName() as Platform)!;
  const folder = temporaryFolder('mutant');
  try {
    const [input, output] = [join(folder, 'unit.c'), join(folder, 'unit.so')];
    writeFileSync(input, source.replaceAll('"../../../../', `"${join(sourceFolder, '../../../..')}/`));
    const flags = [
      '-std=gnu11',
      optimizationOption('C'),
      '-w',
      '-fno-builtin-malloc',
      '-fPIC',
      '-shared',
      '-fvisibility=hidden',
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
