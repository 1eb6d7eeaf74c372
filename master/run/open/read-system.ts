import { extname } from 'node:path';
import type { FmuFiles } from '../../../fmu-sdk/host/open-fmu.ts';
import { convertedNotes } from '../../osp/conversion-notes.ts';
import { openOsp } from '../../osp/open-osp.ts';
import { openSsp } from '../../ssp/open-ssp.ts';
import type { SspOptions } from '../../ssp/ssp-options.ts';
import { loadSystem, type ResolveOptions, readSystemFile, resolveSystem } from '../../system/load-system.ts';
import type { CheckedSystem, SystemFile } from '../../system/system.ts';

/** Open system, with a function that releases its resources. */
export interface OpenedSystem {
  system: CheckedSystem;
  /** Notes about files other than FMUs: sentences without a full stop. */
  notes: readonly string[];
  dispose(): void;
}

/**
 * Returns the format of a system file by its ending: fmukit JSON, SSP or Open Simulation Platform.
 */
export function systemFormat(file: string): 'json' | 'ssp' | 'osp' {
  const ending = extname(file).toLowerCase();
  if (ending === '.xml') return 'osp';
  return ending === '.ssp' || ending === '.ssd' ? 'ssp' : 'json';
}

/** System as its file describes it, and the archives of its FMUs by path. */
export interface ReadSystem {
  system: SystemFile;
  unitFiles: FmuFiles;
  notes: readonly string[];
  dispose(): void;
}

const nothing = (): void => {};

/** Reads a system in any format, without checking its consistency. */
export async function readSystem(file: string, times: SspOptions = {}): Promise<ReadSystem> {
  const form = systemFormat(file);
  if (form === 'ssp') return await openSsp(file, times);
  if (form === 'osp') return { ...(await openOsp(file, times)), dispose: nothing };
  return { system: readSystemFile(file).value, unitFiles: new Map(), notes: [], dispose: nothing };
}

/** Opens a system in any format. `times` fills in what SSP and OSP may leave open. */
export async function openSystem(
  file: string,
  times: SspOptions = {},
  options: Omit<ResolveOptions, 'unitFiles' | 'where'> = {},
): Promise<OpenedSystem> {
  const form = systemFormat(file);
  if (form === 'json') return { system: await loadSystem(file, options), notes: [], dispose: nothing };
  const { system: read, unitFiles, notes, dispose } = await readSystem(file, times);
  try {
    const where = form === 'ssp' ? () => file : undefined;
    const system = await resolveSystem(read, file, { ...options, unitFiles, where });
    const converted = form === 'osp' ? convertedNotes(read, system) : [];
    return { system, notes: [...notes, ...converted], dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}
