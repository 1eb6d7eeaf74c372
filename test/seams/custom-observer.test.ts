import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Column, Observer, ObserverKind } from '../../master/observe/observer.ts';
import { Session } from '../../master/run/loop/session.ts';
import { type SimulateOptions, simulate } from '../../master/run/simulate.ts';
import { circleRun } from './support/circle-run.ts';
import { fail, later, mine, refused } from './support/failing.ts';

const { folder, load, run } = circleRun();

describe('a custom observer', () => {
  const of = (observer: unknown): SimulateOptions => ({
    observers: [{ name: 'o', observe: () => observer as Observer }],
  });

  it.each(['start', 'step', 'row', 'end'])(
    'a custom observer appears by name if it fails in %s',
    async (member) => {
      await refused(
        run(of({ [member]: fail })),
        `run circle: the observer "o" failed in ${member}: mine. Correct the code, or remove it.`,
        mine,
      );
    },
  );

  it('a custom observer appears by name if it throws a value that is not an Error', async () => {
    for (const thrown of [undefined, 'text', null])
      await refused(
        run(
          of({
            row: () => {
              throw thrown;
            },
          }),
        ),
        `run circle: the observer "o" failed in row: ${thrown}. Correct the code, or remove it.`,
        thrown,
      );
  });

  it.each(['start', 'step', 'row', 'end'])('a custom observer must not have an async %s', async (member) => {
    for (const async of [later, async () => {}])
      await refused(
        run(of({ [member]: async })),
        `run circle: the observer "o" has an async ${member}, but the call must be synchronous. Correct the code, or remove it.`,
      );
  });

  it('refuses an invalid observer at the start', async () => {
    const kind = (observe: unknown): SimulateOptions => ({
      observers: [{ name: 'o', observe } as ObserverKind],
    });
    for (const [options, what] of [
      [of(undefined), 'lacks a valid observer'],
      [of({ row: 5 }), 'lacks row() in its observer'],
      [of({ columns: 5 }), 'has "columns" that are not a list'],
      [of({ columns: [{ name: 'c', unit: '1' }] }), 'lacks read() in its column'],
      [of({ columns: [{ read: () => 0 }] }), 'has a column without a "name" and a "unit"'],
      [kind(async () => ({})), 'has an async observe, but the call must be synchronous'],
      [kind(undefined), 'lacks observe() in its kind'],
    ] as const)
      await refused(run(options), `run circle: the observer "o" ${what}. Correct the code, or remove it.`);
  });

  it('a custom observer retains its this in calls if it is a class instance', async () => {
    class Counting {
      rows = 0;
      row(): void {
        this.rows++;
      }
    }
    const counting = new Counting();
    await run(of(counting));
    expect(counting.rows).toBe(11);
  });

  it('a custom observer fails to advance the session', async () => {
    const system = await load();
    let session: Session | undefined;
    const observers = [{ name: 'o', observe: () => ({ step: () => session?.advance(1) }) }];
    session = new Session(system, { observers });
    session.start();
    expect(() => session?.advance(5)).toThrow(
      'advance circle: the session is in the middle of a step. Observers must not advance it.',
    );
  });
});

describe('a custom column', () => {
  const of = (column: unknown): SimulateOptions => ({
    observers: [{ name: 'o', observe: () => ({ columns: [column as Column] }) }],
  });

  it('a custom column retains its this in read, under any name', async () => {
    class Four implements Column {
      readonly name = '__proto__';
      readonly unit = '1';
      private readonly value = 4;
      read(): number {
        return this.value;
      }
    }
    for await (const row of simulate(await load(), of(new Four()))) {
      expect(Object.entries(row)).toContainEqual(['__proto__', 4]);
      break;
    }
  });

  it('a custom column appears by name if it fails or does not give a number', async () => {
    const column = { name: 'c', unit: '1' };
    await refused(
      run({ ...of({ ...column, read: fail }), collect: true }),
      'run circle: the observer "o" failed in read: mine. Correct the code, or remove it.',
      mine,
    );
    for (const [more, value, kind] of [
      [{}, 'abc', 'a number'],
      [{}, undefined, 'a number'],
      [{}, 10n, 'a number'],
      [{ whole: 'Int64' }, 1.5, 'Int64'],
      [{ whole: 'Int64' }, 2n ** 63n, 'Int64'],
      [{ whole: 'Int64' }, -(2n ** 63n) - 1n, 'Int64'],
      [{ whole: 'UInt64' }, 2n ** 64n, 'UInt64'],
      [{ whole: 'UInt64' }, -1n, 'UInt64'],
    ] as const)
      await refused(
        run({ ...of({ ...column, ...more, read: () => value }), collect: true }),
        `run circle: the observer "o" reads ${value} for c, expected ${kind}. Correct the code, or remove it.`,
      );
  });

  it('a custom column gives values only through read(), whatever location it names', async () => {
    const output = join(folder, 'place.csv');
    const place = { view: new Float64Array([7]), at: 5 };
    await run({ ...of({ name: 'c', unit: '1', place, read: () => 1 }), output });
    const [titles, ...rows] = readFileSync(output, 'utf8').trim().split(/\r?\n/);
    expect(titles).toMatch(/,c$/);
    expect(rows.map((row) => row.split(',').at(-1))).toEqual(Array(11).fill('1'));
  });

  it.each([true, 'Int32', 64, null, ''])('a custom column refuses the integer type %s', async (whole) => {
    await refused(
      run(of({ name: 'c', unit: '1', whole, read: () => 1n })),
      `run circle: the observer "o" has for c "whole" ${whole}, expected Int64 or UInt64. Correct the code, or remove it.`,
    );
  });

  it('a custom column records integers from the least to the greatest', async () => {
    for (const [whole, values] of [
      ['Int64', [-(2n ** 63n), 2n ** 63n - 1n]],
      ['UInt64', [0n, 2n ** 64n - 1n]],
    ] as const)
      for (const value of values)
        for await (const row of simulate(
          await load(),
          of({ name: 'c', unit: '1', whole, read: () => value }),
        ))
          expect(row.c).toBe(value);
  });
});
