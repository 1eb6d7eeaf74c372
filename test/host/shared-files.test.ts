import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { SharedFiles } from '../../fmu-sdk/host/native/unpack-library.ts';
import { simulate } from '../../master/run/simulate.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import { makeUnit, noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = temporaryFolder('shared-files');
const library = 'binaries/x86_64-linux/fixture.so';

/** Writes an FMU, and a system of three of its instances with different parameters. */
async function threeOf(name: string, edit: (description: string) => string): Promise<string> {
  writeFileSync(join(folder, `${name}.fmu`), await makeUnit(3, { edit }));
  const unit = (u: number): unknown => ({ fmu: `${name}.fmu`, start: { u } });
  const system = {
    name,
    units: { a: unit(1), b: unit(2), c: unit(3) },
    algorithm: { scheme: 'jacobi', step: 0.05 },
    stopTime: 0.5,
  };
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(system));
  return file;
}

describe.skipIf(noCompiler !== undefined || process.arch !== 'x64')('instances in one process', () => {
  it('share their unpacked files, which the last one removes', async () => {
    await threeOf('one', (description) => description);
    const archive = await openArchive(join(folder, 'one.fmu'));
    const shared = new Map();
    const [first, second] = [
      await SharedFiles.of(shared, archive, library, 3),
      await SharedFiles.of(shared, archive, library, 3),
    ];
    expect(second.files.folder).toBe(first.files.folder);
    first.leave();
    expect(existsSync(second.files.library)).toBe(true);
    second.leave();
    expect(existsSync(second.files.folder)).toBe(false);
  });

  it('unpack again after the last one has left', async () => {
    const archive = await openArchive(join(folder, 'one.fmu'));
    const shared = new Map();
    (await SharedFiles.of(shared, archive, library, 3)).leave();
    const again = await SharedFiles.of(shared, archive, library, 3);
    expect(existsSync(again.files.library)).toBe(true);
    again.leave();
  });

  it('give the bits of instances with a library each', async () => {
    const once = (description: string): string =>
      description.replace('<CoSimulation ', '<CoSimulation canBeInstantiatedOnlyOncePerProcess="true" ');
    const columns = await Promise.all(
      [await threeOf('together', (text) => text), await threeOf('apart', once)].map(async (file) => {
        const result = await simulate(await loadSystem(file, { trusted: true }), { collect: true });
        return result.columns.map(({ data }) => [...data]);
      }),
    );
    expect(columns[0].length).toBeGreaterThan(3);
    expect(columns[0]).toEqual(columns[1]);
  });
});
