import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { describe as describeUnit } from '../../fmu-sdk/build/manifest/describe-unit.ts';
import { writeModelDescription2 } from '../../fmu-sdk/description/write-fmi2.ts';
import { type Platform, platformsNamed } from '../../fmu-sdk/util/c-compiler/compilers.ts';
import { manifest as everyType } from '../build/component/every-type.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { release } from '../release.ts';
import { fmu, root } from '../run-fmu.ts';
import { isFullTest } from '../width.ts';
import { missing } from './harness.ts';

const out = temporaryFolder('build');

/** Returns the size of a library of crane-single in docs/results/benchmarks.md [kB]. */
function statedSize(platform: Platform): number {
  const rows = readFileSync(join(root, 'docs/results/benchmarks.md'), 'utf8').split('\n');
  const at = rows.findIndex((row) => row.startsWith('| size of the crane-single'));
  const head = rows.findLastIndex((row, k) => k < at && row.includes('x86_64-linux'));
  const column = rows[head].split('|').findIndex((cell) => cell.trim().split(' ')[0] === platform);
  return Number(/[\d.]+/.exec(rows[at].split('|')[column])?.[0]);
}

describe('fmu build --native', () => {
  const others = ['aarch64-linux', 'x86_64-windows'] as const;
  it.skipIf(!isFullTest).for(others)(
    'builds a library for %s of the documented size',
    (platform, { skip }) => {
      const why = missing(platform);
      if (why !== undefined) return skip(why);
      const { code, out: output } = fmu([
        'build',
        'units/crane-single',
        '--native',
        platform,
        '-o',
        join(out, platform),
      ]);
      expect(code).toBe(0);
      const kB = Number(new RegExp(`${platform}: ([\\d.]+) kB`).exec(output)?.[1]);
      // Releases of the compiler differ a little in size.
      expect(Math.abs(kB / statedSize(platform) - 1)).toBeLessThan(0.05);
    },
  );

  it.skipIf(missing('x86_64-linux') !== undefined)(
    'writes archives for FMI 3.0 and FMI 2.0 with 300 kB a library, and prints size and time',
    async () => {
      const { code, out: output } = fmu(
        ['build', 'units/crane-single', '--native', 'x86_64-linux', '--fmi', '2', '3', '-o', out],
        root,
        release,
      );
      expect(code).toBe(0);
      const [, kB, seconds] = /x86_64-linux: ([\d.]+) kB, ([\d.]+) s/.exec(output) ?? [];
      expect(Number(kB)).toBeLessThan(300);
      expect(Math.abs(Number(kB) / statedSize('x86_64-linux') - 1)).toBeLessThan(0.05);
      expect(Number(seconds)).toBeGreaterThanOrEqual(0);
      const three = await openArchive(join(out, 'crane-single.fmu'));
      expect(three.has('binaries/x86_64-linux/crane_single.so')).toBe(true);
      expect(three.has('binaries/wasm32-wasip2/crane_single.wasm')).toBe(true);
      const two = await openArchive(join(out, 'crane-single-fmi2.fmu'));
      expect(two.has('binaries/linux64/crane_single.so')).toBe(true);
      expect(await two.text('modelDescription.xml')).toContain('fmiVersion="2.0"');
      const [a, b] = await Promise.all([
        three.bytes('binaries/x86_64-linux/crane_single.so'),
        two.bytes('binaries/linux64/crane_single.so'),
      ]);
      expect(Buffer.compare(a, b)).toBe(0);
    },
  );

  it('lists the platforms if an unknown one is requested', () => {
    expect(() => platformsNamed(['vax'])).toThrow(
      'build native: unknown platform vax. Supported platforms: x86_64-linux, aarch64-linux, x86_64-windows, x86_64-darwin, aarch64-darwin.',
    );
  });

  it('names the package of a missing compiler, and the platforms that can be built', () => {
    const { code, err } = fmu(['build', 'units/joystick', '--native', 'x86_64-windows', '-o', out], root, {
      ...release,
      PATH: out,
    });
    expect(code).toBe(1);
    expect(err).toContain(
      'x86_64-windows needs x86_64-w64-mingw32-gcc (Debian: apt-get install gcc-mingw-w64-x86-64), clang, or zig. No compiler for any platform was found on this machine.',
    );
  });

  it('uses zig if it is the only compiler, for macOS too, under the names of FMI 3.0 and FMI 2.0', async () => {
    const tools = join(out, 'tools');
    mkdirSync(tools);
    // Prints its arguments in place of the library.
    const script =
      '#!/bin/sh\nwords="$*"\nwhile [ $# -gt 0 ]; do\n[ "$1" = -o ] && echo "$words" > "$2"\nshift\ndone\n';
    writeFileSync(join(tools, 'zig'), script, { mode: 0o755 });
    const nativeArgs = ['--native', 'x86_64-darwin', 'aarch64-darwin', 'aarch64-linux', '--fmi', '2', '3'];
    const { code } = fmu(['build', 'units/joystick', ...nativeArgs, '-o', out], root, {
      ...release,
      PATH: tools,
    });
    expect(code).toBe(0);
    const three = await openArchive(join(out, 'joystick.fmu'));
    const two = await openArchive(join(out, 'joystick-fmi2.fmu'));
    for (const [platform, old, target] of [
      ['x86_64-darwin', 'darwin64', 'x86_64-macos'],
      ['aarch64-darwin', 'aarch64-darwin', 'aarch64-macos'],
      ['aarch64-linux', 'aarch64-linux', 'aarch64-linux-gnu.2.17'],
    ]) {
      const name = `joystick.${platform.endsWith('darwin') ? 'dylib' : 'so'}`;
      const words = await three.text(`binaries/${platform}/${name}`);
      expect(words).toMatch(new RegExp(`^cc -target ${target} .*-ffp-contract=off`));
      expect(await two.text(`binaries/${old}/${name}`)).toBe(words);
    }
  });

  it('rejects a compiler for another machine, and one that cannot link', () => {
    const tools = join(out, 'useless');
    mkdirSync(tools);
    writeFileSync(join(tools, 'gcc'), '#!/bin/sh\necho riscv64-linux-gnu\n', { mode: 0o755 });
    writeFileSync(join(tools, 'clang'), '#!/bin/sh\necho x86_64-linux-gnu\n', { mode: 0o755 });
    const { code, err } = fmu(['build', 'units/joystick', '--native', '-o', out], root, {
      ...release,
      PATH: tools,
    });
    expect(code).toBe(1);
    expect(err).toContain('x86_64-linux needs gcc (Debian: apt-get install gcc libc6-dev), clang, or zig');
  });
});

