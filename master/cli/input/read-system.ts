import { extname } from 'node:path';
import type { UnitFiles } from '../../../fmu-sdk/archive/built-unit.ts';
import { convertedNotes } from '../../osp/conversion-notes.ts';
import { openOsp } from '../../osp/open-osp.ts';
import { openSsp } from '../../ssp/open-ssp.ts';
import type { SspOptions } from '../../ssp/ssp-options.ts';
import { loadSystem, type ResolveOptions, readSystemFile, resolveSystem } from '../../system/load-system.ts';
import type { CheckedSystem, SystemFile } from '../../system/system.ts';

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

/** A system as a file says it, and the archives of its units by path. */
export interface ReadSystem {
  system: SystemFile;
  unitFiles: UnitFiles;
  notes: readonly string[];
  dispose(): void;
}

const nothing = (): void => {};

/** Reads a system, whatever the form of its file, without checking that all fits together. */
export async function readSystem(file: string, times: SspOptions = {}): Promise<ReadSystem> {
  const form = systemForm(file);
  if (form === 'ssp') return await openSsp(file, times);
  if (form === 'osp') return { ...(await openOsp(file, times)), dispose: nothing };
  return { system: readSystemFile(file).value, unitFiles: new Map(), notes: [], dispose: nothing };
}

/** Opens a system of coupled units, whatever the form of its file; `times` are what SSP and OSP may leave open. */
export async function openSystem(
  file: string,
  times: SspOptions = {},
  options: Omit<ResolveOptions, 'unitFiles' | 'where'> = {},
): Promise<OpenedSystem> {
  const form = systemForm(file);
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
