import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackage } from '../bin/build.mjs';
import { manifestFiles } from '../fmu-sdk/build/manifest/load-manifest.ts';
import { buildUnits } from '../start/build-units.ts';
import { hashOf } from './hash-of.ts';
import { notEmpty } from './not-empty.ts';
import { beginShared } from './package/once.ts';
import { isFullTest } from './width.ts';

export const root: string = fileURLToPath(new URL('..', import.meta.url));

const folders = readdirSync(join(root, 'units')).filter((name) =>
  statSync(join(root, 'units', name)).isDirectory(),
);

/** Names of the folders of `units/` that contain packaged units, without shared sources. */
export const packagedUnits: readonly string[] = notEmpty(
  'packaged units',
  folders.filter((name) => existsSync(join(root, 'units', name, 'unit.json'))),
);

/** Files that affect every FMU, besides its source folder. */
const common = [
  ...['archive', 'author', 'build', 'cache', 'description', 'standard', 'util', 'wasm'].map(
    (name) => `fmu-sdk/${name}`,
  ),
  ...folders.filter((name) => !packagedUnits.includes(name)).map((name) => `units/${name}`),
  'package-lock.json',
];

/**
 * Compiles the package and builds every packaged FMU once before the tests, unless nothing has
 * changed.
 */
export default async function setup(): Promise<() => void> {
  await buildPackage();
  const commonHash = hashOf(common);
  const stale = packagedUnits.flatMap((unit) => {
    const mark = join(root, 'dist', `.${unit}.sources`);
    const included = manifestFiles(join(root, 'units', unit)).map((file) => relative(root, file));
    const hash = commonHash + hashOf([`units/${unit}`, ...included]);
    const built = existsSync(mark) && existsSync(join(root, 'dist', `${unit}.fmu`));
    return built && readFileSync(mark, 'utf8') === hash ? [] : [{ unit, mark, hash }];
  });
  await buildUnits(stale.map(({ unit }) => unit));
  for (const { mark, hash } of stale) writeFileSync(mark, hash);
  // Code compiled by tests runs only for moments. Tests of the released form request it
  // (`release`).
  if (!isFullTest) process.env.FMUKIT_OPTIMIZE ??= '0';
  return beginShared();
}
