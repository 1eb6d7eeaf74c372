import { extname } from 'node:path';
import { openOsp } from '../osp/open.ts';
import { openSsp } from '../ssp/open.ts';
import type { SspOptions } from '../ssp/options.ts';
import { loadSystem, type ResolveOptions, resolveSystem } from '../system/load.ts';
import type { CheckedSystem } from '../system/system.ts';

/** A system, and what gives back what it holds when nothing of it runs any more. */
export interface OpenedSystem {
  system: CheckedSystem;
  /** Of files that are no unit's: sentences without a full stop. */
  notes: readonly string[];
  dispose(): void;
}

/** What a file of a system is, by its ending: of this package, a system structure, or one of the Open Simulation Platform. */
export function systemForm(file: string): 'json' | 'ssp' | 'osp' {
  const ending = extname(file).toLowerCase();
  if (ending === '.xml') return 'osp';
  return ending === '.ssp' || ending === '.ssd' ? 'ssp' : 'json';
}

/** Opens a system of coupled units, whatever the form of its file; `times` are what SSP and OSP may leave open. */
export async function openSystem(
  file: string,
  times: SspOptions,
  options: Omit<ResolveOptions, 'unitFiles' | 'where'>,
): Promise<OpenedSystem> {
  const form = systemForm(file);
  const dispose = (): void => {};
  if (form === 'json') return { system: await loadSystem(file, options), notes: [], dispose };
  if (form === 'osp') {
    const { system: read, unitFiles, notes } = await openOsp(file, times);
    const system = await resolveSystem(read, file, { ...options, unitFiles });
    return { system, notes, dispose };
  }
  const { unitFiles, notes, ...opened } = await openSsp(file, times);
  try {
    const system = await resolveSystem(opened.system, file, { ...options, unitFiles, where: () => file });
    return { system, notes, dispose: opened.dispose };
  } catch (error) {
    opened.dispose();
    throw error;
  }
}
