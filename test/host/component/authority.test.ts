import { parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translateComponent } from '../../../fmu-sdk/host/component/component-form.ts';
import { openComponent } from '../../../fmu-sdk/host/component/open-component.ts';
import { simulatedFunctionsText } from '../../../fmu-sdk/host/component/wasi/virtual-wasi.ts';
import { type FmiApi, io, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { memoryLimit } from '../../../fmu-sdk/host/wasm/core-interface.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { width } from '../../width.ts';
import { type Foreign, foreignUnit } from './foreign.ts';

async function open(foreign: Foreign): Promise<FmiApi> {
  const translation = await translateComponent(
    await foreignUnit('coSimulation', foreign),
    'coSimulation',
    'x.fmu',
  );
  return openComponent(translation, 'coSimulation', 'x.fmu');
}

/** Expects a component to be rejected with this text before any of its code runs. */
async function refuses(component: Uint8Array | Promise<Uint8Array>, message: RegExp): Promise<void> {
  const refused = translateComponent(await component, 'coSimulation', 'x.fmu');
  await expect(refused).rejects.toBeInstanceOf(UserError);
  await expect(refused).rejects.toThrow(message);
}

const clocks: Foreign = {
  imports: 'import wasi:clocks/monotonic-clock@0.2.0;',
  packages: 'package wasi:clocks@0.2.0 { interface monotonic-clock { now: func() -> u64; } }',
  coreImports: '(import "wasi:clocks/monotonic-clock@0.2.0" "now" (func $now (result i64)))',
  bodies: { 'enter-event-mode': '(global.set $x (f64.convert_i64_u (call $now))) (i32.const 0)' },
};

const random: Foreign = {
  imports: 'import wasi:random/random@0.2.0;',
  packages: 'package wasi:random@0.2.0 { interface random { get-random-u64: func() -> u64; } }',
  coreImports: '(import "wasi:random/random@0.2.0" "get-random-u64" (func $random (result i64)))',
  bodies: { 'enter-event-mode': '(global.set $x (f64.convert_i64_u (call $random))) (i32.const 0)' },
};

const streams: Foreign = {
  imports: 'import wasi:cli/stdout@0.2.0; import wasi:cli/exit@0.2.0; import wasi:cli/environment@0.2.0;',
  packages: `
package wasi:io@0.2.0 {
  interface error { resource error; }
  interface streams {
    use error.{error};
    variant stream-error { last-operation-failed(error), closed }
    resource output-stream {
      blocking-write-and-flush: func(contents: list<u8>) -> result<_, stream-error>;
    }
  }
}
package wasi:cli@0.2.0 {
  interface stdout { use wasi:io/streams@0.2.0.{output-stream}; get-stdout: func() -> output-stream; }
  interface exit { exit: func(status: result); }
  interface environment { get-environment: func() -> list<tuple<string, string>>; }
}`,
  coreImports: `
  (import "wasi:cli/stdout@0.2.0" "get-stdout" (func $stdout (result i32)))
  (import "wasi:io/streams@0.2.0" "[method]output-stream.blocking-write-and-flush" (func $write (param i32 i32 i32 i32)))
  (import "wasi:cli/environment@0.2.0" "get-environment" (func $environment (param i32)))
  (import "wasi:cli/exit@0.2.0" "exit" (func $exit (param i32)))`,
  bodies: {
    // Writes, and stores the number of environment variables.
    'enter-event-mode': `
      (call $write (call $stdout) (i32.const 288) (i32.const 12) (i32.const 512))
      (call $environment (i32.const 520))
      (global.set $x (f64.convert_i32_u (i32.load (i32.const 524))))
      (i32.const 0)`,
    'enter-step-mode': '(call $exit (i32.const 0)) (i32.const 0)',
  },
};

describe('access of a component to its surroundings', () => {
  it('a component that requests the time receives the simulation time', async () => {
    const calls = await open(clocks);
    calls.instantiate({ instanceName: 'i', token: '' });
    const x = calls.values('Float64', Uint32Array.of(1));
    for (const t of [0, 0.5, 1.25]) {
      calls.registers[io.time] = t;
      expect(calls.call({ op: 'enterEventMode' })).toBe(status.ok);
      calls.get(x);
      expect(x.view[x.offset]).toBe(1e9 * t);
    }
  });

  it('random numbers of a component are equal in every run, and continue from a restored state', async () => {
    const drawn = (calls: FmiApi, count: number): number[] => {
      const x = calls.values('Float64', Uint32Array.of(1));
      return Array.from({ length: count }, () => {
        expect(calls.call({ op: 'enterEventMode' })).toBe(status.ok);
        calls.get(x);
        return Number(x.view[x.offset]);
      });
    };
    const [one, two] = [await open(random), await open(random)];
    for (const calls of [one, two]) calls.instantiate({ instanceName: 'i', token: '' });
    const first = drawn(one, 50);
    expect(drawn(two, 50)).toEqual(first);
    expect(new Set(first).size).toBe(50);
    one.instantiate({ instanceName: 'i', token: '' });
    expect(drawn(one, 50)).toEqual(first);
  });

  it('fmu inspect describes the simulated functions', () => {
    expect(simulatedFunctionsText(new TextEncoder().encode('\0wasi:clocks/wall-clock@0.2.0'))).toBe(
      'clocks, which show the simulation time',
    );
    expect(simulatedFunctionsText(new TextEncoder().encode('wasi:random/random@0.2.0'))).toMatch(
      /^random numbers, /,
    );
    expect(
      simulatedFunctionsText(new TextEncoder().encode('wasi:random/insecure-seed@0.2.0')),
    ).toBeUndefined();
  });

  it('a component that imports an unknown function is rejected', async () => {
    const unknown: Foreign = {
      imports: 'import evil:host/shell@1.0.0;',
      packages: 'package evil:host@1.0.0 { interface shell { run: func(a: u32); } }',
      coreImports: '(import "evil:host/shell@1.0.0" "run" (func $run (param i32)))',
    };
    await refuses(foreignUnit('coSimulation', unknown), /imports evil:host\/shell \(run\)\./);
  });

  it('the environment of a component is empty, and its standard output is logged', async () => {
    const calls = await open(streams);
    expect(calls.instantiate({ instanceName: 'i', token: '' })).toBe(true);
    expect(calls.call({ op: 'enterEventMode' })).toBe(status.ok);
    expect(calls.takeLog()).toEqual([{ status: status.ok, category: 'stdout', message: 'it is grüß' }]);
    const x = calls.values('Float64', Uint32Array.of(1));
    calls.get(x);
    expect(x.view[0]).toBe(0);
  });

  it('exit of a component ends only the FMU', async () => {
    const calls = await open(streams);
    calls.instantiate({ instanceName: 'i', token: '' });
    expect(calls.call({ op: 'enterStepMode' })).toBe(status.fatal);
    expect(calls.takeLog().map(({ message }) => message)).toEqual(['enterStepMode: it called exit.']);
  });

  it('names of core functions cannot inject code into the host', async () => {
    for (const name of [`x'];globalThis.smuggled=1;//`, 'x\\\\', 'x\\n', 'x`', 'x\\"']) {
      const text = `(component
        (core module $m (func (export "${name}")) (memory (export "memory") 1))
        (core instance $i (instantiate $m))
        (func $f (canon lift (core func $i "${name}")))
        (instance $in (export "f" (func $f)))
        (export "fmi:fmi3/common@3.0.0" (instance $in)))`;
      await refuses(parse(text), /a core module in it has the name ".*"\. Only ASCII letters/);
    }
    const inside = `(component (component
        (core module $m (import "a" "x'];globalThis.smuggled=1;//" (func)))))`;
    await refuses(parse(inside), /Only ASCII letters/);
    expect('smuggled' in globalThis).toBe(false);
  });
});

describe('the memory of a component', () => {
  it('a component that requests too much memory at once is rejected', async () => {
    await refuses(
      foreignUnit('coSimulation', { memory: '5000' }),
      /needs 327680000 bytes of memory, but the limit is 268435456 bytes/,
    );
  });

  it('a component memory without a maximum grows to the limit and no further', async () => {
    const calls = await open({
      bodies: {
        'do-step': `
          (block $full (loop $more
            (br_if $full (i32.eq (memory.grow (i32.const 16)) (i32.const -1)))
            (br $more)))
          (call $done (f64.convert_i32_u (memory.size)) (i32.const 0))`,
      },
    });
    calls.instantiate({ instanceName: 'i', token: '' });
    expect(calls.call({ op: 'doStep' })).toBe(status.ok);
    const pages = calls.registers[6];
    expect(pages * 65536).toBeLessThanOrEqual(memoryLimit);
    expect(pages * 65536).toBeGreaterThan(memoryLimit - 16 * 65536);
  });

  it('a module instantiated several times is rejected if its memories could exceed the limit together', async () => {
    const component = (count: number): Promise<Uint8Array> =>
      parse(`(component
        (core module $m (memory 1) (func (export "f")))
        ${Array.from({ length: count }, (_, i) => `(core instance $i${i} (instantiate $m))`).join('\n')}
        (func $f (canon lift (core func $i0 "f")))
        (instance $in (export "f" (func $f)))
        (export "fmi:fmi3/co-simulation@3.0.0" (instance $in)))`);
    const translation = await translateComponent(await component(3), 'coSimulation', 'x.fmu');
    const calls = openComponent(translation, 'coSimulation', 'x.fmu');
    expect(() => calls.instantiate({ instanceName: 'i', token: '' })).toThrow(
      `instantiate x.fmu: the memories of its component may grow to ${2 * memoryLimit} bytes in total, but the limit is ${memoryLimit} bytes.`,
    );
  });

  it('component memories with 64-bit addresses are rejected', async () => {
    await refuses(
      parse('(component (core module $m (memory i64 1)) (core instance $i (instantiate $m)))'),
      /does not compile here|64-bit addresses/,
    );
  });

  it('tables of a component count towards a limit, too', async () => {
    const component = (count: number): Promise<Uint8Array> =>
      foreignUnit('coSimulation', { more: '(table 1 funcref)'.repeat(count) });
    const fits = await translateComponent(await component(14), 'coSimulation', 'x.fmu');
    const options = { instanceName: 'i', token: '' };
    expect(openComponent(fits, 'coSimulation', 'x.fmu').instantiate(options)).toBe(true);
    const many = await translateComponent(await component(17), 'coSimulation', 'x.fmu');
    expect(() => openComponent(many, 'coSimulation', 'x.fmu').instantiate(options)).toThrow(
      /^instantiate x\.fmu: its component has 1[78] tables or more, but the limit is 16\./,
    );
  });
});

describe('bytes that are not a component', () => {
  it('content that is not a component is rejected', async () => {
    await refuses(new Uint8Array(), /expected a WebAssembly component/);
    await refuses(await parse('(module)'), /expected a WebAssembly component/);
    await refuses(
      await parse('(component)'),
      /expected a component that exports fmi:fmi3\/co-simulation@3, got no interface/,
    );
    await refuses(
      foreignUnit('modelExchange'),
      /expected a component that exports fmi:fmi3\/co-simulation@3, got fmi:fmi3\/common@3\.0\.0, fmi:fmi3\/model-exchange@3\.0\.0/,
    );
  });

  it('a damaged component is rejected with a UserError, and never with another error', async () => {
    const whole = await foreignUnit('coSimulation');
    const damage = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255), cut: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, byte, cut }) => {
        const damaged = cut ? whole.slice(0, at) : whole.slice();
        if (!cut) damaged[at] = byte;
        try {
          await translateComponent(damaged, 'coSimulation', 'x.fmu');
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
        }
      }),
      { numRuns: width(8, 25) },
    );
  });
});
