import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import type { NativeBinary } from '../../fmu-sdk/host/choice/native-binary.ts';
import { gatherNatives, sharedProcess } from '../../fmu-sdk/host/choice/native-groups.ts';
import { signaturePathOf } from '../../fmu-sdk/sign/signed-content.ts';
import { simulate } from '../../master/run/simulate.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { CheckedSystem, SystemFile } from '../../master/system/system.ts';
import { makeUnit, noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = temporaryFolder('groups');

beforeAll(async () => {
  if (noCompiler !== undefined) return;
  writeFileSync(join(folder, 'two.fmu'), await makeUnit(2, { defines: ['GAIN=0.5'] }));
  writeFileSync(join(folder, 'three.fmu'), await makeUnit(3, { defines: ['GAIN=0.5'] }));
});

const load = (file: Partial<SystemFile>, options: object = {}): Promise<CheckedSystem> =>
  resolveSystem(
    {
      name: 'pair',
      units: { a: { fmu: 'two.fmu', start: { u: 1 } }, b: { fmu: 'three.fmu' } },
      connections: [
        { from: 'a.y', to: 'b.u' },
        { from: 'b.y', to: 'a.u' },
      ],
      algorithm: { scheme: 'jacobi', step: 1 / 64 },
      stopTime: 1,
      ...file,
    } as SystemFile,
    join(folder, 'pair.json'),
    options,
  );

/** Returns which units share a process. */
async function groups({ units }: CheckedSystem, rollback = false): Promise<string[][]> {
  const shared = new Map<unknown, unknown>();
  await gatherNatives(
    units.map(({ name, binary, description }) => ({ name, binary: binary as NativeBinary, description })),
    { shared, rollback },
  );
  const processes = new Map<object, string[]>();
  for (const { name } of units) {
    const process = sharedProcess(shared, name);
    if (process !== undefined) processes.set(process, [...(processes.get(process) ?? []), name]);
  }
  return [...processes.values()];
}

describe.skipIf(noCompiler !== undefined || process.platform !== 'linux')(
  'processes of isolated native FMUs',
  () => {
    it('the FMUs of a system share one process', async () => {
      expect(await groups(await load({}))).toEqual([['a', 'b']]);
    });

    it('each FMU has its own process with isolate: each, and none if it is trusted', async () => {
      expect(await groups(await load({}, { isolate: 'each' }))).toEqual([]);
      expect(await groups(await load({}, { trusted: true }))).toEqual([]);
    });

    it('FMUs with other permissions have another process', async () => {
      const a = { fmu: 'two.fmu', allow: ['net'] as ['net'] };
      expect(await groups(await load({ units: { a, b: { fmu: 'three.fmu' } } }))).toEqual([]);
      expect(await groups(await load({ units: { a, b: { fmu: 'three.fmu', allow: ['net'] } } }))).toEqual([
        ['a', 'b'],
      ]);
    });

    it('FMUs that other keys signed have another process', async () => {
      const system = await load({});
      const signed = system.units.map((unit, k) => {
        const binary = unit.binary as NativeBinary;
        const [entry, ...more] = binary.archive.entries;
        const signature = { ...entry, name: signaturePathOf(`${k}`.repeat(64)) };
        const archive = { ...binary.archive, entries: [entry, ...more, signature] };
        return { ...unit, binary: { ...binary, archive } as NativeBinary };
      });
      expect(await groups({ ...system, units: signed } as CheckedSystem)).toEqual([]);
    });

    it('FMUs that must be copied for rollback have a process each', async () => {
      const system = await load({});
      const able = system.units.filter(
        ({ description }) => description.coSimulation?.canGetAndSetFMUState === true,
      );
      expect((await groups(system, true)).flat()).toEqual(
        able.length > 1 ? able.map(({ name }) => name) : [],
      );
    });

    it('FMUs in one process give the rows of FMUs with a process each, and of trusted ones', async () => {
      const rows = async (options: object): Promise<unknown> =>
        (await simulate(await load({ stopTime: 5 }, options), { collect: true })).columns.map(
          ({ data }) => data,
        );
      const together = await rows({});
      expect(together).toEqual(await rows({ isolate: 'each' }));
      expect(together).toEqual(await rows({ trusted: true }));
    });

    it('the native host lets processes start at the same time', () => {
      const native = hosts.named('native', 'test');
      expect(native.startsProcess?.({ form: 'native', trusted: false } as never)).toBe(true);
      expect(native.startsProcess?.({ form: 'native', trusted: true } as never)).toBe(false);
    });
  },
);
