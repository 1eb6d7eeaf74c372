import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type NativeBinary, native, nativeCalls } from '../../../fmu-sdk/host/choice/third-party-hosts.ts';
import { findBinary } from '../../../fmu-sdk/host/fmu.ts';
import { readFmuFile } from '../../../fmu-sdk/host/open-fmu.ts';
import { CallsReader } from '../../../fmu-sdk/host/recorded/calls-reader.ts';
import {
  compareRecordings,
  type ReplayResult,
  replayAgainst,
} from '../../../fmu-sdk/host/recorded/compare-recording.ts';
import { readOperand, writeOperand } from '../../../fmu-sdk/host/recorded/operand-codec.ts';
import { BytesReader, BytesWriter } from '../../../fmu-sdk/util/state/byte-stream.ts';
import { openRecording, recordedDescriptions } from '../../../master/run/recording/call-recording.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { loadSystem } from '../../../master/system/load-system.ts';
import { singleSystem } from '../../../master/system/single/single-fmu.ts';
import { makeHeat } from '../../fixtures/c/heat.ts';
import { makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu, root } from '../../run-fmu.ts';
import { spread, width } from '../../width.ts';

const folder = temporaryFolder('recording');
const at = (name: string): string => join(folder, name);

/** Runs a unit, records its calls, and returns the error. */
async function record(unit: string, calls: string, options: object = {}): Promise<string> {
  const system = await singleSystem(at(unit), { stopTime: 1, step: 0.1, ...options });
  const output = at(`${calls}.csv`);
  return simulate(system, { recordCalls: at(calls), output }).then(
    () => '',
    (error: unknown) => (error as Error).message,
  );
}

async function replayed(calls: string): Promise<string> {
  const { system, host, close } = openRecording(at(calls));
  try {
    await simulate(system, { hosts: [host], output: at(`${calls}.again.csv`) });
    return '';
  } catch (error) {
    return (error as Error).message;
  } finally {
    close();
  }
}

async function against(calls: string, unit: string, relative = 0, k = 0): Promise<ReplayResult> {
  const { binary, description } = await findBinary(await readFmuFile(at(unit)), [native], {}, 'here');
  const its = await nativeCalls(binary as NativeBinary, {
    ...{ callSeconds: 20, wallSeconds: 400, description },
    rollback: true,
  });
  try {
    return replayAgainst(at(calls), k, { calls: its, description }, { relative });
  } finally {
    its.close();
  }
}

const bytes = (name: string): string => readFileSync(at(name), 'utf8');
const withoutName = (text: string): string => text.replaceAll(folder, '').replace(/in \S+\.partial\.csv/, '');

