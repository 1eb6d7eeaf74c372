import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Footprint } from './target.ts';

/** Folders of isolated units that this process has started. */
export function unitFolders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`fmukit-unit-${process.pid}-`));
}

/** What Linux tells in /proc about the process that works in a unit's folder; undefined where there is none. */
export function footprintOf(folder: string): Footprint | undefined {
  const work = join(tmpdir(), folder, 'work');
  const pid = processes().find((id) => workingIn(id) === work);
  if (pid === undefined) return undefined;
  const status = (key: string): number =>
    Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return {
    memory: () => 1024 * status('RssAnon'),
    threads: () => status('Threads'),
    written: () => readdirSync(work),
  };
}

function processes(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function workingIn(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
