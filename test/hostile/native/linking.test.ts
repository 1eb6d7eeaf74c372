import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';
import { platformName } from '../../../fmu-sdk/host/choice/platform-name.ts';
import { compilerFor, type Platform } from '../../../fmu-sdk/util/c-compiler/compilers.ts';
import { optimizationOption } from '../../../fmu-sdk/util/c-compiler/optimization-level.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { resolveSystem } from '../../../master/system/load-system.ts';
import { makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { unitFolders } from '../../host/native/open.ts';
import { sanitized } from '../../sanitized.ts';

const folder = temporaryFolder('linking');
const outside = join(folder, 'outside');
mkdirSync(outside);

const binaries = `binaries/${platformName()}`;
const fixtures = new URL('../../fixtures/c/', import.meta.url).pathname;

function compile(source: string, output: string, ...flags: readonly string[]): void {
  const { command, args } = compilerFor(platformName() as Platform)!;
  const all = [
    ...args,
    '-std=gnu11',
    optimizationOption('C'),
    '-w',
    '-fPIC',
    '-shared',
    '-pthread',
    source,
    '-o',
    output,
  ];
  const { status, stderr } = spawnSync(command, [...all, ...flags], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** Compiles a library with one function, which returns a number. */
function helper(where: string, answer: number, ...flags: readonly string[]): string {
  const source = join(folder, `helper${answer}.c`);
  writeFileSync(source, `int helper(void) { return ${answer}; }`);
  compile(source, where, ...flags);
  return where;
}

let run = 0;

/** Writes the FMU of a source of `hostile/`, compiled with these flags, with these files in its archive. */
async function writeFmu(
  name: string,
  source: string,
  flags: readonly string[],
  files: Record<string, string> = {},
): Promise<string> {
  const library = join(folder, `${name}.so`);
  compile(join(fixtures, 'hostile', source), library, ...flags);
  const baseFmu = await makeUnit(3);
  writeFileSync(join(folder, 'plain.fmu'), baseFmu);
  const description = await (await openArchive(join(folder, 'plain.fmu'))).bytes('modelDescription.xml');
  const all = new Map<string, string | Uint8Array>([
    ['modelDescription.xml', description],
    [`${binaries}/fixture.so`, readFileSync(library)],
    ...Object.entries(files).map(([path, file]) => [path, readFileSync(file)] as const),
  ]);
  writeFileSync(join(folder, `${name}.fmu`), await zip(all));
  return `${name}.fmu`;
}

/** Removes the table of sections from the library of an FMU. The loader does not need it. */
async function removeSections(fmu: string): Promise<void> {
  const archive = await openArchive(join(folder, fmu));
  const library = Buffer.from(await archive.bytes(`${binaries}/fixture.so`));
  const [placeOfTable, numberOfSections] = [0x28, 0x3c];
  library.fill(0, placeOfTable, placeOfTable + 8).fill(0, numberOfSections, numberOfSections + 4);
  const description = await archive.bytes('modelDescription.xml');
  const files = new Map([
    ['modelDescription.xml', description],
    [`${binaries}/fixture.so`, library],
  ]);
  writeFileSync(join(folder, fmu), await zip(files));
}

/** Returns the last outputs of two FMUs whose input is 1. */
async function endsOf(first: string, second: string): Promise<number[]> {
  const units = { a: { fmu: first, start: { u: 1 } }, b: { fmu: second, start: { u: 1 } } };
  const algorithm = { scheme: 'jacobi', step: 0.1 };
  const record = { variables: ['a.y', 'b.y'] };
  const system = { name: 'pair', units, connections: [], algorithm, record, stopTime: 1 };
  const { columns } = await simulate(await resolveSystem(system, join(folder, 'pair.json')), {
    collect: true,
  });
  return columns.slice(1).map(({ data }) => Number(data.at(-1)));
}

/**
 * Returns the result of a run of the FMU of `linking.c`, compiled with these flags, with these
 * files beside its library.
 */
async function comesOf(flags: readonly string[], extraFiles: Record<string, string> = {}): Promise<string> {
  const name = `run${run++}`;
  const beside = Object.entries(extraFiles).map(([path, file]) => [`${binaries}/${path}`, file]);
  await writeFmu(name, 'linking.c', flags, Object.fromEntries(beside));
  const system = await resolveSystem(
    {
      name,
      units: { a: { fmu: `${name}.fmu`, start: { u: 1 } } },
      connections: [],
      algorithm: { scheme: 'jacobi', step: 0.1 },
      // Endless computation is detected by CPU time, however busy the machine is.
      limits: { stepSeconds: 1, wallSeconds: 1000 },
      stopTime: 1,
    },
    join(folder, 'system.json'),
  );
  const output = join(folder, `${name}.csv`);
  try {
    await simulate(system, { output });
    return `y = ${readFileSync(output, 'utf8').trimEnd().split(',').at(-1)}`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    expect(unitFolders()).toEqual([]);
  }
}

describe.skipIf(noCompiler !== undefined || sanitized)('a native FMU', () => {
  it.each([
    ['in a step', '-DIN_STEP=throws()', /^run .*run\d+\.fmu: the FMU crashed in doStep with SIGABRT/],
    [
      'in a step, in another thread',
      '-DIN_STEP=in_thread()',
      /^run .*run\d+\.fmu: the FMU crashed in doStep with SIGABRT/,
    ],
    ['when it is loaded', '-DAT_LOAD=throws()', /^run .*: the FMU crashed in load with SIGABRT/],
  ])('an uncaught C++ exception %s ends the FMU without other effects', async (_, flag, pattern) => {
    expect(await comesOf([flag])).toMatch(pattern);
  });

  it.each([
    ['returns a function', 'two', /^y = 3$/],
    ['returns no function', '0', /^y = 3$/],
    ['crashes', 'raise(SIGSEGV)', /^run .*: the FMU crashed in load with SIGSEGV/],
    ['ends the program', '(_exit(0),0)', /^run .*: the FMU ended its process in load with exit code 0/],
    ['never returns', 'forever()', /^run .*: load computed for/],
  ])(
    'the resolver of an FMU runs before any constructor, isolated even if it %s',
    async (_, what, pattern) => {
      expect(await comesOf([`-DRESOLVES=${what}`])).toMatch(pattern);
    },
  );

  it('finds a library beside the FMU’s library by name, and with a path from $ORIGIN', async () => {
    const libraryPath = helper(join(folder, 'libbeside.so'), 5);
    const link = ['-DNEEDS', `-L${folder}`, '-lbeside'];
    expect(await comesOf(link, { 'libbeside.so': libraryPath })).toBe('y = 6');
    const origin = [...link, '-Wl,-rpath,$ORIGIN/more'];
    expect(await comesOf(origin, { 'more/libbeside.so': libraryPath })).toBe('y = 6');
  });

  it('names a missing library that the FMU needs', async () => {
    helper(join(folder, 'libabsent.so'), 5);
    const message = await comesOf(['-DNEEDS', `-L${folder}`, '-labsent']);
    expect(message).toMatch(/^load .*cannot be used: libabsent\.so: cannot open shared object file/);
  });

  it('two FMUs whose resources hold libraries of one name use their own library', async () => {
    const names = [5, 7].map(async (answer) => {
      const own = join(folder, `own${answer}`);
      mkdirSync(own);
      const library = helper(join(own, 'libequal.so'), answer, '-Wl,-soname,libequal.so');
      const flags = ['-DNEEDS', `-L${own}`, '-lequal', '-Wl,-rpath,$ORIGIN/../../resources'];
      return writeFmu(`resources${answer}`, 'linking.c', flags, { 'resources/libequal.so': library });
    });
    const [first, second] = await Promise.all(names);
    expect(await endsOf(first, second)).toEqual([6, 8]);
  });

  it.each([
    ['a table of sections', false],
    ['no table of sections', true],
  ])(
    'two FMUs with %s and equal names of static variables of templates use their own',
    async (_, stripped) => {
      const write = (gain: number): Promise<string> =>
        writeFmu(`unique${gain}`, 'unique.c', [`-DVALUE=${gain}`]);
      const [first, second] = [await write(5), await write(7)];
      if (stripped) await removeSections(second);
      const twice = await endsOf(first, first);
      const [ownFirst, ownSecond] = await endsOf(first, second);
      expect(twice).toEqual([ownFirst, ownFirst]);
      expect(ownSecond - ownFirst).toBe(2);
    },
  );

  it.each([
    ['by its full path', (path: string) => [path]],
    ['by an absolute search path', () => [`-L${outside}`, '-lother', `-Wl,-rpath,${outside}`]],
    [
      'by an old search path, which takes precedence',
      () => [`-L${outside}`, '-lother', `-Wl,--disable-new-dtags,-rpath,${outside}`],
    ],
    [
      'by a path up from its folder',
      () => [`-L${outside}`, '-lother', `-Wl,-rpath,$ORIGIN/../../../..${outside}`],
    ],
  ])('an FMU loads no library of the user %s', async (_, flags) => {
    const path = helper(join(outside, 'libother.so'), 9);
    expect(await comesOf(['-DNEEDS', ...flags(path)])).toMatch(
      /^load .*cannot be used: .*libother\.so: cannot open shared object file/,
    );
  });

  it('an FMU loads no library from the user’s working folder through a relative search path', async () => {
    const other = join(process.cwd(), 'libfmukit-relative.so');
    try {
      helper(other, 9);
      const message = await comesOf(['-DNEEDS', `-L${process.cwd()}`, '-lfmukit-relative', '-Wl,-rpath,.:']);
      expect(message).toMatch(
        /^load .*cannot be used: libfmukit-relative\.so: cannot open shared object file/,
      );
    } finally {
      rmSync(other, { force: true });
    }
  });
});
