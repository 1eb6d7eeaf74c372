import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { zip } from '../../fmu-sdk/archive/write-zip.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { type Foreign, foreignUnit } from '../host/component/foreign.ts';

const folder = temporaryFolder('wasi');

const description = `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="asking" instantiationToken="{asking}">
  <CoSimulation modelIdentifier="asking" canHandleVariableCommunicationStepSize="true"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
    <Float64 name="x" valueReference="1" causality="output" variability="continuous" initial="calculated"/>
  </ModelVariables>
  <ModelStructure><Output valueReference="1"/><InitialUnknown valueReference="1"/></ModelStructure>
</fmiModelDescription>`;

/** Imports of a C library and the adapter from WASI preview 1, as in exports of OpenModelica. */
const library = `
package wasi:io@0.2.6 {
  interface error { resource error; }
  interface poll { resource pollable; poll: func(in: list<borrow<pollable>>) -> list<u32>; }
  interface streams {
    use error.{error};
    use poll.{pollable};
    variant stream-error { last-operation-failed(error), closed }
    resource input-stream { subscribe: func() -> pollable; }
    resource output-stream {
      check-write: func() -> result<u64, stream-error>;
      write: func(contents: list<u8>) -> result<_, stream-error>;
      blocking-flush: func() -> result<_, stream-error>;
      subscribe: func() -> pollable;
    }
  }
}
package wasi:cli@0.2.6 {
  interface stdin { use wasi:io/streams@0.2.6.{input-stream}; get-stdin: func() -> input-stream; }
  interface stdout { use wasi:io/streams@0.2.6.{output-stream}; get-stdout: func() -> output-stream; }
  interface stderr { use wasi:io/streams@0.2.6.{output-stream}; get-stderr: func() -> output-stream; }
  interface exit { exit: func(status: result); }
  interface environment {
    get-environment: func() -> list<tuple<string, string>>;
    get-arguments: func() -> list<string>;
  }
  interface terminal-output { resource terminal-output; }
  interface terminal-stdout { use terminal-output.{terminal-output}; get-terminal-stdout: func() -> option<terminal-output>; }
}
package wasi:filesystem@0.2.6 {
  interface types { resource descriptor { sync-data: func() -> result; } }
  interface preopens { use types.{descriptor}; get-directories: func() -> list<tuple<descriptor, string>>; }
}
package wasi:clocks@0.2.6 {
  interface monotonic-clock { now: func() -> u64; resolution: func() -> u64; }
  interface wall-clock { record datetime { seconds: u64, nanoseconds: u32 } now: func() -> datetime; }
}
package wasi:random@0.2.6 {
  interface random { get-random-u64: func() -> u64; get-random-bytes: func(len: u64) -> list<u8>; }
  interface insecure-seed { insecure-seed: func() -> tuple<u64, u64>; }
}`;

const imported = [
  ...['stdin', 'stdout', 'stderr', 'exit', 'environment', 'terminal-output', 'terminal-stdout'].map(
    (n) => `cli/${n}`,
  ),
  ...['io/error', 'io/poll', 'io/streams', 'filesystem/types', 'filesystem/preopens'],
  ...['clocks/monotonic-clock', 'clocks/wall-clock', 'random/random', 'random/insecure-seed'],
];

/** Outputs the time of both clocks [s] and a random number as a share of 2⁶⁴ after each step. */
const asking: Foreign = {
  imports: imported.map((name) => `import wasi:${name}@0.2.6;`).join(' '),
  packages: library,
  coreImports: `
  (import "wasi:cli/stdout@0.2.6" "get-stdout" (func $stdout (result i32)))
  (import "wasi:io/streams@0.2.6" "[method]output-stream.write" (func $write (param i32 i32 i32 i32)))
  (import "wasi:cli/environment@0.2.6" "get-environment" (func $environment (param i32)))
  (import "wasi:filesystem/preopens@0.2.6" "get-directories" (func $directories (param i32)))
  (import "wasi:filesystem/types@0.2.6" "[method]descriptor.sync-data" (func $sync (param i32) (result i32)))
  (import "wasi:cli/exit@0.2.6" "exit" (func $exit (param i32)))
  (import "wasi:clocks/monotonic-clock@0.2.6" "now" (func $now (result i64)))
  (import "wasi:clocks/wall-clock@0.2.6" "now" (func $wall (param i32)))
  (import "wasi:random/random@0.2.6" "get-random-u64" (func $random (result i64)))`,
  bodies: {
    'exit-initialization-mode': `
      (call $environment (i32.const 520))
      (call $directories (i32.const 528))
      (if (i32.add (i32.load (i32.const 524)) (i32.load (i32.const 532))) (then (return (i32.const 3))))
      (call $write (call $stdout) (i32.const 288) (i32.const 12) (i32.const 512))
      (i32.const 0)`,
    'do-step': `
      (call $wall (i32.const 544))
      (global.set $x (f64.add
        (f64.add (f64.div (f64.convert_i64_u (call $now)) (f64.const 1e9))
          (f64.mul (f64.const 1000) (f64.convert_i64_u (i64.load (i32.const 544)))))
        (f64.div (f64.convert_i64_u (call $random)) (f64.const 18446744073709551616e6))))
      (call $done (f64.add (local.get $p1) (local.get $p2)) (i32.const 0))`,
  },
};

beforeAll(async () => {
  const content = new Map<string, string | Uint8Array>([
    ['modelDescription.xml', description],
    ['binaries/wasm32-wasip2/asking.wasm', await foreignUnit('coSimulation', asking)],
  ]);
  writeFileSync(join(folder, 'asking.fmu'), await zip(content));
});

it('fmu inspect reports that clocks show simulation time and random numbers repeat in every run', async () => {
  const { code, out } = await fmuHere(['inspect', 'asking.fmu'], folder);
  expect(code).toBe(0);
  expect(out).toContain(
    'Its component asks for clocks, which show the simulation time, and for random numbers, which are the same in every run.',
  );
});

it('fmu run provides simulation time, and different random numbers at each step that repeat in every run', async () => {
  const rows = async (): Promise<string[]> => {
    const { code, err } = await fmuHere(
      ['run', 'asking.fmu', '--stop-time', '4', '--step', '0.5', '-o', 'x.csv'],
      folder,
    );
    expect(`${code} ${code === 0 ? '' : err}`).toBe('0 ');
    return readFileSync(join(folder, 'x.csv'), 'utf8').trimEnd().split('\r\n').slice(1);
  };
  const first = await rows();
  expect(first.length).toBe(9);
  const drawn = first.slice(1).map((row, k) => {
    const [time, x] = row.split(',').map(Number);
    // During a step, the clock shows the begin of the step.
    const begin = time - 0.5;
    expect(begin).toBe(k / 2);
    const share = 1e6 * (x - (begin + 1000 * Math.floor(begin)));
    expect(share).toBeGreaterThanOrEqual(0);
    expect(share).toBeLessThan(1);
    return share;
  });
  expect(new Set(drawn).size).toBe(drawn.length);
  expect(await rows()).toEqual(first);
});
