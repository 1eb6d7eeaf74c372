import { createHash } from 'node:crypto';
import { appendFileSync, copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { resumeArguments } from '../../../master/cli/run/resume-options.ts';
import type { RunArguments } from '../../../master/cli/run/run-arguments.ts';
import { sinkOf } from '../../../master/observe/formats/result-formats.ts';
import { type Recorder, recorder } from '../../../master/observe/recorder.ts';
import { readCheckpoint, writeCheckpoint } from '../../../master/run/checkpoint/checkpoint-file.ts';
import { Checkpoints } from '../../../master/run/checkpoint/checkpoints.ts';
import { runToEnd } from '../../../master/run/loop/run-loop.ts';
import { Session } from '../../../master/run/loop/session.ts';
import { ResultFile } from '../../../master/run/rows/result-file.ts';
import { simulate } from '../../../master/run/simulate.ts';
import type { RunResult } from '../../../master/run/worker/run-protocol.ts';
import { singleSystem } from '../../../master/system/single/single-fmu.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runOf } from '../../problems/coupled/coupled.ts';
import { oscillator } from '../../problems/coupled/problems.ts';
import { root } from '../../run-fmu.ts';

const folder = temporaryFolder('checkpoint');
const inFolder = (name: string): string => join(folder, name);

interface How {
  /** Steps after which the run is interrupted. */
  until?: number;
  /** Number of stop requests to answer with false. They come before each row and each step. */
  ignoredRequests?: number;
  /** Steps between rows. */
  every?: number;
  /** The checkpoint at which it begins. */
  from?: string;
  step?: number;
}

/** Runs the oscillator into a file, with a checkpoint in another file. */
function run(
  output: string,
  {
    until = Number.POSITIVE_INFINITY,
    ignoredRequests: asked = Number.POSITIVE_INFINITY,
    every = 1,
    from,
    step = 1e-3,
  }: How = {},
): RunResult {
  const { system, instances } = runOf(oscillator(10), { scheme: 'jacobi', order: 2, step }).session;
  const whole = {
    ...system,
    record: { ...system.record, every, columns: system.connections.map((connection) => connection.from) },
  };
  const file = new ResultFile(inFolder(output));
  const { name, observe } = recorder(sinkOf(output), file);
  let recorded: Recorder | undefined;
  const observers = [{ name, observe: (view: never) => (recorded = observe(view) as Recorder) }];
  try {
    const session = new Session(whole, { instances, observers });
    const begin = from === undefined ? undefined : { file: from, saved: readCheckpoint(inFolder(from)) };
    const options = { file: inFolder('run.checkpoint'), seconds: 1000 };
    const checkpoints = new Checkpoints(session, options, begin, recorded, file);
    let count = 0;
    let first: number | undefined;
    const stop = (): boolean => {
      first ??= session.n;
      return session.n - first >= until || count++ >= asked;
    };
    return runToEnd(session, { stop, results: file, checkpoints }).next().value as RunResult;
  } finally {
    file.close(false);
  }
}

const checkpointName = 'run.checkpoint';

/** Returns a checkpoint that an expert has changed. */
function forged(
  bytes: Buffer,
  change: (head: Record<string, unknown>) => object,
  alter = (state: Buffer): Buffer => state,
): Buffer {
  const [first, line] = bytes.toString('latin1').split('\n', 2);
  const before = inflateRawSync(bytes.subarray(first.length + line.length + 67));
  const state = alter(before);
  const body = deflateRawSync(state);
  const parsedHead = JSON.parse(line);
  const head = JSON.stringify(
    change({ ...parsedHead, bytes: parsedHead.bytes + state.length - before.length }),
  );
  const sum = createHash('sha256').update(head).update(body).digest('hex');
  return Buffer.concat([Buffer.from(`${first}\n${head}\n${sum}\n`), body]);
}

describe('a run that was interrupted and resumed', () => {
  it.each(['csv', 'npy', 'parquet', 'mat'])(
    'a resumed run writes the bytes of an uninterrupted run: %s',
    (form) => {
      const [whole, parted] = [`whole.${form}`, `parted.${form}`];
      run(whole);
      // After few rows all are still in memory, after many a part is written.
      for (const until of [3, 6789]) {
        expect(run(parted, { until }).outcome).toBe('interrupted');
        expect(run(parted, { until: 100, from: checkpointName }).outcome).toBe('interrupted');
        const { outcome, steps, bonds } = run(parted, { from: checkpointName });
        expect([outcome, steps]).toEqual(['finished', 10_000]);
        expect(bonds).toEqual(run(whole).bonds);
        expect(readFileSync(inFolder(parted)).equals(readFileSync(inFolder(whole)))).toBe(true);
      }
    },
  );

  it.each([1, 10])(
    'a resumed run writes the same bytes after an interruption at any step, with a row every %i steps',
    (every) => {
      run('apart.csv', { every });
      const whole = readFileSync(inFolder('apart.csv'));
      for (const ignoredRequests of [1, 2, 3, 24, 25, 36, 37]) {
        const { outcome, steps } = run('met.csv', { ignoredRequests, every });
        expect(outcome).toBe('interrupted');
        const rows = readFileSync(inFolder('met.partial.csv'), 'latin1').split('\r\n').length - 2;
        expect(rows).toBe(1 + Math.floor(steps / every));
        expect(run('met.csv', { from: checkpointName, every }).outcome).toBe('finished');
        expect(readFileSync(inFolder('met.csv')).equals(whole)).toBe(true);
      }
    },
  );

  it.each(['csv', 'npy', 'parquet', 'mat'])(
    'a resumed run writes the same bytes if it was killed when its %s was already renamed',
    (form) => {
      const [whole, late] = [`whole.${form}`, `late.${form}`];
      run(whole);
      run(late, { until: 6789 });
      copyFileSync(inFolder(checkpointName), inFolder('late.checkpoint'));
      run(late, { from: checkpointName });
      expect(run(late, { from: 'late.checkpoint' }).outcome).toBe('finished');
      expect(readFileSync(inFolder(late)).equals(readFileSync(inFolder(whole)))).toBe(true);
    },
  );

  it('a run removes checkpoint and partial file when it has finished', () => {
    run('done.csv', { until: 5 });
    expect([checkpointName, 'done.partial.csv'].map((name) => existsSync(inFolder(name)))).toEqual([
      true,
      true,
    ]);
    run('done.csv', { from: checkpointName });
    expect([checkpointName, 'done.partial.csv'].map((name) => existsSync(inFolder(name)))).toEqual([
      false,
      false,
    ]);
  });

  it('describes the checkpoint in one line of text', () => {
    run('said.csv', { until: 5 });
    const [first, second] = readFileSync(inFolder(checkpointName), 'latin1').split('\n');
    expect(first).toBe('fmukit checkpoint 1');
    expect(JSON.parse(second)).toMatchObject({ system: 'oscillator', time: 0.005, steps: 5 });
  });
});

describe('invalid checkpoints', () => {
  const spoiled = (change: (bytes: Buffer) => Buffer | string): (() => RunResult) => {
    writeFileSync(inFolder('spoiled.checkpoint'), change(readFileSync(inFolder(checkpointName))));
    return () => run('refused.csv', { from: 'spoiled.checkpoint' });
  };

  it('refuses a checkpoint that is damaged, has another version, or is not a checkpoint', () => {
    run('refused.csv', { until: 5 });
    expect(spoiled(() => 'time,x\n0,1\n')).toThrow(
      /spoiled.checkpoint: the file is not a checkpoint. Name a file/,
    );
    expect(spoiled((bytes) => bytes.subarray(0, -1))).toThrow(
      /damaged: the hash of its \d+ bytes does not match/,
    );
    const flipped = (bytes: Buffer): Buffer =>
      bytes.fill(bytes[bytes.length - 9] ^ 1, bytes.length - 9, bytes.length - 8);
    expect(spoiled(flipped)).toThrow(/damaged/);
    // The header is protected like the state.
    const alterHeader = (bytes: Buffer): string => bytes.toString('latin1').replace('"steps":5', '"steps":6');
    expect(spoiled((bytes) => Buffer.from(alterHeader(bytes), 'latin1'))).toThrow(/damaged/);
    const other = (bytes: Buffer): Buffer => forged(bytes, (head) => ({ ...head, fmukit: '0.0.1' }));
    expect(spoiled(other)).toThrow(/written by fmukit 0\.0\.1, but this is .* Resume with that version/);
    expect(() => run('refused.csv', { from: 'missing.checkpoint' })).toThrow(/a finished run deletes it/);
  });

  it('refuses a forged checkpoint: without rows, with a wrong state size, with another name', () => {
    run('refused.csv', { until: 5 });
    const target = inFolder('refused.csv');
    writeFileSync(target, 'kept');
    expect(spoiled((bytes) => forged(bytes, ({ rows: _, ...head }) => head))).toThrow(
      /spoiled.checkpoint: the checkpoint is damaged: the results up to it are missing/,
    );
    expect(readFileSync(target, 'utf8')).toBe('kept');
    expect(spoiled((bytes) => forged(bytes, (head) => ({ ...head, bytes: 99 })))).toThrow(
      /does not inflate to the declared 99 bytes/,
    );
    expect(spoiled((bytes) => forged(bytes, ({ fingerprint: _, ...head }) => head))).toThrow(/damaged/);
    const renamed = (state: Buffer): Buffer =>
      Buffer.from(state.toString('latin1').replace('\x08\0\0\0partDone', '\x08\0\0\0__proto_'), 'latin1');
    const other = (bytes: Buffer): Buffer => forged(bytes, (head) => head, renamed);
    expect(spoiled(other)).toThrow(
      /differs from the one that wrote it \(the state has "__proto_" instead of "partDone"\)/,
    );
  });

  it('refuses a checkpoint of a changed system and names the difference', () => {
    run('other.csv', { until: 5 });
    expect(() => run('other.csv', { from: checkpointName, step: 2e-3 })).toThrow(
      /oscillator has changed since the checkpoint was written: its communication step differs\. Undo the change/,
    );
  });

  it('refuses a checkpoint whose rows are missing, fewer or different', () => {
    run('rows.csv', { until: 5000 });
    const part = inFolder('rows.partial.csv');
    copyFileSync(part, inFolder('copy'));
    const again = (): RunResult => run('rows.csv', { from: checkpointName });
    const bytes = readFileSync(part);
    writeFileSync(part, bytes.subarray(0, 1000));
    expect(again).toThrow(
      /expected the \d+ bytes of results up to it in .*rows\.partial\.csv: the file has 1000 bytes/,
    );
    writeFileSync(part, bytes.fill(49, 1000, 1001));
    expect(again).toThrow(/first \d+ bytes of .*rows\.partial\.csv are not the results up to it/);
    rmSync(part);
    expect(again).toThrow(/ENOENT.*Put the partial results of the run there/);
    // Bytes after them do not matter, because the run had continued.
    copyFileSync(inFolder('copy'), part);
    appendFileSync(part, 'more\r\n');
    expect(again().outcome).toBe('finished');
  });

  it('refuses a checkpoint of units whose state cannot be stored, before the first step', () => {
    const { system, instances } = runOf(oscillator(), { scheme: 'jacobi', step: 0.1 }).session;
    const silent = instances.map((instance) =>
      Object.assign(Object.create(instance), { portable: undefined }),
    );
    const session = new Session(system, { instances: silent });
    const checkpoints = new Checkpoints(session, { file: 'x', seconds: 1 }, undefined, undefined, undefined);
    expect(() => checkpoints.start()).toThrow(
      /save the state of one: its host does not support saving the state to a file\. Run it without checkpoints\./,
    );
    expect(session.n).toBe(0);
  });

  it('fmu run refuses a checkpoint with permissions that were not repeated, or files it would replace', () => {
    const existingFile = inFolder('there.html');
    writeFileSync(existingFile, 'kept');
    const resumed = (savedArguments: object, options: object = {}): object => {
      const fingerprint = { units: [], parts: {} };
      const head = {
        system: 'x',
        time: 0,
        steps: 0,
        verdict: { word: 'good' as const, reason: '', grounds: [] },
        fingerprint,
        said: { file: 'x.json', ...savedArguments },
      };
      writeCheckpoint(inFolder('rights.checkpoint'), new Uint8Array(8), head);
      const file = inFolder('rights.checkpoint');
      return resumeArguments({ file, resume: true, trust: false, ...options } as RunArguments);
    };
    const rights = { trust: true, allow: 'net', use: ['own.mjs'], keyRing: 'ring' };
    expect(() => resumed(rights)).toThrow(
      /started with --use own\.mjs --trust --allow net --key-ring ring, which a file cannot permit\. Give these options again/,
    );
    expect(() => resumed(rights, { ...rights, use: ['other.mjs'] })).toThrow(
      /started with --use own\.mjs, which/,
    );
    expect(resumed(rights, rights)).toMatchObject({ ...rights, file: 'x.json' });
    expect(resumed({ trust: false }, { requireSignature: ['x'] })).toMatchObject({ requireSignature: ['x'] });
    expect(() => resumed({ report: existingFile })).toThrow(
      /--report .*there\.html of the run would replace an existing file/,
    );
    expect(resumed({ report: existingFile }, { report: existingFile })).toMatchObject({
      report: existingFile,
    });
    expect(() => resumed({ output: existingFile })).toThrow(
      /--output .*there\.html of the run would replace/,
    );
    expect(resumed({ output: existingFile }, { output: existingFile })).toMatchObject({
      output: existingFile,
    });
    expect(() => resumed({}, { step: 1 })).toThrow(/--step can only be given at the start of a run/);
  });
});

it('saves a run whose consumer stops, and resumes it to identical bytes', async () => {
  const system = await singleSystem(join(root, 'dist/joystick.fmu'), { stopTime: 1, step: 0.01 });
  await simulate(system, { output: inFolder('unbroken.csv') });
  const [output, file] = [inFolder('broken.csv'), inFolder('broken.checkpoint')];
  let rows = 0;
  for await (const _ of simulate(system, { output, checkpoint: { file, seconds: 1000 } }))
    if (++rows === 50) break;
  expect([existsSync(output), existsSync(file)]).toEqual([false, true]);
  await simulate(system, { output, resume: file });
  expect(readFileSync(output).equals(readFileSync(inFolder('unbroken.csv')))).toBe(true);
});