describe.skipIf(noCompiler !== undefined)('recorded calls of a unit in C', () => {
  it.each([2, 3] as const)(
    'a recording of FMI %s replays without the FMU to identical bytes',
    async (fmi) => {
      writeFileSync(at('good.fmu'), await makeUnit(fmi));
      expect(await record('good.fmu', 'good.calls', { set: ['u=1.5'] })).toBe('');
      rmSync(at('good.fmu'));
      expect(await replayed('good.calls')).toBe('');
      expect(bytes('good.calls.again.csv')).toBe(bytes('good.calls.csv'));
    },
  );

  it.each([2, 3] as const)(
    'a recorded crash in FMI %s repeats in the same call, with the FMU and without',
    async (fmi) => {
      // Only a step at 0.5 s.
      const AT_STEP = 'AT_STEP(time)=if ((time) > 0.45 && (time) < 0.55) misbehave(segmentation)';
      writeFileSync(at('crash.fmu'), await makeUnit(fmi, { defines: [AT_STEP] }));
      const message = await record('crash.fmu', 'crash.calls');
      expect(message).toMatch(/SIGSEGV.*t = 0\.5 s/);
      expect(message).toMatch(/--record-calls/);
      expect(withoutName(await replayed('crash.calls'))).toBe(withoutName(message));
      expect(bytes('crash.calls.again.partial.csv')).toBe(bytes('crash.calls.partial.csv'));
      const { crash, divergence } = await against('crash.calls', 'crash.fmu');
      expect(divergence).toBeUndefined();
      expect(crash?.at).toMatch(new RegExp(`^call \\d+, t = 0\\.5 s, crash, fmi${fmi}DoStep$`));
      expect(crash?.replayCrash).toMatch(/SIGSEGV/);
      writeFileSync(at('mended.fmu'), await makeUnit(fmi));
      expect((await against('crash.calls', 'mended.fmu')).divergence).toMatch(
        new RegExp(
          `^call \\d+, t = 0\\.5 s, crash, fmi${fmi}DoStep: the FMU returned, but the recorded FMU died: .*SIGSEGV`,
        ),
      );
    },
  );

  it('a replay names the first different result with its values and units of measure', async () => {
    const edit = (xml: string): string =>
      xml
        .replace('<LogCategories>', '<UnitDefinitions><Unit name="m"/></UnitDefinitions><LogCategories>')
        .replace('name="y" valueReference="1"', 'name="y" unit="m" valueReference="1"');
    writeFileSync(at('two.fmu'), await makeUnit(3, { edit }));
    writeFileSync(at('three.fmu'), await makeUnit(3, { edit, defines: ['GAIN=3'] }));
    const set = ['u=1.5'];
    expect(await record('two.fmu', 'two.calls', { set })).toBe('');
    expect((await against('two.calls', 'two.fmu')).divergence).toBeUndefined();
    const { divergence } = await against('two.calls', 'three.fmu');
    expect(divergence).toMatch(/^call \d+, t = 0(\.1)? s, two, fmi3GetFloat64: y = \S+ m, and was \S+ m$/);
    expect((await against('two.calls', 'three.fmu', 0.5)).divergence).toBeUndefined();
    expect(await record('two.fmu', 'other.calls', { set: ['u=1.25'] })).toBe('');
    const { descriptions } = recordedDescriptions(at('two.calls'));
    const compared = compareRecordings(at('other.calls'), at('two.calls'), { relative: 0 }, descriptions);
    expect(compared.divergence).toMatch(/fmi3SetFloat64: the argument is u = 1\.25, and was 1\.5$/);
    expect(compareRecordings(at('two.calls'), at('two.calls'), { relative: 0 }).divergence).toBeUndefined();
    // In FMI 3.0, the experiment is an operand of this call.
    expect(await record('two.fmu', 'longer.calls', { set, stopTime: 2 })).toBe('');
    expect(compareRecordings(at('longer.calls'), at('two.calls'), { relative: 0 }).divergence).toMatch(
      /^call \d+, t = 0 s, two, fmi3EnterInitializationMode: the argument is /,
    );
  });

  it('a truncated recording is readable up to its last whole call, and a damaged one is refused', async () => {
    writeFileSync(at('whole.fmu'), await makeUnit(3));
    expect(await record('whole.fmu', 'whole.calls')).toBe('');
    const whole = readFileSync(at('whole.calls'));
    const calls = numberOfCalls('whole.calls');
    expect(calls).toBeGreaterThan(20);
    let before = 0;
    const sizes = Array.from({ length: 60 }, (_, k) => Math.round((whole.length * k) / 60));
    for (const size of spread(sizes, width(12, 60))) {
      writeFileSync(at('cut.calls'), whole);
      truncateSync(at('cut.calls'), size);
      const callCount = numberOfCalls('cut.calls');
      expect(
        typeof callCount === 'number' ? callCount : -1,
        `${size} bytes: ${callCount}`,
      ).toBeLessThanOrEqual(calls as number);
      if (typeof callCount === 'number') {
        expect(callCount).toBeGreaterThanOrEqual(before);
        before = callCount;
        const message = await replayed('cut.calls');
        // Calls after the last row do not affect results.
        if (message === '') expect(bytes('cut.calls.again.csv')).toBe(bytes('whole.calls.csv'));
        else expect(message).toMatch(/^replay \S+cut\.calls: the recording ends (in|before) /);
      } else expect(callCount).toMatch(/expected a recording|its header is incomplete/);
    }
    expect(before).toBeGreaterThan((calls as number) / 2);
    const spots = Array.from({ length: 60 }, (_, k) => 20 + Math.floor(((whole.length - 21) * k) / 60));
    for (const spot of spread(spots, width(12, 60))) {
      const spoilt = Uint8Array.from(whole);
      spoilt[spot] ^= 0x41;
      writeFileSync(at('spoilt.calls'), spoilt);
      // A length that is too large occurs in a truncated file.
      const callCount = numberOfCalls('spoilt.calls');
      if (typeof callCount === 'number') expect(callCount).toBeLessThan(calls as number);
      else
        expect(callCount).toMatch(
          /^replay \S+spoilt\.calls: (the recording is damaged|expected a recording|its header)/,
        );
    }
  });
});

