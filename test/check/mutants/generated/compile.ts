import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zip } from '../../../../fmu-sdk/archive/write-zip.ts';
import { platformName, platformName2 } from '../../../../fmu-sdk/host/choice/platform-name.ts';
import { compilerFor, type Platform } from '../../../../fmu-sdk/util/c-compiler/compilers.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { type Generated, sourcesOf } from './generate.ts';
import type { Unit } from './units.ts';

const late = join(dirname(fileURLToPath(import.meta.url)), 'late.h');

/** Wrong types are errors, so that mutants are faults that a compiler lets pass. */
const strict = [
  'implicit-function-declaration',
  'incompatible-pointer-types',
  'int-conversion',
  'return-type',
];

/** Compiles in a temporary folder with the sources of a unit. Returns undefined if it fails. */
function compile<T>(
  unit: Unit,
  sources: ReadonlyMap<string, string>,
  options: readonly string[],
  take: (output: string) => T,
): T | undefined {
  const { command, args } = compilerFor(platformName() as Platform)!;
  const folder = temporaryFolder('generated');
  try {
    for (const [path, text] of [...unit.headers, ...sources]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const flags = [
      '-std=gnu11',
      '-fPIC',
      '-fvisibility=hidden',
      '-include',
      late,
      ...strict.map((name) => `-Werror=${name}`),
      ...unit.defines.map((name) => `-D${name}`),
      ...unit.include.map((path) => `-I${join(folder, path)}`),
      `-I${unit.root}`,
    ];
    const output = join(folder, 'output');
    const { status } = spawnSync(command, [...args, ...flags, ...options, '-o', output, '-lm'], {
      cwd: folder,
    });
    return status === 0 ? take(output) : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the assembly of a file, or undefined if it does not compile. */
const assemblyOf = (unit: Unit, sources: ReadonlyMap<string, string>, file: string): string | undefined =>
  compile(unit, sources, ['-O1', '-S', file], (output) => readFileSync(output, 'utf8'));

const originals = new Map<string, string | undefined>();

/** Returns true if a mutant compiles and one of its C files gives other object code. */
export function differs(mutant: Generated): boolean {
  const { unit } = mutant;
  const sources = sourcesOf(mutant);
  const isHeaderEdited = [...mutant.edits.keys()].some((path) => path.endsWith('.h'));
  const files = [...unit.sources.keys()].filter(
    (path) => path.endsWith('.c') && (isHeaderEdited || mutant.edits.has(path)),
  );
  let other = false;
  for (const file of files) {
    const key = `${unit.name}/${file}`;
    if (!originals.has(key)) originals.set(key, assemblyOf(unit, unit.sources, file));
    const assembly = assemblyOf(unit, sources, file);
    if (assembly === undefined) return false;
    other ||= assembly !== originals.get(key);
  }
  return other;
}

/** Builds the archive of a unit with these sources in a folder. Returns its path. */
export async function buildFmu(
  unit: Unit,
  sources: ReadonlyMap<string, string>,
  folder: string,
): Promise<string | undefined> {
  const files = [...sources.keys()].filter((path) => path.endsWith('.c'));
  const options = ['-O2', '-fno-builtin-malloc', '-shared', ...files];
  const library = compile(unit, sources, options, (output) => new Uint8Array(readFileSync(output)));
  if (library === undefined) return undefined;
  const platform = unit.fmi === 2 ? platformName2() : platformName();
  const entries: [string, string | Uint8Array][] = [
    ['modelDescription.xml', unit.description],
    [`binaries/${platform}/${unit.identifier}.so`, library],
    ...[...unit.resources].map(([path, text]): [string, string] => [`resources/${path}`, text]),
  ];
  const file = join(folder, `${unit.name}.fmu`);
  writeFileSync(file, await zip(new Map(entries)));
  return file;
}
