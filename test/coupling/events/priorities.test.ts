import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SystemFile } from '../../../master/system/system.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { makeRelay } from '../../fixtures/c/relay.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuEither } from '../../fmu-here.ts';

const folder = temporaryFolder('priorities');
const T = 0.25;
/** Ticks up to the stop time, 1.25 s. */
const ticks = [0, 1, 2, 3, 4, 5];

beforeAll(async () => {
  if (noCompiler !== undefined) return;
  writeFileSync(join(folder, 'relay.fmu'), await makeRelay());
  writeFileSync(join(folder, 'eager.fmu'), await makeRelay(2, 1));
});

type Priorities = Readonly<Record<string, number>>;
type How = readonly [kind: 'scheduledExecution' | 'modelExchange', scheme: 'hybrid' | 'continuous'];
const hows: How[] = [
  ['scheduledExecution', 'hybrid'],
  ['modelExchange', 'hybrid'],
  ['modelExchange', 'continuous'],
];

/** Runs relays by the command line. Returns by column the value at each tick. */
async function relayed(
  [kind, scheme]: How,
  names: readonly string[],
  connections: readonly string[],
  priority: Priorities,
  second = 'relay.fmu',
): Promise<Record<string, number[]>> {
  const file: SystemFile = {
    name: 'relays',
    units: Object.fromEntries(
      names.map((name) => [
        name,
        { fmu: name === 'second' ? second : 'relay.fmu', interface: kind, priority: priority[name] },
      ]),
    ),
    connections: connections.map((words) => {
      const [from, to] = words.split(' → ');
      return { from, to };
    }),
    algorithm: { scheme, step: T },
    stopTime: 5 * T,
  };
  writeFileSync(join(folder, 'relays.json'), JSON.stringify(file));
  const { code, err } = await fmuEither(['run', 'relays.json', '-o', 'relays.csv'], folder);
  expect(`${code} ${err}`).toMatch(/^0 /);
  const [titles, ...rows] = readFileSync(join(folder, 'relays.csv'), 'latin1')
    .trim()
    .split('\r\n')
    .map((row) => row.split(','));
  // The point after the events of its time.
  const last = new Map(rows.map((row) => [Number(row[0]), row]));
  return Object.fromEntries(
    titles.map((title, i) => [title, ticks.map((k) => Number(last.get(k * T)?.[i]))]),
  );
}

/**
 * Returns the values of a chain of three with y = u + 1. The first unit counts from its previous
 * output. Each receives its input after a delay in ticks, from the first tick at the start on.
 */
function chain(delays: readonly number[]): number[][] {
  const value = (k: number, at: number): number =>
    at === 0 ? k + 1 : k < delays[at] ? 1 : 1 + value(k - delays[at], at - 1);
  return delays.map((_, at) => ticks.map((k) => value(k, at)));
}

describe.skipIf(noCompiler !== undefined).each(hows)('units in C by %s under %s', (...how) => {
  const names = ['third', 'first', 'second'];
  const down = ['first.y → first.u', 'first.y → second.u', 'second.y → third.u'];
  const relayedValues = async (priority: Priorities): Promise<number[][]> => {
    const values = await relayed(how, names, down, priority);
    return ['first', 'second', 'third'].map((name) => values[`${name}.y`]);
  };

  it.each([
    ['values one tick late at each connection without priorities', {}, [0, 1, 1]],
    ['values in the same tick with priorities along the chain', { first: 0, second: 1, third: 2 }, [0, 0, 0]],
    [
      'values one tick late to the last unit if it runs before its source',
      { first: 0, third: 1, second: 2 },
      [0, 0, 1],
    ],
    [
      'values one tick late between units without a priority, which run after the first',
      { first: 7 },
      [0, 0, 1],
    ],
    [
      'values one tick late at each connection with priorities against the chain',
      { third: 0, second: 1, first: 2 },
      [0, 1, 1],
    ],
  ])('units in C pass %s', async (_, priority, delays) => {
    expect(await relayedValues(priority)).toEqual(chain(delays));
  });
});

describe.skipIf(noCompiler !== undefined)(
  'a Clock that another unit ticks at the time of the unit’s own Clock',
  () => {
    it.each([
      [
        'is simultaneous with the unit’s Clock if the other FMU runs first, in the order of their priorities',
        'relay.fmu',
        { first: 0 },
        12,
      ],
      [
        'comes before the unit’s Clock if the other FMU runs first and this Clock has the priority',
        'eager.fmu',
        { first: 0 },
        21,
      ],
      [
        'comes after the unit’s Clock if units have no priority, whatever the priorities of the Clocks',
        'eager.fmu',
        {},
        12,
      ],
      ['comes after the unit’s Clock if its unit runs first', 'eager.fmu', { second: 0 }, 12],
    ])('the tick of a Clock by another unit %s', async (_, second, priority, order) => {
      const wires = ['first.voice → second.ear', 'first.y → second.u'];
      const values = await relayed(
        ['scheduledExecution', 'hybrid'],
        ['second', 'first'],
        wires,
        priority,
        second,
      );
      // The unit supports numbers of at most ten digits.
      const firstTicks = ticks.slice(0, 5);
      expect(values['second.order'].slice(0, 5)).toEqual(
        firstTicks.map((k) => Number(String(order).repeat(k + 1))),
      );
    });
  },
);
