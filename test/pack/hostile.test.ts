import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { editFmu } from '../../fmu-sdk/build/edit/edit-fmu.ts';
import { pack } from '../../master/cli/pack/handler.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';

const folder = temporaryFolder('pack-hostile');
const outputs = join(folder, 'outputs');
const file = join(folder, 'system.json');
const mixer = (): Buffer => readFileSync(join(folder, 'mixer.fmu'));

/** Two mixers in a chain. */
const chain = (more: Partial<SystemFile> = {}): SystemFile => ({
  name: 'chain',
  units: { a: { fmu: 'mixer.fmu' }, b: { fmu: 'mixer.fmu' } },
  connections: [{ from: 'a.y', to: 'b.u', order: 1, convertUnits: false }],
  algorithm: { scheme: 'jacobi', step: 0.25 },
  stopTime: 2,
  interface: { inputs: { u: 'a.u' }, outputs: { y: 'b.y' }, parameters: {} },
  ...more,
});

const packTo = (output: string, system: SystemFile): Promise<void> => {
  writeFileSync(file, JSON.stringify(system));
  return pack({ file, output, fmi: [3], check: false });
};

beforeAll(async () => {
  await buildUnit(join(root, 'test/fixtures/mixer'), folder);
  const none = new Map<string, never>();
  const edits = {
    rename: none,
    start: none,
    describe: none,
    units: none,
    experiment: {},
    drop: [],
    merge: [],
  };
  const { fmu } = await editFmu(join(folder, 'mixer.fmu'), { ...edits, hide: new Set(['u']) });
  writeFileSync(join(folder, 'hidden.fmu'), fmu);
});

beforeEach(() => {
  mkdirSync(outputs, { recursive: true });
});

describe('fmu pack writes nothing, and says why, for', () => {
  it.each<[string, Partial<SystemFile>, RegExp]>([
    [
      'a unit that stops',
      { units: { a: { fmu: 'mixer.fmu', parameters: { fail_at: 1 } }, b: { fmu: 'mixer.fmu' } } },
      /^step a: the FMU stopped at t = 1 s/,
    ],
    [
      'a unit that stops in its initialization',
      { units: { a: { fmu: 'mixer.fmu', parameters: { fail_at: -1 } }, b: { fmu: 'mixer.fmu' } } },
      /^(initialize|step) a: /,
    ],
    [
      'a value that is not finite',
      {
        units: { a: { fmu: 'mixer.fmu', parameters: { infinite_at: 0.5 } }, b: { fmu: 'mixer.fmu' } },
        connections: [{ from: 'a.w', to: 'b.v' }],
      },
      /finite|Infinity/,
    ],
    ['two equal names', { interface: { inputs: { y: 'a.u' }, outputs: { y: 'b.y' } } }, /got y twice/],
    [
      'a hidden variable that a connection needs',
      { units: { a: { fmu: 'mixer.fmu' }, b: { fmu: 'hidden.fmu' } } },
      /b.* "u"/,
    ],
    [
      'an FMU that is missing',
      { units: { a: { fmu: 'nothing.fmu' }, b: { fmu: 'mixer.fmu' } } },
      /nothing\.fmu/,
    ],
  ])('%s', async (_, change, message) => {
    await expect(packTo(join(outputs, 'plant.fmu'), chain(change))).rejects.toThrow(message);
    expect(readdirSync(outputs)).toEqual([]);
  });

  it('a pack that would replace an FMU that it contains', async () => {
    const before = mixer();
    await expect(packTo(join(folder, 'mixer.fmu'), chain())).rejects.toThrow(/mixer\.fmu/);
    expect(mixer().equals(before)).toBe(true);
  });

  it('a pack that contains itself before it exists', async () => {
    const units = { a: { fmu: 'plant.fmu' }, b: { fmu: 'mixer.fmu' } };
    await expect(packTo(join(folder, 'plant.fmu'), chain({ units }))).rejects.toThrow(/plant\.fmu/);
    expect(readdirSync(folder)).not.toContain('plant.fmu');
  });
});
