import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hosts } from '../../../fmu-sdk/host/choice/host-registry.ts';
import { type FmuFiles, readFmuFile } from '../../../fmu-sdk/host/open-fmu.ts';
import { closeAll, openInstances } from '../../../master/run/instances/open-instances.ts';
import { Session } from '../../../master/run/loop/session.ts';
import { singleSystem } from '../../../master/system/single/single-fmu.ts';
import { makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

describe('archives of a loaded system', () => {
  it.skipIf(noCompiler !== undefined)(
    `a native FMU runs in another thread after its file was deleted (${noCompiler ?? 'with a C compiler'})`,
    async () => {
      const folder = temporaryFolder('archives');
      const file = join(folder, 'fixture.fmu');
      writeFileSync(file, await makeUnit(3));
      const checked = await singleSystem(file, { stopTime: 0.01, step: 0.001 });
      rmSync(file);
      const activity = { cells: new Int32Array(3) };
      // A thread receives a structured clone.
      const received = structuredClone(checked);
      const instances = await openInstances(received, activity, hosts);
      try {
        const session = new Session(received, { activity, instances });
        session.start();
        session.advance(1000);
        expect([session.done, session.n]).toEqual([true, 10]);
      } finally {
        closeAll(instances, activity);
      }
    },
  );

  it('a system uses an archive from the cache without looking for the file', async () => {
    const read = { archive: {}, description: {} } as never;
    const known: FmuFiles = new Map([['/nowhere/a.fmu', read]]);
    expect(await readFmuFile('/nowhere/a.fmu', known)).toBe(read);
    await expect(readFmuFile('/nowhere/b.fmu', known)).rejects.toThrow('open /nowhere/b.fmu: ENOENT');
    expect([...known.keys()]).toEqual(['/nowhere/a.fmu']);
  });
});