describe.skipIf(noCompiler !== undefined)('recorded calls of several units', () => {
  it('a recording of several units replays model exchange with an implicit integrator', async () => {
    writeFileSync(at('heat.fmu'), await makeHeat(8));
    expect(await record('heat.fmu', 'heat.calls', { solver: 'radau5' })).toBe('');
    expect(await replayed('heat.calls')).toBe('');
    expect(bytes('heat.calls.again.csv')).toBe(bytes('heat.calls.csv'));
    const { calls, divergence } = await against('heat.calls', 'heat.fmu');
    expect(divergence).toBeUndefined();
    expect(calls).toBeGreaterThan(100);
  });

  it.each([
    ['FMU state', (xml: string) => xml],
    [
      'process copies',
      (xml: string) => xml.replace(/canGetAndSetFMUState="true" canSerializeFMUState="true"/, ''),
    ],
  ])('a recording replays units that are rolled back by %s', async (_, edit) => {
    writeFileSync(at('unit.fmu'), await makeUnit(3, { edit }));
    writeFileSync(
      at('two.json'),
      JSON.stringify({
        name: 'two',
        units: { a: { fmu: 'unit.fmu', start: { u: 0.5 } }, b: { fmu: 'unit.fmu' } },
        connections: [{ from: 'a.y', to: 'b.u' }],
        algorithm: { scheme: 'iterative-jacobi', step: 0.1 },
        stopTime: 0.5,
      }),
    );
    await simulate(await loadSystem(at('two.json')), { output: at('two.csv'), recordCalls: at('two.calls') });
    expect(await replayed('two.calls')).toBe('');
    expect(bytes('two.calls.again.csv')).toBe(bytes('two.csv'));
    for (const k of [0, 1]) expect((await against('two.calls', 'unit.fmu', 0, k)).divergence).toBeUndefined();
    expect(readFileSync(at('two.calls')).includes('unit.fmu')).toBe(false);
  });

  it('a recording includes a crash in this process up to its call, which fmu replay names by message and exit code', async () => {
    const AT_STEP = 'AT_STEP(time)=if ((time) > 0.25 && (time) < 0.35) misbehave(segmentation)';
    writeFileSync(at('deadly.fmu'), await makeUnit(3, { defines: [AT_STEP] }));
    writeFileSync(at('harmless.fmu'), await makeUnit(3));
    const recorded = fmu(
      ['run', 'deadly.fmu', '--trust', '--record-calls', 'deadly.calls', '--no-record'],
      folder,
    );
    expect(recorded.code).not.toBe(0);
    const where = /call \d+, t = 0\.30*4? s, deadly, fmi3DoStep/;
    const again = fmu(['replay', 'deadly.calls', '--unit', 'deadly.fmu'], folder);
    expect(again.code, again.err).toBe(0);
    expect(again.out).toMatch(
      new RegExp(
        `^deadly\\.calls ends in ${where.source}\nthe FMU crashed there and crashes here: .*SIGSEGV`,
      ),
    );
    const mended = fmu(['replay', 'deadly.calls', '--unit', 'harmless.fmu'], folder);
    expect(mended.code).toBe(3);
    expect(mended.out).toMatch(/\nthe FMU crashed there, and answers here\n$/);
    const alone = fmu(['replay', 'deadly.calls'], folder);
    expect(alone.code).toBe(1);
    expect(alone.err).toMatch(
      /the recording ends in call \d+, t = 0\.3\d* s, deadly, in fmi3DoStep, because the calling process died\./,
    );
  });

  it('refuses a file that is not a recording, in one printable error', async () => {
    writeFileSync(at('whole.fmu'), await makeUnit(3));
    expect(await record('whole.fmu', 'whole.calls')).toBe('');
    const whole = Uint8Array.from(readFileSync(at('whole.calls')));
    const pieces = piecesOf(whole);
    const messages = new Set<string>();
    let seed = 7;
    const dice = (n: number): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * n);
    };
    for (let k = 0; k < width(100, 5000); k++) {
      const forged = whole.slice();
      // Changes bytes after the header, whose bytes are letters, and corrects the checksums.
      const [from, to] = pieces[1 + dice(pieces.length - 1)];
      const values = [0, 1, 7, 127, 128, 255];
      for (let n = 1 + dice(3); n > 0; n--)
        forged[from + 8 + dice(to - from - 8)] = values[dice(values.length)];
      new DataView(forged.buffer).setUint32(from + 4, crc32(forged.subarray(from + 8, to)), true);
      writeFileSync(at('forged.calls'), forged);
      try {
        compareRecordings(at('forged.calls'), at('forged.calls'), { relative: 0 });
        compareRecordings(at('forged.calls'), at('whole.calls'), { relative: 0 });
      } catch (error) {
        expect((error as Error).name, String((error as Error).stack)).toBe('UserError');
        messages.add((error as Error).message.replace(/\d+/g, '#').replace(folder, ''));
      }
    }
    expect(messages.size).toBeGreaterThan(3);
    for (const message of messages)
      expect(message).toMatch(/^replay \S+: the recording is damaged: after call #: /);
    const bomb = new BytesWriter();
    bomb.byte(2);
    bomb.count(0);
    bomb.count(2 ** 31);
    writeFileSync(at('forged.calls'), withPiece(whole, pieces[1][0], bomb.take()));
    expect(numberOfCalls('forged.calls')).toMatch(/after call 0: its values take more than 512 MiB/);
    writeFileSync(at('forged.calls'), 'fmukit calls 2\nmore');
    expect(numberOfCalls('forged.calls')).toMatch(/expected a recording of this version/);
  });
});

