import { requirePath } from '../util/files/require-path.ts';
import { requireOptions } from '../util/require-options.ts';
import type { Host } from './choice/host.ts';
import { hosts } from './choice/host-registry.ts';
import { Fmu } from './fmu.ts';
import { loadFmu, loadKinds, type OpenOptions } from './load-fmu.ts';

/**
 * Opens an `.fmu`: reads its description and selects the binary that runs here. Does not run code
 * of the FMU.
 *
 * @example
 * const fmu = await openFmu('dist/my-filter.fmu');
 * const unit = await fmu.instantiate();
 * unit.set('u', 1).set('T', 0.5);
 * unit.initialize();
 * unit.step(0, 0.01);
 * console.log(unit.get('y'));
 * unit.close();
 */
export async function openFmu(file: string, options: OpenOptions = {}): Promise<Fmu> {
  requirePath('open', file);
  requireOptions(`open ${file}`, options, loadKinds);
  return new Fmu(await loadFmu(file, options), hosts.with(options.hosts));
}

export type { Host, OpenOptions };
