import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Column, Observer, ObserverKind } from '../../master/observe/observer.ts';
import { Session } from '../../master/run/session.ts';
import { type SimulateOptions, simulate } from '../../master/run/simulate.ts';
import { circleRun } from './circle-run.ts';
import { fail, later, mine, refused } from './failing.ts';

const { folder, load, run } = circleRun();

describe('an observer of one’s own', () => {
  const of = (observer: unknown): SimulateOptions => ({
    observers: [{ name: 'o', observe: () => observer as Observer }],
  });

  it.each(['start', 'step', 'row', 'end'])('that fails in %s is told by its name', async (member) => {
    await refused(
      run(of({ [member]: fail })),
      `run circle: the observer "o" failed in ${member}: mine. Correct the code, or remove it.`,
      mine,
    );
  });

  it('that throws what is no Error is told so, too', async () => {
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

  it.each(['start', 'step', 'row', 'end'])('with an async %s is refused', async (member) => {
    for (const async of [later, async () => {}])
      await refused(
        run(of({ [member]: async })),
        `run circle: the observer "o" has an async ${member}, but the call must be synchronous. Correct the code, or remove it.`,
      );
  });

  it('that is none is refused at the begin', async () => {
    const kind = (observe: unknown): SimulateOptions => ({
      observers: [{ name: 'o', observe } as ObserverKind],
    });
    for (const [options, what] of [
      [of(undefined), 'has no observer'],
      [of({ row: 5 }), 'lacks row() in its observer'],
      [of({ columns: 5 }), 'has "columns" that are not a list'],
      [of({ columns: [{ name: 'c', unitOfMeasure: '1' }] }), 'lacks read() in its column'],
      [of({ columns: [{ read: () => 0 }] }), 'has a column without a "name" and a "unitOfMeasure"'],
      [kind(async () => ({})), 'has an async observe, but the call must be synchronous'],
      [kind(undefined), 'lacks observe() in its kind'],
    ] as const)
      await refused(run(options), `run circle: the observer "o" ${what}. Correct the code, or remove it.`);
  });

  it('that has state of a class is called as its method', async () => {
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

  it('cannot go on by itself', async () => {
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

describe('a column of one’s own', () => {
  const of = (column: unknown): SimulateOptions => ({
    observers: [{ name: 'o', observe: () => ({ columns: [column as Column] }) }],
  });

  it('is read as a method, under any name', async () => {
    class Four implements Column {
      readonly name = '__proto__';
      readonly unitOfMeasure = '1';
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

  it('that fails, or gives no number, is told by its name', async () => {
    const column = { name: 'c', unitOfMeasure: '1' };
    await refused(
      run({ ...of({ ...column, read: fail }), collect: true }),
      'run circle: the observer "o" failed in read: mine. Correct the code, or remove it.',
      mine,
    );
    for (const [more, value, kind] of [
      [{}, 'abc', 'number'],
      [{}, undefined, 'number'],
      [{}, 10n, 'number'],
      [{ whole: 'Int64' }, 1.5, 'Int64'],
      [{ whole: 'Int64' }, 2n ** 63n, 'Int64'],
      [{ whole: 'Int64' }, -(2n ** 63n) - 1n, 'Int64'],
      [{ whole: 'UInt64' }, 2n ** 64n, 'UInt64'],
      [{ whole: 'UInt64' }, -1n, 'UInt64'],
    ] as const)
      await refused(
        run({ ...of({ ...column, ...more, read: () => value }), collect: true }),
        `run circle: the observer "o" reads ${value} for c, which is no ${kind}. Correct the code, or remove it.`,
      );
  });

  it('is read by read() alone, whatever place it names', async () => {
    const output = join(folder, 'place.csv');
    const place = { view: new Float64Array([7]), at: 5 };
    await run({ ...of({ name: 'c', unitOfMeasure: '1', place, read: () => 1 }), output });
    const [titles, ...rows] = readFileSync(output, 'utf8').trim().split(/\r?\n/);
    expect(titles).toMatch(/,c$/);
    expect(rows.map((row) => row.split(',').at(-1))).toEqual(Array(11).fill('1'));
  });

  it.each([true, 'Int32', 64, null, ''])('of whole numbers of the kind %s is refused', async (whole) => {
    await refused(
      run(of({ name: 'c', unitOfMeasure: '1', whole, read: () => 1n })),
      `run circle: the observer "o" has for c "whole" ${whole}, expected Int64 or UInt64. Correct the code, or remove it.`,
    );
  });

  it('has whole numbers from the least to the greatest', async () => {
    for (const [whole, values] of [
      ['Int64', [-(2n ** 63n), 2n ** 63n - 1n]],
      ['UInt64', [0n, 2n ** 64n - 1n]],
    ] as const)
      for (const value of values)
        for await (const row of simulate(
          await load(),
          of({ name: 'c', unitOfMeasure: '1', whole, read: () => value }),
        ))
          expect(row.c).toBe(value);
  });
});
