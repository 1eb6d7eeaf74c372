import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Recorder, recorder } from '../../master/observe/recorder.ts';
import { sinkOf } from '../../master/observe/sinks.ts';
import { Checkpoints } from '../../master/run/checkpoint/checkpoints.ts';
import { readCheckpoint } from '../../master/run/checkpoint/file.ts';
import type { RunResult } from '../../master/run/protocol.ts';
import { ResultFile } from '../../master/run/result-file.ts';
import { rows } from '../../master/run/rows.ts';
import { Session } from '../../master/run/session.ts';
import { runOf } from '../problems/coupled/coupled.ts';
import { oscillator } from '../problems/coupled/problems.ts';

const folder = mkdtempSync(join(tmpdir(), 'fmukit.test-checkpoint-'));
afterAll(() => rmSync(folder, { recursive: true }));
const inFolder = (name: string): string => join(folder, name);

interface How {
  /** Rows after which it is interrupted. */
  until?: number;
  /** The checkpoint at which it begins. */
  from?: string;
  step?: number;
}

/** Runs the oscillator into a file, keeping it in another. */
function run(output: string, { until = Number.POSITIVE_INFINITY, from, step = 1e-3 }: How = {}): RunResult {
  const { system, instances } = runOf(oscillator(10), { scheme: 'jacobi', order: 2, step }).session;
  const whole = {
    ...system,
    record: { ...system.record, columns: system.connections.map((connection) => connection.from) },
  };
  const file = new ResultFile(inFolder(output));
  const { name, observe } = recorder(sinkOf(output), file);
  let recorded: Recorder | undefined;
  const observers = [{ name, observe: (view: never) => (recorded = observe(view) as Recorder) }];
  try {
    const session = new Session(whole, { instances, observers });
    const begin = from === undefined ? undefined : { file: from, checkpoint: readCheckpoint(inFolder(from)) };
    const options = { file: inFolder('run.checkpoint'), seconds: 1000 };
    const checkpoints = new Checkpoints(session, options, begin, recorded, file);
    let count = 0;
    const stop = (): boolean => count++ >= until;
    return rows(session, Number.POSITIVE_INFINITY, stop, file, undefined, checkpoints).next()
      .value as RunResult;
  } finally {
    file.close(false);
  }
}

const kept = 'run.checkpoint';

describe('a run that was interrupted and goes on', () => {
  it.each(['csv', 'npy', 'parquet', 'mat'])('leaves the bytes of one that was not: %s', (form) => {
    const [whole, parted] = [`whole.${form}`, `parted.${form}`];
    run(whole);
    // After few rows nothing has left the memory yet, after many a part of it.
    for (const until of [3, 6789]) {
      expect(run(parted, { until }).outcome).toBe('interrupted');
      expect(run(parted, { until: 100, from: kept }).outcome).toBe('interrupted');
      const { outcome, steps, bonds } = run(parted, { from: kept });
      expect([outcome, steps]).toEqual(['finished', 10_000]);
      expect(bonds).toEqual(run(whole).bonds);
      expect(readFileSync(inFolder(parted)).equals(readFileSync(inFolder(whole)))).toBe(true);
    }
  });

  it.each(['csv', 'npy', 'parquet', 'mat'])(
    'leaves them too where it was killed when its %s had its name already',
    (form) => {
      const [whole, late] = [`whole.${form}`, `late.${form}`];
      run(whole);
      run(late, { until: 6789 });
      copyFileSync(inFolder(kept), inFolder('late.checkpoint'));
      run(late, { from: kept });
      expect(run(late, { from: 'late.checkpoint' }).outcome).toBe('finished');
      expect(readFileSync(inFolder(late)).equals(readFileSync(inFolder(whole)))).toBe(true);
      },
  );

  it('leaves no checkpoint and no part when it is done', () => {
    run('done.csv', { until: 5 });
    expect([kept, 'done.partial.csv'].map((name) => existsSync(inFolder(name)))).toEqual([true, true]);
    run('done.csv', { from: kept });
    expect([kept, 'done.partial.csv'].map((name) => existsSync(inFolder(name)))).toEqual([false, false]);
  });

  it('says on one line of text what it is, for people', () => {
    run('said.csv', { until: 5 });
    const [first, second] = readFileSync(inFolder(kept), 'latin1').split('\n');
    expect(first).toBe('fmukit checkpoint 1');
    expect(JSON.parse(second)).toMatchObject({ system: 'oscillator', time: 0.005, steps: 5 });
  });
});

