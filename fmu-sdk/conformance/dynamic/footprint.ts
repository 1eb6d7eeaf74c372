import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Confined } from '../../host/native/open.ts';
import type { Footprint } from './target.ts';

/** What Linux tells in /proc about a unit's process. */
export function footprintOf({ id, folder }: Confined): Footprint {
  const status = (key: string): number =>
    Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
  return {
    memory: () => 1024 * status('RssAnon'),
    threads: () => status('Threads'),
    // It works in a tree of files of its own.
    written: () => readdirSync(join(`/proc/${id}/root`, folder, 'work')),
  };
}
