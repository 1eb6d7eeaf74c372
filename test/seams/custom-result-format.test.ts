import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OpenSink, Sink } from '../../master/observe/formats/result-format.ts';
import type { RunResult } from '../../master/run/worker/run-protocol.ts';
import type { InputSource } from '../../master/system/inputs/input-source.ts';
import { circleRun } from './support/circle-run.ts';
import { fail, later, mine, refused } from './support/failing.ts';
import { circle } from './support/lag.ts';

const { folder, load, run } = circleRun();

describe('a custom result format', () => {
  const words = 'record: the result format "mine"';
  const of = (change: object, file = 'x.mine'): Promise<RunResult> => {
    const open = (): OpenSink => ({ row: () => {}, close: () => {} });
    const sink = { name: 'mine', extensions: ['.mine'], open, ...change } as Sink;
    return run({ sinks: [sink], output: join(folder, file) });
  };
  const opened = (change: (write: (bytes: unknown) => void) => object): Promise<RunResult> =>
    of({ open: (_: unknown, write: never) => ({ row: () => {}, close: () => {}, ...change(write) }) });

  it.each(['row', 'close'])('a custom result format appears by name if it fails in %s', async (member) => {
    await refused(
      opened(() => ({ [member]: fail })),
      `${words} failed in ${member}: mine. Correct the code, or remove it.`,
      mine,
    );
  });

  it.each(['row', 'close'])('a custom result format must not have an async %s', async (member) => {
    await refused(
      opened(() => ({ [member]: later })),
      `${words} has an async ${member}, but the call must be synchronous. Correct the code, or remove it.`,
    );
  });

  it('a custom result format fails if it does not open a recording', async () => {
    for (const [open, what] of [
      [() => undefined, 'lacks a valid recording'],
      [() => ({ row: () => {} }), 'lacks close() in its recording'],
      [async () => ({}), 'has an async open, but the call must be synchronous'],
    ] as const)
      await refused(of({ open }), `${words} ${what}. Correct the code, or remove it.`);
    await refused(of({ open: fail }), `${words} failed in open: mine. Correct the code, or remove it.`, mine);
    await refused(
      opened((write) => ({ row: () => write('text') })),
      `${words} must write a Uint8Array. Correct the code, or remove it.`,
    );
  });

  it('refuses an invalid result format', async () => {
    for (const extensions of [undefined, 'x', [null], ['mine'], ['.']])
      await refused(
        of({ extensions }),
        'register result format "mine": it needs a list of file extensions with their dot as its "extensions". Correct the code, or remove it.',
      );
    await refused(
      of({ open: undefined }),
      'register result format "mine": it lacks open() in its form. Correct the code, or remove it.',
    );
  });

  /** One-byte rows after a header of six bytes, and this row count. */
  const counting = (count: unknown, header = 6): Promise<RunResult> => {
    const open = (_: unknown, write: (bytes: Uint8Array) => void): unknown => {
      write(new Uint8Array(header).fill(45));
      return { count, row: () => write(new Uint8Array([46])), close: () => {} };
    };
    return of({ open }, 'count.mine');
  };
  const count = { at: 1, digits: 2, from: 6, each: 1 };

  it('a custom result format stores its number of rows if it wants', async () => {
    expect(await counting(count)).toMatchObject({ outcome: 'finished' });
    expect(readFileSync(join(folder, 'count.mine'), 'latin1')).toBe(`-11---${'.'.repeat(11)}`);
  });

  it.each<[unknown, string]>([
    [null, 'lacks a valid "count"'],
    [{ ...count, at: -1 }, 'has -1 as "at" in its count, expected a whole number from 0'],
    [{ ...count, digits: 1.5 }, 'has 1.5 as "digits" in its count, expected a whole number from 0'],
    [{ ...count, from: Number.NaN }, 'has NaN as "from" in its count, expected a whole number from 0'],
    [{ ...count, each: 0 }, 'has 0 as "each" in its count, expected a whole number from 1'],
    [{ ...count, each: '1' }, 'has 1 as "each" in its count, expected a whole number from 1'],
    [{ at: 0 }, 'has undefined as "digits" in its count, expected a whole number from 0'],
    [{ ...count, at: 5 }, 'has a count that ends at byte 7 of the file, but its rows begin at byte 6'],
    [
      { ...count, at: 100_000 },
      'has a count that ends at byte 100002 of the file, but its rows begin at byte 6',
    ],
    [
      { ...count, at: 3, digits: 0 },
      'has a count that ends at byte 7 of the file, but its rows begin at byte 6',
    ],
  ])('%# refuses an invalid count of rows', async (bad, what) => {
    await refused(counting(bad), `${words} ${what}. Correct the code, or remove it.`);
  });

  it('reports a row count without a position for the number, or without a file', async () => {
    const file = join(folder, 'count.mine');
    await refused(
      counting({ ...count, digits: 1 }),
      `record ${file}: it has 11 rows, and its result format has 1 digit for the row count. Record fewer rows, or choose another format.`,
    );
    expect(readFileSync(join(folder, 'count.partial.mine'), 'latin1')).toBe(`------${'.'.repeat(11)}`);
    await refused(
      counting({ ...count, at: 90, from: 100 }),
      `record ${file}: it has 17 bytes, but its result format starts the rows at byte 100. Correct the format, or choose another.`,
    );
  });

  it('a closed result refuses writes and buffers, and the next run has its file for itself', async () => {
    const row = new TextEncoder().encode('late\n');
    const late: [string, () => void][] = [];
    const open: Sink['open'] = (_, write, hold) => {
      const heldRows = hold?.(8);
      late.push(
        ['writes', () => write(row)],
        ['asks for memory', () => hold?.(8)],
        ['holds rows back', () => heldRows?.keep(5)],
      );
      return { row: () => write(row), close: () => write(row) };
    };
    await await of({ open });
    expect(readFileSync(join(folder, 'x.mine'), 'utf8')).toBe('late\n'.repeat(12));
    const step = (): void => {
      for (const [deed, call] of late)
        expect(call).toThrow(`${words} ${deed} after its close. Correct the code, or remove it.`);
    };
    const output = join(folder, 'next.csv');
    await run({ observers: [{ name: 'o', observe: () => ({ step }) }], output });
    expect(readFileSync(output, 'utf8')).not.toContain('late');
  });

  it('a result refuses writes after a failed close', async () => {
    let late = (): void => {};
    const open = (_: unknown, write: (bytes: Uint8Array) => void): OpenSink => {
      late = () => write(new Uint8Array(3));
      return { row: fail, close: () => {} };
    };
    await refused(
      of({ open }, 'never.mine'),
      `${words} failed in row: mine. Correct the code, or remove it.`,
      mine,
    );
    expect(late).toThrow(
      `record ${join(folder, 'never.mine')}: the file is closed, but 3 more bytes were written. Write before the end of the run.`,
    );
  });

  it('a custom result format supports an extension of two parts, which precedes a shorter one', async () => {
    let rows = 0;
    const open = (): OpenSink => ({ row: () => void rows++, close: () => {} });
    await await of({ extensions: ['.tar.mine'], open }, 'x.TAR.mine');
    expect(rows).toBe(11);
    await await of({ extensions: ['.mine.csv'], open }, 'x.mine.csv');
    expect(rows).toBe(22);
  });
});

describe('a custom input format', () => {
  const read = async (rows: unknown, change: object = {}): Promise<unknown> => {
    writeFileSync(join(folder, 'in.mine'), '');
    const source = { name: 'mine', extensions: ['.mine'], read: () => rows, ...change } as InputSource;
    const system = { ...circle(), connections: [], inputs: 'in.mine' };
    return load(system, { sources: [source] });
  };

  it('a custom input format fails if it does not give rows of texts', async () => {
    await read([
      ['time', 'a.u'],
      ['0', '1'],
      ['1', '2'],
    ]);
    for (const rows of [
      undefined,
      null,
      5,
      'text',
      [5],
      [
        ['time', 'a.u'],
        [0, 1],
      ],
      [
        ['time', 'a.u'],
        ['0', undefined],
      ],
    ])
      await expect(read(rows)).rejects.toThrow(
        'in.mine: expected each row as an array of strings. Use a mine file',
      );
  });

  it('refuses an invalid input format', async () => {
    await refused(
      read([], { read: undefined }),
      'register input format "mine": it lacks read() in its form. Correct the code, or remove it.',
    );
  });
});
