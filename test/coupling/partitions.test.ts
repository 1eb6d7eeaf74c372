import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { fmuEither } from '../fmu-here.ts';
import { type How, type HybridSystem, ran, sessionOf } from '../problems/hybrid/run.ts';
import { clockwork, echo, hearer, inverter, speaker } from '../problems/hybrid/units.ts';
import { root } from '../run-fmu.ts';

const kind = 'scheduledExecution';
const T = 0.25;
const all = ['text', 'byte', 'number'];

/** What a unit has noted. */
function noted(problem: HybridSystem, unit: string, entry: 'heard' | 'times' | 'clocks'): unknown[] {
  return problem.units[unit].model.data[entry] as unknown[];
}

const times = (n: number, delay = 0): number[] => Array.from({ length: n }, (_, k) => k * T + delay);

describe('a partition that is a source, by a Clock with times of its own,', () => {
  const spoken = (): HybridSystem => ({
    units: { speaker: speaker(T), hearer: hearer() },
    connections: [
      ['speaker.beat', 'hearer.ear'],
      ...all.map((name) => [`speaker.${name}`, `hearer.${name}`] as const),
    ],
    stopTime: 1.1,
  });

  it.each([0.55, 0.1])(
    'ticks one of another unit at each of its times, once, with the text, the bytes and the number of this tick (H = %f s)',
    (step) => {
      const problem = spoken();
      ran(problem, { step, kind });
      expect(noted(problem, 'hearer', 'times')).toEqual(times(5));
      expect(noted(problem, 'hearer', 'heard')).toEqual([1, 2, 3, 4, 5].map((k) => `${k}, ${k}, ${k}`));
    },
  );

  it('hands over what is on its Clock at the tick alone: without one nobody hears, and what was said last is heard again by a Clock of the hearer’s own', () => {
    const silent = spoken();
    ran({ ...silent, connections: silent.connections.slice(1) }, { step: 0.55, kind });
    expect(noted(silent, 'hearer', 'heard')).toEqual([]);
    const own: HybridSystem = {
      units: { speaker: speaker(2 * T), hearer: hearer(T) },
      connections: all.map((name) => [`speaker.${name}`, `hearer.${name}`] as const),
      stopTime: 1.1,
    };
    ran(own, { step: 0.55, kind, priority: { speaker: 0 } });
    expect(noted(own, 'hearer', 'heard')).toEqual([1, 1, 2, 2, 3].map((k) => `${k}, ${k}, ${k}`));
  });

  it('that counts down, started by a partition of its unit which another unit ticks', () => {
    const delay = 0.01;
    const problem: HybridSystem = {
      units: { speaker: speaker(T), echo: echo(delay), hearer: hearer() },
      connections: [
        ['speaker.beat', 'echo.received'],
        ['speaker.byte', 'echo.in'],
        ['echo.sent', 'hearer.ear'],
        ['echo.out', 'hearer.byte'],
      ],
      stopTime: 1.1,
    };
    ran(problem, { step: 0.55, kind });
    expect(noted(problem, 'echo', 'clocks')).toEqual([1, 3, 1, 3, 1, 3, 1, 3, 1, 3]);
    const heard = noted(problem, 'hearer', 'times') as number[];
    expect(heard.length).toBe(5);
    times(5, delay).forEach((t, k) => {
      expect(heard[k]).toBeCloseTo(t, 12);
    });
    expect(noted(problem, 'hearer', 'heard')).toEqual([1, 2, 3, 4, 5].map((k) => `-1, ${k}, 0`));
  });
});

describe('partitions of several units at one time', () => {
  const run = (priority: How['priority'], names = ['speaker', 'hearer']): unknown[] => {
    const made: Record<string, ReturnType<typeof speaker>> = { speaker: speaker(T), hearer: hearer(T) };
    const problem: HybridSystem = {
      units: Object.fromEntries(names.map((name) => [name, made[name]])),
      connections: all.map((name) => [`speaker.${name}`, `hearer.${name}`] as const),
      stopTime: 0.6,
    };
    ran(problem, { step: 0.6, kind, priority });
    return noted(problem, 'hearer', 'heard');
  };
  const before = ['0, 0, 0', '1, 1, 1', '2, 2, 2'];
  const same = ['1, 1, 1', '2, 2, 2', '3, 3, 3'];

  it.each([[['speaker', 'hearer']], [['hearer', 'speaker']]])(
    'see what the others have said before where no unit has a priority, in whatever order they are: %j',
    (names) => {
      expect(run({}, names)).toEqual(before);
      expect(run({ speaker: 3, hearer: 3 }, names)).toEqual(before);
    },
  );

  it.each([
    [{ speaker: 0, hearer: 1 }, same],
    [{ speaker: 7 }, same],
    [{ speaker: 1, hearer: 0 }, before],
    [{ hearer: 7 }, before],
  ])('by priorities %j', (priority, heard) => {
    expect(run(priority)).toEqual(heard);
    expect(run(priority, ['hearer', 'speaker'])).toEqual(heard);
  });

  it.each([
    ['sent', { speaker: 0 }, [1, 3, 1, 3, 1]],
    ['received', { speaker: 0 }, [1, 1, 3, 1]],
    // What is due by itself runs before the tick of another unit arrives.
    ['received', {}, [1, 3, 1, 3, 1]],
  ] as const)(
    'come before those of one unit that they tick, which run by the priorities of their Clocks: %s first, %j',
    (urgent, priority, clocks) => {
      const problem: HybridSystem = {
        units: { echo: echo(T, urgent), speaker: speaker(T) },
        connections: [
          ['speaker.beat', 'echo.received'],
          ['speaker.byte', 'echo.in'],
        ],
        stopTime: 0.6,
      };
      ran(problem, { step: 0.6, kind, priority });
      expect(noted(problem, 'echo', 'clocks')).toEqual(clocks);
    },
  );
});

