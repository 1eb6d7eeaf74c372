import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readComponent } from '../../fmu-sdk/check/binary/component-binary.ts';
import { readLibrary } from '../../fmu-sdk/check/binary/shared-library.ts';
import { isSystemLibrary } from '../../fmu-sdk/check/binary/system-libraries.ts';
import { componentBytes } from '../../fmu-sdk/check/example/example-component.ts';
import { elf } from '../../fmu-sdk/check/example/example-elf.ts';
import { platformOf } from '../../fmu-sdk/check/model/binary-platform.ts';
import {
  common2,
  coSimulation2,
  functions3,
  modelExchange2,
} from '../../fmu-sdk/check/model/required-functions.ts';

/**
 * Returns a PE library with one section at file offset 0x200 and address 0x1000, with these exports
 * and imports.
 */
function pe(machine: number, exports: readonly string[], imports: readonly string[]): Uint8Array {
  const bytes = new Uint8Array(0x1000);
  const view = new DataView(bytes.buffer);
  const text = new TextEncoder();
  let free = 0x400;
  const place = (name: string): number => {
    bytes.set(text.encode(name), free);
    const address = free - 0x200 + 0x1000;
    free += name.length + 1;
    return address;
  };
  bytes.set(text.encode('MZ'));
  view.setUint32(0x3c, 0x40, true);
  view.setUint32(0x40, 0x4550, true);
  view.setUint16(0x44, machine, true);
  view.setUint16(0x46, 1, true);
  view.setUint16(0x54, 240, true);
  view.setUint16(0x56, 0x2022, true);
  const optional = 0x58;
  view.setUint16(optional, 0x20b, true);
  view.setUint32(optional + 112, 0x1000, true);
  view.setUint32(optional + 120, 0x1100, true);
  const section = optional + 240;
  view.setUint32(section + 12, 0x1000, true);
  view.setUint32(section + 16, 0xe00, true);
  view.setUint32(section + 20, 0x200, true);
  view.setUint32(0x200 + 24, exports.length, true);
  view.setUint32(0x200 + 32, 0x1040, true);
  exports.forEach((name, k) => {
    view.setUint32(0x240 + 4 * k, place(name), true);
  });
  imports.forEach((name, k) => {
    view.setUint32(0x300 + 20 * k + 12, place(name), true);
  });
  return bytes;
}

/** A Mach-O library with these symbols, for x86_64 or arm64. */
function machO(machine: number, exports: readonly string[], needed: string): Uint8Array {
  const bytes = new Uint8Array(2048);
  const view = new DataView(bytes.buffer);
  const u32 = (at: number, value: number): void => view.setUint32(at, value, true);
  [0xfeedfacf, machine, 0, 6, 2].forEach((value, k) => {
    u32(4 * k, value);
  });
  [12, 64, 24].forEach((value, k) => {
    u32(32 + 4 * k, value);
  });
  bytes.set(new TextEncoder().encode(needed), 56);
  [2, 24, 512, exports.length, 1024, 900].forEach((value, k) => {
    u32(96 + 4 * k, value);
  });
  let free = 1025;
  exports.forEach((name, k) => {
    u32(512 + 16 * k, free - 1024);
    bytes[512 + 16 * k + 4] = 0x0f;
    bytes.set(new TextEncoder().encode(`_${name}`), free);
    free += name.length + 2;
  });
  return bytes;
}