describe('a model description of FMI 2.0', () => {
  const d = describeUnit(
    {
      ...everyType,
      variables: everyType.variables.filter(
        (v) => !/64$|^(UInt32|Binary|Clock)$/.test(v.type) || v.type === 'Float64',
      ),
    },
    '{t}',
    'test',
  );

  it('expands an array to scalars with names counted from 1 and consecutive value references', () => {
    const xml = writeModelDescription2(d);
    const rows = [...xml.matchAll(/<ScalarVariable name="([^"]*)" valueReference="(\d+)"/g)];
    expect(rows.slice(0, 5).map(([, name]) => name)).toEqual(['time', 'u', 'v[1]', 'v[2]', 'v[3]']);
    expect(rows.map(([, , reference]) => Number(reference))).toEqual(rows.map((_, i) => i));
  });

  it('lists every output and every other unknown of the initialization by its index, in order', () => {
    const xml = writeModelDescription2(d);
    const rows = [...xml.matchAll(/<ScalarVariable [^>]*causality="(\w+)"/g)].map(([, causality], i) => ({
      causality,
      i: i + 1,
    }));
    const places = (list: string): number[] =>
      [...(new RegExp(`<${list}>([\\s\\S]*)</${list}>`).exec(xml)?.[1] ?? '').matchAll(/index="(\d+)"/g)].map(
        ([, i]) => Number(i),
      );
    const of = (...causalities: string[]): number[] =>
      rows.filter(({ causality }) => causalities.includes(causality)).map(({ i }) => i);
    expect(places('Outputs')).toEqual(of('output'));
    expect(places('InitialUnknowns')).toEqual(of('output', 'calculatedParameter'));
  });

  it('rejects a unit with types that FMI 2.0 lacks, by name', () => {
    expect(() => writeModelDescription2(describeUnit(everyType, '{t}', 'test'))).toThrow(
      'build every-type for FMI 2.0: FMI 2.0 does not have a type for s64 (Int64), u32 (UInt32), u64 (UInt64), blob (Binary), tick (Clock), steps (Int64), copy (Binary).',
    );
  });
});