describe('a checkpoint is refused', () => {
  const spoiled = (change: (bytes: Buffer) => Buffer | string): (() => RunResult) => {
    writeFileSync(inFolder('spoiled.checkpoint'), change(readFileSync(inFolder(kept))));
    return () => run('refused.csv', { from: 'spoiled.checkpoint' });
  };

  it('that is none, is damaged, or is of another version', () => {
    run('refused.csv', { until: 5 });
    expect(spoiled(() => 'time,x\n0,1\n')).toThrow(/spoiled.checkpoint: it is no checkpoint. Name a file/);
    expect(spoiled((bytes) => bytes.subarray(0, -1))).toThrow(/damaged: its \d+ bytes are not those/);
    const flipped = (bytes: Buffer): Buffer =>
      bytes.fill(bytes[bytes.length - 9] ^ 1, bytes.length - 9, bytes.length - 8);
    expect(spoiled(flipped)).toThrow(/damaged/);
    const other = (bytes: Buffer): Buffer =>
      Buffer.from(bytes.toString('latin1').replace(/"fmukit":"[^"]*"/, '"fmukit":"0.0.1"'), 'latin1');
    expect(spoiled(other)).toThrow(/written by fmukit 0\.0\.1, and this is .* Resume it there/);
    expect(() => run('refused.csv', { from: 'missing.checkpoint' })).toThrow(
      /a run that has finished leaves none/,
    );
  });

  it('where the system is another, by what of it', () => {
    run('other.csv', { until: 5 });
    expect(() => run('other.csv', { from: kept, step: 2e-3 })).toThrow(
      /oscillator is not what it was when the checkpoint was written: its communication step is another\. Give it back/,
    );
  });

  it('where the rows up to it are gone, fewer, or others', () => {
    run('rows.csv', { until: 5000 });
    const part = inFolder('rows.partial.csv');
    copyFileSync(part, inFolder('copy'));
    const again = (): RunResult => run('rows.csv', { from: kept });
    const bytes = readFileSync(part);
    writeFileSync(part, bytes.subarray(0, 1000));
    expect(again).toThrow(
      /the \d+ bytes of results up to it are to be in .*rows\.partial\.csv, and it has 1000 bytes/,
    );
    writeFileSync(part, bytes.fill(49, 1000, 1001));
    expect(again).toThrow(/first \d+ bytes of .*rows\.partial\.csv are not the results up to it/);
    rmSync(part);
    expect(again).toThrow(/ENOENT.*Put the part of the results that the run has left there/);
    // What is behind them does not matter: the run had gone further.
    copyFileSync(inFolder('copy'), part);
    appendFileSync(part, 'more\r\n');
    expect(again().outcome).toBe('finished');
  });

  it('of units whose state no file can hold, before a step is done', () => {
    const { system, instances } = runOf(oscillator(), { scheme: 'jacobi', step: 0.1 }).session;
    const silent = instances.map((each) => Object.assign(Object.create(each), { portable: undefined }));
    const session = new Session(system, { instances: silent });
    const checkpoints = new Checkpoints(session, { file: 'x', seconds: 1 }, undefined, undefined, undefined);
    expect(() => checkpoints.start()).toThrow(
      /keep the state of one: what runs it here cannot put its state into a file\. Run it without checkpoints\./,
    );
    expect(session.n).toBe(0);
  });
});
