import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { type PortOptions, portFmu } from '../../fmu-sdk/build/compile-sources/compile-sources.ts';
import { platformName, platformName2 } from '../../fmu-sdk/host/choice/platform-name.ts';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { functions2 } from '../../fmu-sdk/standard/fmi2-functions.ts';
import { functions3 } from '../../fmu-sdk/standard/fmi3-functions.ts';
import type { Platform } from '../../fmu-sdk/util/c-compiler/compilers.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmu } from '../run-fmu.ts';
import { echo, faults, source, unit2, unit3 } from './unit.ts';

const folder = temporaryFolder('port');

const currentPlatform = platformName() as Platform;
let count = 0;

/** Writes the FMU to a file. */
function file(fmu: Uint8Array): string {
  const path = join(folder, `unit${count++}.fmu`);
  writeFileSync(path, fmu);
  return path;
}

const port = (fmu: Uint8Array, options: Partial<PortOptions> = {}): ReturnType<typeof portFmu> =>
  portFmu(file(fmu), { platforms: [currentPlatform], ...options });

/** Returns y of a ported FMU after a step of 0.25 s from u = 3: its gain times 3, plus 0.25. */
async function stepped(fmu: Uint8Array): Promise<number> {
  const unit = await openFmu(file(fmu), { trusted: true });
  using instance = await unit.instantiate();
  instance.initialize(0);
  instance.set('u', 3);
  instance.step(0, 0.25);
  return instance.get('y') as number;
}

const sources = { 'model.c': source(2), 'faults.h': faults };
const sources3 = { 'model.c': source(3), 'faults.h': faults };
const set = (inside: string): string =>
  `<BuildConfiguration modelIdentifier="fixture"><SourceFileSet language="C11"><SourceFile name="model.c"/>${inside}</SourceFileSet></BuildConfiguration>`;

