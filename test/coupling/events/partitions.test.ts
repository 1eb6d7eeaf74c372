import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildUnit } from '../../../fmu-sdk/build/build-unit.ts';
import type { SystemFile } from '../../../master/system/system.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuEither } from '../../fmu-here.ts';
import { type How, type HybridSystem, ran, sessionOf } from '../../problems/hybrid/run.ts';
import { clockwork, echo, hearer, inverter, speaker } from '../../problems/hybrid/units.ts';
import { root } from '../../run-fmu.ts';

const kind = 'scheduledExecution';
const T = 0.25;
const all = ['text', 'byte', 'number'];

/** Returns the notes of a unit. */
function noted(problem: HybridSystem, unit: string, entry: 'heard' | 'times' | 'clocks'): unknown[] {
  return problem.units[unit].model.data[entry] as unknown[];
}

const times = (n: number, delay = 0): number[] => Array.from({ length: n }, (_, k) => k * T + delay);

describe('a partition whose Clock sets its own ticks', () => {
  const spoken = (): HybridSystem => ({
    units: { speaker: speaker(T), hearer: hearer() },
    connections: [
      ['speaker.beat', 'hearer.ear'],
      ...all.map((name) => [`speaker.${name}`, `hearer.${name}`] as const),
    ],
    stopTime: 1.1,
  });

  it.each([0.55, 0.1])(
    'a partition ticks a Clock of another unit once at each tick, with its text, bytes and number (H = %f s)',
    (step) => {
      const problem = spoken();
      ran(problem, { step, kind });
      expect(noted(problem, 'hearer', 'times')).toEqual(times(5));
      expect(noted(problem, 'hearer', 'heard')).toEqual([1, 2, 3, 4, 5].map((k) => `${k}, ${k}, ${k}`));
    },
  );

  it('clocked values pass only at a tick, and a Clock of the receiver reads the last ones again', () => {
    const silent = spoken();
    ran({ ...silent, connections: silent.connections.slice(1) }, { step: 0.55, kind });
    expect(noted(silent, 'hearer', 'heard')).toEqual([]);
    const problem: HybridSystem = {
      units: { speaker: speaker(2 * T), hearer: hearer(T) },
      connections: all.map((name) => [`speaker.${name}`, `hearer.${name}`] as const),
      stopTime: 1.1,
    };
    ran(problem, { step: 0.55, kind, priority: { speaker: 0 } });
    expect(noted(problem, 'hearer', 'heard')).toEqual([1, 1, 2, 2, 3].map((k) => `${k}, ${k}, ${k}`));
  });

  it('a partition counts down after a start by a partition of its unit that another unit ticks', () => {
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

describe('simultaneous partitions of several units', () => {
  const run = (priority: How['priority'], names = ['speaker', 'hearer']): unknown[] => {
    const availableUnits: Record<string, ReturnType<typeof speaker>> = {
      speaker: speaker(T),
      hearer: hearer(T),
    };
    const problem: HybridSystem = {
      units: Object.fromEntries(names.map((name) => [name, availableUnits[name]])),
      connections: all.map((name) => [`speaker.${name}`, `hearer.${name}`] as const),
      stopTime: 0.6,
    };
    ran(problem, { step: 0.6, kind, priority });
    return noted(problem, 'hearer', 'heard');
  };
  const before = ['0, 0, 0', '1, 1, 1', '2, 2, 2'];
  const same = ['1, 1, 1', '2, 2, 2', '3, 3, 3'];

  it.each([[['speaker', 'hearer']], [['hearer', 'speaker']]])(
    'simultaneous partitions use the values before the event without priorities, in any order: %j',
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
  ])('simultaneous partitions run by priorities %j', (priority, heard) => {
    expect(run(priority)).toEqual(heard);
    expect(run(priority, ['hearer', 'speaker'])).toEqual(heard);
  });

  it.each([
    ['sent', { speaker: 0 }, [1, 3, 1, 3, 1]],
    ['received', { speaker: 0 }, [1, 1, 3, 1]],
    // Partitions that are due by their Clocks run before the tick of another unit arrives.
    ['received', {}, [1, 3, 1, 3, 1]],
  ] as const)(
    'partitions run before the partitions that they tick, which follow the priorities of their Clocks: %s first, %j',
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
  it('priorities pass events down a chain of any units at their time', () => {
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

  it('priorities leave the error message for values that do not settle unchanged', () => {
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
    expect(message).toMatch(/do not settle in 20 passes \(cycle: .*third\.y → second\.u/);
    const priorities: How['priority'][] = [{ second: 0 }, { third: 0, second: 1, first: 2 }, { aside: 0 }];
    for (const priority of priorities) {
      const other = circle(priority);
      expect(other).toContain('at t = 0.3 s do not settle in 20 passes (cycle: ');
      for (const part of ['second.y → third.u', 'third.y → second.u']) expect(other).toContain(part);
      expect(other).not.toContain('first.y');
    }
  });

  it('priorities handle all simultaneous events without counting them as "passes"', () => {
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

  it('priorities need a scheme that supports events', () => {
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

  it('priorities must be whole numbers from 0 in the system file', async () => {
    const folder = temporaryFolder('priority');
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
    expect(err).toContain('does not support events, but first has a "priority"');
    for (const wrong of [-1, 0.5]) expect((await run('hybrid', wrong)).err).toMatch(/priority.*(integer|0)/);
  });
});