describe('priorities of units', () => {
  it('let events go down a chain of any units at their time, whatever they are', () => {
    const chain = (priority: How['priority']): HybridSystem => {
      const problem: HybridSystem = {
        units: { fourth: inverter(1), third: inverter(1), second: inverter(1), first: clockwork(0.3) },
        connections: [
          ['first.y', 'second.u'],
          ['second.y', 'third.u'],
          ['third.y', 'fourth.u'],
        ],
        stopTime: 1,
      };
      ran(problem, { step: 1, priority });
      return problem;
    };
    const priorities: How['priority'][] = [
      {},
      { first: 0, second: 1, third: 2 },
      { fourth: 0, third: 1, second: 2 },
    ];
    for (const priority of priorities)
      for (const unit of ['second', 'third', 'fourth'])
        expect(noted(chain(priority), unit, 'times')).toEqual([0.3]);
  });

  it('change nothing in what is said of values that go around without end', () => {
    const circle = (priority: How['priority']): string => {
      const problem: HybridSystem = {
        units: { first: clockwork(0.3), second: inverter(2), third: inverter(1), aside: inverter(1) },
        connections: [
          ['first.y', 'second.v'],
          ['second.y', 'third.u'],
          ['third.y', 'second.u'],
          ['second.y', 'aside.u'],
        ],
        stopTime: 1,
      };
      try {
        ran(problem, { step: 0.5, options: { passes: 20 }, priority });
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    };
    const message = circle({});
    expect(message).toMatch(/do not settle in 20 passes; they go around by .*third\.y → second\.u/);
    const priorities: How['priority'][] = [{ second: 0 }, { third: 0, second: 1, first: 2 }, { aside: 0 }];
    for (const priority of priorities) {
      const other = circle(priority);
      expect(other).toContain('at t = 0.3 s do not settle in 20 passes; they go around by ');
      for (const part of ['second.y → third.u', 'third.y → second.u']) expect(other).toContain(part);
      expect(other).not.toContain('first.y');
    }
  });

  it('leave no event at the same time for later, and none counts against "passes"', () => {
    const ranked: HybridSystem = {
      units: {
        ...{ first: clockwork(0.3), second: clockwork(0.3), third: clockwork(0.3) },
        silent: inverter(1),
      },
      connections: [['first.y', 'silent.u']],
      stopTime: 1,
    };
    const how: How = { step: 1, silent: ['silent'], options: { passes: 2 } };
    expect(ran(ranked, { ...how, priority: { silent: 0, first: 1, second: 2 } }).notes[0]).toBe('Events: 1.');
  });

  it('are refused by schemes that know no events', () => {
    const problem: HybridSystem = {
      units: { speaker: speaker(T), hearer: hearer(T) },
      connections: [],
      stopTime: 1,
    };
    expect(() => sessionOf(problem, { step: 0.5, scheme: 'jacobi', kind, priority: { hearer: 1 } })).toThrow(
      'run hybrid: the coupling scheme "jacobi" does not support events, but hearer has a "priority" for events. ' +
        'Choose hybrid or continuous, or remove "priority" there.',
    );
  });

  it('stand in the system file, as whole numbers from 0', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fmukit-priority-'));
    try {
      await buildUnit(join(root, 'test/fixtures/mixer'), folder);
      const run = (scheme: string, priority: number) => {
        const file: SystemFile = {
          name: 'one',
          units: { first: { fmu: 'mixer.fmu', priority } },
          algorithm: { scheme, step: 0.25 },
          stopTime: 1,
        };
        writeFileSync(join(folder, 'one.json'), JSON.stringify(file));
        return fmuEither(['run', 'one.json', '-o', 'one.csv'], folder);
      };
      expect((await run('hybrid', 2)).code).toBe(0);
      const { code, err } = await run('jacobi', 2);
      expect(code).not.toBe(0);
      expect(err).toContain('knows no events, and first has a "priority"');
      for (const wrong of [-1, 0.5])
        expect((await run('hybrid', wrong)).err).toMatch(/priority.*(integer|0)/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