describe.skipIf(noCompiler !== undefined)('fmu port of an FMU with C sources', () => {
  it('compiles the library of FMI 2.0 from its list of sources, which then runs', async () => {
    const unit = await unit2(sources, ['model.c'], { 'resources/x.bin': Uint8Array.of(0, 255, 10) });
    const { fmu, binaries: made, signatures } = await port(unit);
    expect(made.map(({ path }) => path)).toEqual([`binaries/${platformName2()}/fixture.so`]);
    expect(signatures).toBe(0);
    expect(await stepped(fmu)).toBe(6.25);
  });

  it('compiles a library whose arrays have a structural size, and whose texts keep their letters', async () => {
    const { fmu } = await port(await echo());
    using instance = await (await openFmu(file(fmu), { trusted: true })).instantiate();
    instance.set('x', [1, 2.5]).set('say', 'grüß').initialize();
    expect([instance.get('y'), instance.get('said')]).toEqual([[2, 5], 'said grüß']);
  });

  it.skipIf(process.platform !== 'linux')(
    'sources that ask the compiler for any amount of memory or messages fail with one error',
    async () => {
      const failing = async (text: string): Promise<string> =>
        port(await unit2({ 'model.c': text }, ['model.c'])).then(
          () => 'compiled',
          (error: Error) => error.message,
        );
      // 20 GB of zeros in the object file.
      expect(await failing('__asm__(".rept 2500000000\\n.quad 0\\n.endr");')).toMatch(
        /could not compile model\.c .*memory|could not compile model\.c .*\n.*(memory|size limit|error)/s,
      );
      expect(await failing('#include "model.c"\n#include "model.c"\n')).toMatch(
        /could not compile model\.c .*\n.*error: (it printed more than 16 MiB of messages|#include nested)/s,
      );
    },
  );

  it('appears in the error for an FMU without a binary for this machine', async () => {
    const unit = file(await unit2(sources));
    await expect(openFmu(unit)).rejects.toThrow(
      `It has binaries for no platform. It has C sources: fmu port ${unit} compiles them. Or ask its author`,
    );
    await expect(openFmu(file(await unit2({}, [])))).rejects.toThrow(
      'for no platform. Ask its author for one',
    );
  });

  it.skipIf(platformName() === platformName2())(
    'a library in the folder of another FMI version is reported with both names of the platform',
    async () => {
      const unit = await unit2({}, [], { [`binaries/${platformName()}/fixture.so`]: Uint8Array.of(0) });
      await expect(openFmu(file(unit))).rejects.toThrow(
        `for this machine (${platformName2()}). It has binaries for ${platformName()}`,
      );
    },
  );

  it('keeps every other entry byte for byte', async () => {
    const unit = file(await unit2(sources, ['model.c'], { 'resources/x.bin': Uint8Array.of(0, 255, 10) }));
    const ported = file((await portFmu(unit, { platforms: [currentPlatform] })).fmu);
    const [before, after] = [await openArchive(unit), await openArchive(ported)];
    expect(after.paths).toEqual([...before.paths, `binaries/${platformName2()}/fixture.so`]);
    for (const path of before.paths) expect(await after.bytes(path), path).toEqual(await before.bytes(path));
  });

  it('follows the build description of FMI 3.0: definitions, folders, optional parts', async () => {
    const { 'faults.h': header, ...model } = sources3;
    const unit = await unit3(
      { ...model, 'include/faults.h': header },
      set(
        '<PreprocessorDefinition name="GAIN" value="7"/><PreprocessorDefinition name="WITHOUT_DO_STEP" optional="true"/><IncludeDirectory name="include"/>',
      ),
    );
    expect(await stepped((await port(unit)).fmu)).toBe(21.25);
  });

  it('prefers the configuration of its platform to the one for all', async () => {
    const of = (platform: string, gain: number): string =>
      set(`<PreprocessorDefinition name="GAIN" value="${gain}"/>`).replace('">', `"${platform}>`);
    const other = currentPlatform === 'x86_64-linux' ? 'aarch64-linux' : 'x86_64-linux';
    const three = `${of('', 5)}${of(` platform="${other}"`, 6)}${of(` platform="${currentPlatform}"`, 7)}`;
    expect(await stepped((await port(await unit3(sources3, three))).fmu)).toBe(21.25);
    expect(
      await stepped((await port(await unit3(sources3, `${of('', 5)}${of(` platform="${other}"`, 6)}`))).fmu),
    ).toBe(15.25);
  });

  it('adds the names of the standard to functions with a prefix', async () => {
    const model = source(2, 'fixture_');
    expect(model).toMatch(/fixture_fmi2##name[\s\S]*fixture_fmi2Instantiate[\s\S]*fixture_fmi2FreeInstance/);
    const { fmu } = await port(await unit2({ ...sources, 'model.c': model }));
    expect(await stepped(fmu)).toBe(6.25);
  });

  it.each([2, 3] as const)(
    'provides headers of FMI %i.0 with every function of the standard and its type',
    async (fmi) => {
      const names = (fmi === 2 ? functions2 : functions3).map(({ name }) => `fmi${fmi}${name}`);
      const lines = names.map((name) => `${name}TYPE* const the_${name} = ${name};`);
      const uses = [`#include "fmi${fmi}Functions.h"`, `#include "fmi${fmi}Functions.h"`, ...lines].join(
        '\n',
      );
      const use = names.map((name) => `the_${name} != 0`).join(' && ');
      const check = `${uses}\nint check(void) { return ${use}; }\n`;
      const unit =
        fmi === 2
          ? await unit2({ ...sources, 'check.c': check }, ['model.c', 'check.c'])
          : await unit3({ ...sources3, 'check.c': check }, set('<SourceFile name="check.c"/>'));
      expect(await stepped((await port(unit)).fmu)).toBe(6.25);
      expect(names.length).toBeGreaterThan(40);
    },
  );

  it('compiles the sources that no other one includes if a list is missing, and reports them', async () => {
    const parts = {
      ...sources,
      'part/gain.c': 'int gain(void) { return 4; }\n',
      'table.c': 'int gain(void);\n',
    };
    const model = `#define GAIN gain()\n# include "table.c"\n${source(2)}`;
    const { fmu, binaries: made } = await port(await unit2({ ...parts, 'model.c': model }, []));
    expect(made[0].guessed).toEqual(['model.c', 'part/gain.c']);
    expect(await stepped(fmu)).toBe(12.25);
    expect((await port(await unit2(sources))).binaries[0].guessed).toEqual([]);
  });

  it('compiles the sources that the option names', async () => {
    const unit = await unit2({ ...sources, 'other.c': 'no C' }, []);
    expect(await stepped((await port(unit, { sources: ['model.c'] })).fmu)).toBe(6.25);
  });

  it('accepts headers among the sources, and paths in other notations', async () => {
    expect(await stepped((await port(await unit2(sources, ['./faults.h', './a/../model.c']))).fmu)).toBe(
      6.25,
    );
  });

  it('defines a macro that the FMU needs but does not name', async () => {
    const unit = await unit2(sources);
    expect(await stepped((await port(unit, { defines: ['GAIN=9', 'OTHER'] })).fmu)).toBe(27.25);
    await expect(port(unit, { defines: ['9=1'] })).rejects.toThrow(
      'expected --define with a macro of the C preprocessor, got 9=1',
    );
  });

  it.skipIf(spawnSync('g++', ['--version']).error !== undefined)(
    'compiles C++ among the sources',
    async () => {
      const model = source(2).replace(/^/, '#define GAIN gain()\nint gain(void);\n');
      const cpp = 'struct Gain { int value; };\nextern "C" int gain() { Gain g{11}; return g.value; }\n';
      const unit = await unit2({ ...sources, 'model.c': model, 'gain.cpp': cpp }, ['model.c', 'gain.cpp']);
      expect(await stepped((await port(unit)).fmu)).toBe(33.25);
    },
  );

  it.skipIf(spawnSync('g++', ['--version']).error !== undefined)(
    'supports streams of C++, trusted in the process of Node, which has that library too',
    async () => {
      const model = source(2).replace(/^/, '#define GAIN gain()\nint gain(void);\n');
      const cpp =
        '#include <iostream>\nextern "C" int gain() { std::cout << "gain " << 1.5 << std::endl; return 11; }\n';
      const unit = await unit2({ ...sources, 'model.c': model, 'gain.cpp': cpp }, ['model.c', 'gain.cpp']);
      const ported = file((await port(unit)).fmu);
      const { code, out, err } = fmu([
        'run',
        ported,
        '-o',
        join(folder, 'cpp.csv'),
        '--set',
        'u=3',
        '--trust',
      ]);
      expect(`${code} ${err}`).toMatch(/^0 /);
      expect(out).toContain('gain 1.5');
    },
  );

  it('removes signatures, which belong to the FMU without the binary', async () => {
    const path = 'extra/org.fmukit.signature/a.sig';
    const { fmu, signatures } = await port(await unit2(sources, ['model.c'], { [path]: 'signed' }));
    expect(signatures).toBe(1);
    expect((await openArchive(file(fmu))).has(path)).toBe(false);
  });

  it('replaces an existing binary only with --force', async () => {
    const library = `binaries/${platformName2()}/fixture.so`;
    const unit = await unit2(sources, ['model.c'], { [library]: 'old' });
    await expect(port(unit)).rejects.toThrow(`${library} is there already.`);
    expect(await stepped((await port(unit, { force: true })).fmu)).toBe(6.25);
  });

  it('reports its artifacts on the command line', async () => {
    const [unit, output] = [file(await unit2(sources)), join(folder, 'out.fmu')];
    const { code, out } = fmu(['port', unit, '-o', output]);
    expect(out).toMatch(/out\.fmu {2}[\d.]+ kB\n {2}binaries\/\w+\/fixture\.so: [\d.]+ kB, [\d.]+ s\n$/);
    expect(code).toBe(0);
    expect(await stepped(readFileSync(output))).toBe(6.25);
  });
});

describe.skipIf(noCompiler !== undefined)('a failing fmu port', () => {
  const refused = (unit: Promise<Uint8Array>, options: Partial<PortOptions> = {}): Promise<string> =>
    unit
      .then((fmu) => port(fmu, options))
      .then(
        () => 'made',
        (error: Error) => error.message,
      );

  it('rejects an FMU without sources', async () => {
    expect(await refused(unit2({}, []))).toMatch(/C sources are missing below sources\/\. Ask its author/);
  });

  it('rejects a missing source', async () => {
    expect(await refused(unit2(sources, ['modell.c']))).toMatch(
      /sources\/modell\.c is to be compiled, but the FMU lacks it\. It has model\.c, faults\.h/,
    );
    expect(await refused(unit2(sources, ['../modelDescription.xml']))).toMatch(/the FMU lacks it/);
  });

  it('quotes the errors of the compiler', async () => {
    expect(await refused(unit2({ ...sources, 'model.c': 'int x = nowhere;' }))).toMatch(
      /could not compile model\.c for .*\. Name other sources with --source.* Its output:\n(.*\n)*.*nowhere/,
    );
  });

  it('rejects a library that lacks functions for a host', async () => {
    expect(await refused(unit2({ 'model.c': 'int x;' }))).toMatch(
      /the compiled .*fixture\.so lacks fmi2Instantiate, .*fmi2DoStep/,
    );
  });

  it('rejects a configuration for other platforms only, and libraries inside the FMU', async () => {
    const other = set('').replace('">', '" platform="vax-vms">');
    expect(await refused(unit3(sources3, other))).toMatch(
      /lacks a configuration of fixture for .*\. It has vax-vms\./,
    );
    const library = set('').replace('</SourceFileSet>', '</SourceFileSet><Library name="solver"/>');
    expect(await refused(unit3(sources3, library))).toMatch(/asks for the library solver inside the FMU/);
  });

  it.each(['../x', 'a/b', 'a\\b', '.hidden', 'a b', '-o', 'x&#10;y'])(
    'rejects the name %s of its library',
    async (name) => {
      expect(await refused(unit2(sources, ['model.c'], {}, name))).toMatch(
        /expected a C identifier as modelIdentifier, which names the library, got /,
      );
    },
  );

  it.each([
    '-fplugin=sources/evil.so',
    '-fpass-plugin=evil',
    '-wrapper',
    '@sources/options',
    '-Wl,-rpath,/home',
    '-include',
    '-specs=sources/specs',
    '-Bsources',
    '-o',
    '-I/',
    '-Xclang',
    '--sysroot=/',
    '-save-temps',
    'sources/evil.so',
  ])('rejects the compiler option %s', async (option) => {
    const strange = set('').replace('language="C11"', `compilerOptions="-O2 ${option}"`);
    expect(await refused(unit3(sources3, strange))).toMatch(
      /compilerOptions ask for .*, which may do more than compile/,
    );
  });

  it.each(['../..', '/etc', 'a/../../b', '..\\x'])('rejects the include directory %s', async (name) => {
    expect(await refused(unit3(sources3, set(`<IncludeDirectory name="${name}"/>`)))).toMatch(
      /the include directory .* is not below sources\//,
    );
  });

  it('rejects a definition that is not valid in C', async () => {
    const strange = set('<PreprocessorDefinition name="A -include x" value="1"/>');
    expect(await refused(unit3(sources3, strange))).toMatch(
      /expected a definition for the C preprocessor, got A -include x=1/,
    );
  });
});
