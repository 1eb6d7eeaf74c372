import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { headFrom } from '../../../master/run/checkpoint/checkpoint-head.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuHere } from '../../fmu-here.ts';
import { root } from '../../run-fmu.ts';
import { startFmu } from './files.ts';

const folder = temporaryFolder('crafted');
const output = join(folder, 'run.csv');
const magic = 'fmukit checkpoint 1\n';

/** Header and state of a real checkpoint. */
let head: Record<string, unknown>;
let state: Uint8Array;

beforeAll(async () => {
  const file = join(folder, 'run.checkpoint');
  const system = join(root, 'systems/crane-single-force.json');
  const { child, ended } = startFmu([
    'run',
    system,
    '--stop-time',
    '500',
    '-o',
    output,
    '--checkpoint',
    '50ms',
  ]);
  await vi.waitFor(() => expect(sizeOf(file)).toBeGreaterThan(0), { timeout: 600_000 });
  child.kill('SIGTERM');
  await ended;
  const bytes = readFileSync(file);
  const end = bytes.indexOf(10, magic.length);
  head = JSON.parse(bytes.subarray(magic.length, end).toString());
  state = inflateRawSync(bytes.subarray(end + 66));
});

function sizeOf(file: string): number {
  try {
    return readFileSync(file).length;
  } catch {
    return 0;
  }
}

/** Writes a checkpoint with a right checksum. */
function craft(newHead: unknown, newState: Uint8Array = state): string {
  const file = join(folder, 'crafted.checkpoint');
  const line = Buffer.from(typeof newHead === 'string' ? newHead : JSON.stringify(newHead));
  const body = deflateRawSync(newState);
  const sum = createHash('sha256').update(line).update(body).digest('hex');
  writeFileSync(file, Buffer.concat([Buffer.from(magic), line, Buffer.from(`\n${sum}\n`), body]));
  return file;
}

async function expectOneError(file: string): Promise<void> {
  const { code, err } = await fmuHere(['run', '--resume', file]);
  expect(code, err).not.toBe(0);
  expect(err).toMatch(/^fmu: (resume |run |.*crane-single-force\.json[ ,])/);
  expect(err).not.toMatch(/\n\s+at |internal error|TypeError|undefined|\[object/);
}

const odd = [null, 0, -1, 1.5, 1e300, '', 'x', true, [], [null], {}, { length: -1 }];

describe('a crafted checkpoint with a right checksum', () => {
  it.each(['fmukit', 'platform', 'system', 'time', 'steps', 'fingerprint', 'rows', 'said', 'bytes'])(
    'every wrong value of its field %s gives one error',
    async (field) => {
      for (const value of odd) {
        // Times, steps and names of the header are only shown.
        if (['time', 'steps', 'platform', 'system'].includes(field) && typeof value === typeof head[field])
          continue;
        await expectOneError(craft({ ...head, [field]: value }));
      }
    },
  );

  it('every wrong value inside of its rows, fingerprint and options gives one error', async () => {
    const inside: Record<string, string[]> = {
      rows: ['bytes', 'sha256'],
      fingerprint: ['units', 'parts'],
      said: ['file', 'output', 'set', 'stopTime', 'trust'],
    };
    for (const [field, names] of Object.entries(inside))
      for (const name of names)
        for (const value of [null, -1, [null], { a: 1 }]) {
          if (value === null && field === 'said' && name !== 'file') continue;
          await expectOneError(craft({ ...head, [field]: { ...(head[field] as object), [name]: value } }));
        }
  });

  it('every wrong field of its verdict gives one error', async () => {
    const ground = {
      rule: 'r',
      subject: 's',
      word: 'good',
      value: 1,
      limit: null,
      unit: 'J',
      text: 't',
    };
    const verdict = { word: 'good', reason: 'r', grounds: [ground] };
    const wrong = [
      ...odd.filter((value) => typeof value !== 'string').map((next) => ({ ...verdict, next })),
      { ...verdict, grounds: [null] },
      ...Object.keys(ground).map((name) => ({ ...verdict, grounds: [{ ...ground, [name]: {} }] })),
    ];
    for (const each of wrong) expect(headFrom({ ...head, verdict: each })).toMatch(/valid field "verdict"/);
    expect(headFrom({ ...head, verdict })).toHaveProperty('time');
  });

  it('a header that is not an object gives one error', async () => {
    for (const value of ['null', '[]', '3', '"x"', '{', '{"__proto__":1}', ''])
      await expectOneError(craft(value));
  });

  it('a state that is cut, longer or full of ones gives one error', async () => {
    const states = [
      state.subarray(0, state.length - 9),
      new Uint8Array(8),
      Uint8Array.from([...state, 0, 0, 0, 0, 0, 0, 0, 0]),
      new Uint8Array(state.length).fill(0xff),
    ];
    for (const each of states) await expectOneError(craft({ ...head, bytes: each.length }, each));
    await expectOneError(craft(head, new Uint8Array(8)));
  });
});
