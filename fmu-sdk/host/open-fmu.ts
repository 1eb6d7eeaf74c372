import { defaultLimits } from '../archive/archive.ts';
import { openArchive } from '../archive/open-archive.ts';
import { readDescription } from '../archive/read-description.ts';
import { requireSignature } from '../sign/verify-fmu.ts';
import { requirePath } from '../util/files/require-path.ts';
import { withGuesses } from '../util/guessed-names.ts';
import { requireOptions } from '../util/require-options.ts';
import type { FmuArchive } from './choice/host.ts';
import { hosts } from './choice/host-registry.ts';
import { platformOf } from './choice/platform-name.ts';
import { Fmu, findBinary, type LoadedFmu } from './fmu.ts';
import { FmuInstance } from './instance/fmu-instance.ts';
import { type OpenOptions, openKinds } from './open-options.ts';

// Names of FMI, and of other importers.
withGuesses('instance of an FMU', FmuInstance.prototype, {
  ...{ doStep: 'step(t, H)', simulate: 'step(t, H)', terminate: 'close()', freeInstance: 'close()' },
  ...{ getReal: 'get(name)', getFloat64: 'get(name)', setReal: 'set(name, value)' },
  ...{ setFloat64: 'set(name, value)', enterInitializationMode: 'initialize(t)' },
});

/**
 * Opens an `.fmu`: reads its description and selects the binary that runs here. Does not run code
 * of the FMU. `loadFmu` is its other name, beside `loadSystem`.
 *
 * @example
 * const fmu = await openFmu('dist/my-filter.fmu');
 * const unit = await fmu.instantiate();
 * unit.set('u', 1).set('T', 0.5);
 * unit.initialize();
 * unit.step(0, 0.01);
 * console.log(unit.get('y'));
 * unit.close();
 * console.log((await loadFmu('dist/my-filter.fmu')).name);
 */
export async function openFmu(file: string, options: OpenOptions = {}): Promise<Fmu> {
  requirePath('open', file);
  requireOptions(`open ${file}`, options, openKinds);
  return new Fmu(await loadFmu(file, options), hosts.with(options.hosts), { ...options });
}

/**
 * Reads an FMU: its description and the binary to run. Does not run code of the FMU. `from` is the
 * archive's path, or an archive that was read before. A required signature is checked on the same
 * bytes that run later. The page `docs/contributing/paths.md` lists the files on the way.
 */
export async function loadFmu(from: string | FmuArchive, options: OpenOptions = {}): Promise<LoadedFmu> {
  const unit = typeof from === 'string' ? await readFmuFile(from) : from;
  await requireSignature(unit.archive, [options.requireSignature], options.keyRing);
  return findBinary(
    unit,
    hosts.with(options.hosts).all,
    options,
    `this machine (${platformOf(unit.description)})`,
  );
}

/** FMUs' archives that were read already, by path. */
export type FmuFiles = Map<string, FmuArchive>;

/**
 * Reads an FMU's archive and its model description, once for each path: takes them from `known`, or
 * adds them there. Does not run code of the FMU.
 *
 * @param displayName name of the file for errors, if the user knows it by another one
 */
export async function readFmuFile(
  file: string,
  known: FmuFiles = new Map(),
  displayName?: string,
): Promise<FmuArchive> {
  const cached = known.get(file);
  if (cached !== undefined) return cached;
  const archive = await openArchive(file, defaultLimits, displayName);
  const read = { archive, ...(await readDescription(archive)) };
  known.set(file, read);
  return read;
}