it('a replay restores values bit for bit', () => {
  const nan = new Float64Array(new BigUint64Array([0x7ff8_0000_0000_0123n, 0x8000_0000_0000_0000n]).buffer);
  const all = [
    nan,
    -0,
    2n ** 63n - 1n,
    -(2n ** 63n),
    'a\u001b[31m\u0000ü',
    Uint8Array.of(0, 255),
    undefined,
    true,
    [],
    { a: [1] },
  ];
  const out = new BytesWriter();
  writeOperand(out, all);
  const again = readOperand(new BytesReader(out.take().slice())) as typeof all;
  expect(again).toEqual(all);
  expect(Object.is(again[1], -0)).toBe(true);
  expect(new BigUint64Array((again[0] as Float64Array).buffer)).toEqual(new BigUint64Array(nan.buffer));
  const [a, b, c] = [new Uint8Array(29), new Uint8Array(29), new Uint8Array(29)];
  for (let k = 0; k < 100; k++) {
    for (let n = k % 4; n > 0; n--) a[(k * 7 + n * 11) % 29] = k + n;
    out.changes(a, b);
    new BytesReader(out.take().slice()).changes(c);
    expect([b, c]).toEqual([a, a]);
  }
});

it('checkpoints through the API: a run that was ended resumes with identical bytes', async () => {
  const file = join(root, 'systems/crane-single-force.json');
  const system = await loadSystem(file, { settings: { stopTime: 0.2 } });
  await simulate(system, { output: at('never.csv') });
  const end = new AbortController();
  const run = simulate(system, {
    output: at('ended.csv'),
    checkpoint: { file: at('ended.checkpoint'), seconds: 1000 },
    signal: end.signal,
  });
  let rows = 0;
  for await (const _ of run) if (++rows === 20) end.abort();
  await simulate(system, { output: at('ended.csv'), resume: at('ended.checkpoint') });
  expect(bytes('ended.csv')).toBe(bytes('never.csv'));
  await expect(
    simulate(system, { recordCalls: at('a.calls'), checkpoint: { file: at('a.checkpoint'), seconds: 1 } }),
  ).rejects.toThrow(/checkpoint and recordCalls cannot be combined: a recording covers one process/);
  for (const seconds of [Number.NaN, -1])
    await expect(simulate(system, { checkpoint: { file: at('a.checkpoint'), seconds } })).rejects.toThrow(
      `checkpoint.seconds: expected a number of seconds, 0 or more, got ${seconds} s.`,
    );
});

/** Returns the ranges of pieces. */
function piecesOf(bytes: Uint8Array): [number, number][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const ranges: [number, number][] = [];
  for (let from = 15; from < bytes.length; ) {
    const to = from + 8 + view.getUint32(from, true);
    ranges.push([from, to]);
    from = to;
  }
  return ranges;
}

/** Returns a file up to an offset, with one more piece. */
function withPiece(whole: Uint8Array, at: number, piece: Uint8Array): Uint8Array {
  const head = new DataView(new ArrayBuffer(8));
  head.setUint32(0, piece.length, true);
  head.setUint32(4, crc32(piece), true);
  return Buffer.concat([whole.subarray(0, at), new Uint8Array(head.buffer), piece]);
}

function numberOfCalls(name: string): number | string {
  let reader: CallsReader | undefined;
  try {
    reader = new CallsReader(at(name));
    let n = 0;
    while (reader.call() !== undefined) n++;
    return n;
  } catch (error) {
    return (error as Error).message;
  } finally {
    reader?.close();
  }
}

it('fmukit FMUs of a system are recorded through their components, with identical bytes', async () => {
  const file = join(root, 'systems/crane-single-force.json');
  const settings = { stopTime: 0.2 };
  await simulate(await loadSystem(file, { settings }), { output: at('plain.csv') });
  const system = await loadSystem(file, { settings, byCalls: true });
  await simulate(system, { output: at('crane.csv'), recordCalls: at('crane.calls') });
  expect(bytes('crane.csv')).toBe(bytes('plain.csv'));
  expect(await replayed('crane.calls')).toBe('');
  expect(bytes('crane.calls.again.csv')).toBe(bytes('plain.csv'));
});

it('refuses to record a fmukit FMU that steps without FMI functions', async () => {
  const system = await singleSystem(join(root, 'dist/joystick.fmu'), { stopTime: 0.1 });
  await expect(simulate(system, { recordCalls: at('none.calls') })).rejects.toThrow(
    /record joystick: a fmukit FMU is stepped without FMI functions.*byCalls/,
  );
});