describe('reading libraries without loading them', () => {
  it('ELF files give machine, kind, exports, needed libraries and run path', () => {
    const parts = { machine: 183, exports: ['a', 'b'], needed: ['libc.so.6', 'libx.so'], runPath: '$ORIGIN' };
    expect(readLibrary(elf(parts))).toMatchObject({
      format: 'ELF',
      architectures: ['aarch64'],
      shared: true,
      exports: new Set(['a', 'b']),
      needed: ['libc.so.6', 'libx.so'],
      runPath: '$ORIGIN',
      fault: undefined,
    });
    expect(readLibrary(elf({ type: 2 })).shared).toBe(false);
  });

  it('PE files give machine, exports and imported libraries', () => {
    expect(readLibrary(pe(0x8664, ['fmi3DoStep', 'fmi3Reset'], ['KERNEL32.dll']))).toMatchObject({
      format: 'PE',
      architectures: ['x86_64'],
      shared: true,
      exports: new Set(['fmi3DoStep', 'fmi3Reset']),
      needed: ['KERNEL32.dll'],
      fault: undefined,
    });
  });

  it('Mach-O files give machine and exports without underscore, including files for two machines', () => {
    const [intel, arm] = [machO(0x1000007, ['a'], '/usr/lib/x'), machO(0x100000c, ['a'], '/usr/lib/x')];
    expect(readLibrary(arm)).toMatchObject({
      format: 'Mach-O',
      architectures: ['aarch64'],
      shared: true,
      exports: new Set(['a']),
      needed: ['/usr/lib/x'],
    });
    const fat = new Uint8Array(64 + 2 * 2048);
    const view = new DataView(fat.buffer);
    [0xcafebabe, 2, 0, 0, 64, 2048, 0, 0, 0, 64 + 2048, 2048].forEach((value, k) => {
      view.setUint32(4 * k, value);
    });
    fat.set(intel, 64);
    fat.set(arm, 64 + 2048);
    expect(readLibrary(fat).architectures).toEqual(['x86_64', 'aarch64']);
  });

  it('components give the names that they import and export', () => {
    const names = { imports: ['fmi:fmi3/callbacks@3.0.0'], exports: ['fmi:fmi3/common@3.0.0'] };
    expect(readComponent(componentBytes(names))).toEqual({ kind: 'component', ...names, fault: undefined });
    expect(readComponent(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)).kind).toBe('module');
  });

  it('damaged files with any bytes cause an error', () => {
    const whole = [elf(), pe(0x8664, ['a'], ['b']), machO(0x1000007, ['a'], 'x'), componentBytes({})];
    fc.assert(
      fc.property(
        fc.constantFrom(...whole),
        fc.nat({ max: 400 }),
        fc.integer({ min: 0, max: 255 }),
        fc.nat(),
        (bytes, at, value, end) => {
          const copy = bytes.slice(0, 20 + (end % bytes.length));
          copy[at % copy.length] = value;
          readLibrary(copy);
          readComponent(copy);
        },
      ),
      { numRuns: 1000 },
    );
    expect(readLibrary(elf().slice(0, 300)).fault).toMatch(/outside the file/);
    expect(readLibrary(new Uint8Array(3))).toMatchObject({ format: 'unknown', fault: undefined });
  });
});

describe('requirements on libraries', () => {
  it('the headers have 75 functions of FMI 3.0 and 44 of FMI 2.0', () => {
    expect(new Set(functions3).size).toBe(75);
    expect(new Set([...common2, ...modelExchange2, ...coSimulation2]).size).toBe(44);
    expect(functions3).toContain('fmi3ActivateModelPartition');
    expect(common2).toContain('fmi2GetDirectionalDerivative');
    expect(coSimulation2).toContain('fmi2DoStep');
    expect(modelExchange2).toContain('fmi2GetNominalsOfContinuousStates');
  });

  it('platform names are tuples, and for FMI 2.0 also its own names', () => {
    expect(platformOf('x86_64-linux', '3.0')).toMatchObject({ architecture: 'x86_64', system: 'linux' });
    expect(platformOf('aarch64-darwin', '2.0')).toMatchObject({ architecture: 'aarch64', system: 'darwin' });
    expect(platformOf('win64', '2.0')).toMatchObject({ architecture: 'x86_64', system: 'windows' });
    expect(platformOf('win64', '3.0')).toBeUndefined();
    expect(platformOf('x86_64-windows-msvc140mt', '3.0')?.abi).toBe('msvc140mt');
    expect(platformOf('x86_64-windows-MSVC', '3.0')).toBeUndefined();
    expect(platformOf('toString', '2.0')).toBeUndefined();
  });

  it('libraries of the system need no documentation, others do', () => {
    for (const name of [
      'libc.so.6',
      'libm.so.6',
      'KERNEL32.dll',
      'api-ms-win-crt-math-l1-1-0.dll',
      '/usr/lib/libSystem.B.dylib',
    ])
      expect(isSystemLibrary(name)).toBe(true);
    for (const name of ['libhdf5.so.103', 'MSVCR100.dll', '@rpath/libown.dylib'])
      expect(isSystemLibrary(name)).toBe(false);
  });
});
