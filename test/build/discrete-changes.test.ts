import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = temporaryFolder('discrete-changes');
const input = { causality: 'input', variability: 'discrete' } as const;
const parameter = { type: 'Float64', causality: 'parameter', start: 1 } as const;
const manifest = {
  name: 'witness',
  version: '1',
  description: 'Counts its events',
  events: true,
  variables: [
    { name: 'events_', type: 'Int32', causality: 'output' },
    { name: 'word', type: 'String', start: '', ...input },
    { name: 'data', type: 'Binary', start: '', ...input },
    { name: 'words', type: 'String', dimensions: [2], start: ['', ''], ...input },
    { name: 'large', type: 'Int64', start: 0, ...input },
    { name: 'on', type: 'Boolean', start: false, ...input },
    { name: 'list', type: 'Float32', dimensions: [3], start: [0, 0, 0], ...input },
    { name: 'tuned', variability: 'tunable', ...parameter },
    { name: 'fixed', variability: 'fixed', ...parameter },
    { name: 'u', type: 'Float64', causality: 'input', variability: 'continuous', start: 0 },
    { name: 'pull', type: 'Clock', causality: 'input' },
    { name: 'clocked', type: 'Float64', clocks: ['pull'], start: 0, ...input },
  ],
};
const source = `import { WitnessVariables } from './variables';

export class Witness extends WitnessVariables {
  override doStep(t: f64, h: f64): void {}
  override onEvent(): bool { this.events_++; return false; }
}
`;
let file = '';

beforeAll(async () => {
  const unit = join(folder, 'witness');
  mkdirSync(unit);
  writeFileSync(join(unit, 'unit.json'), JSON.stringify(manifest));
  writeFileSync(join(unit, 'unit.ts'), source);
  ({ file } = await buildUnit(unit, folder, { smokeTest: false }));
});

/** Returns the number of events in each step, after which the next value is set. */
async function eventsOf(name: string, values: readonly unknown[]): Promise<number[]> {
  const unit = await (await openFmu(file, { events: false })).instantiate();
  unit.initialize();
  let before = 0;
  return values.map((value, n) => {
    unit.set(name, value as number).step(n, 1);
    const now = Number(unit.get('events_'));
    const events = now - before;
    before = now;
    return events;
  });
}

describe('a unit without Event Mode', () => {
  it.each<[string, unknown[]]>([
    ['word', ['', 'a', 'a', 'b', 'ab', 'ab']],
    [
      'data',
      [
        new Uint8Array(),
        new Uint8Array([1]),
        new Uint8Array([1]),
        new Uint8Array([2]),
        new Uint8Array([1, 2]),
        new Uint8Array([1, 2]),
      ],
    ],
    [
      'words',
      [
        ['', ''],
        ['', 'a'],
        ['', 'a'],
        ['b', 'a'],
        ['', 'ba'],
        ['', 'ba'],
      ],
    ],
    ['large', [0n, 2n ** 53n, 2n ** 53n, 2n ** 53n + 1n, -1n, -1n]],
    ['on', [false, true, true, false, true, true]],
    [
      'list',
      [
        [0, 0, 0],
        [0, 0, 4],
        [0, 0, 4],
        [0, 0, 0],
        [1, 0, 0],
        [1, 0, 0],
      ],
    ],
    ['tuned', [1, 2, 2, 4, 3, 3]],
  ])('handles a change of %s as an event, once', async (name, values) => {
    expect(await eventsOf(name, values)).toEqual([0, 1, 0, 1, 1, 0]);
  });

  it.each(['u', 'clocked'])('does not handle a change of %s as an event', async (name) => {
    expect(await eventsOf(name, [1, 2, 3])).toEqual([0, 0, 0]);
  });
});
