import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { manifestFiles } from '../fmu-sdk/build/manifest/load-manifest.ts';
import { packageFile } from '../fmu-sdk/util/package-files.ts';
import type { SystemFile } from '../master/system/system.ts';

/** Sources of an archive beside the folders of units. */
const toolchain = ['author', 'build', 'description', 'wasm'].map((folder) =>
  packageFile(`fmu-sdk/${folder}`),
);

/**
 * Builds the units of a system that are missing, or older than what they are made from. A unit is
 * known by its folder: `units/<name>` beside `dist/<name>.fmu`. Archives without such a folder are
 * taken as they are.
 *
 * @param done archives that need no second look
 */
export async function freshUnits(system: SystemFile, file: string, done: Set<string>): Promise<void> {
  for (const { fmu } of Object.values(system.units)) {
    const archive = resolve(dirname(file), fmu);
    const units = join(dirname(archive), '..', 'units');
    const folder = join(units, basename(archive, '.fmu'));
    if (done.has(archive) || !existsSync(join(folder, 'unit.json'))) continue;
    if (
      !existsSync(archive) ||
      statSync(archive).mtimeMs <
        Math.max(newest([folder, ...shared(units), ...toolchain]), ...manifestFiles(folder).map(changed))
    ) {
      const { buildUnit } = await import('../fmu-sdk/build/build-unit.ts');
      await buildUnit(folder, dirname(archive));
    }
    done.add(archive);
  }
}

const changed = (file: string): number => statSync(file).mtimeMs;

/** Lists folders of physics that are not units. */
function shared(units: string): string[] {
  return readdirSync(units, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !existsSync(join(units, entry.name, 'unit.json')))
    .map((entry) => join(units, entry.name));
}

/** Time of the last change below these folders [ms]. Generated fields do not count. */
function newest(folders: readonly string[]): number {
  const times = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|json)$/.test(name) && basename(name) !== 'variables.ts')
      .map((name) => changed(join(folder, name))),
  );
  return Math.max(0, ...times);
}
