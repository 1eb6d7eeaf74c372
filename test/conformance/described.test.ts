import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bases } from './described/bases.ts';
import { type Change, drawn } from './described/change.ts';
import { archiveFaults } from './described/faults-archive.ts';
import { xmlFaults } from './described/faults-xml.ts';
import { findingsIn } from './described/judge.ts';
import { liberties } from './described/liberties.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fmukit-described-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Names of the changes in which nothing is found. */
async function silentOf(changes: readonly Change[]): Promise<string[]> {
  const silent: string[] = [];
  for (const change of changes) if ((await findingsIn(change, folder)).length === 0) silent.push(change.name);
  return silent;
}

describe('descriptions and archives', () => {
  it('that the others are made from conform', async () => {
    for (const base of bases)
      expect(await findingsIn({ name: base.name, sort: '', base }, folder), base.name).toEqual([]);
  });

  it('with one fault in the XML are found: at least 98 % of 300 by lot', async () => {
    const all = [...xmlFaults()];
    expect(new Set(all.map(({ sort }) => sort)).size).toBeGreaterThanOrEqual(15);
    const faults = drawn(all, 300, 20_261);
    expect(faults).toHaveLength(300);
    const silent = await silentOf(faults);
    expect(silent.length, silent.join('\n')).toBeLessThanOrEqual(0.02 * faults.length);
  });

  it('with one fault in the archive or its files are found: at least 98 % of 150 by lot', async () => {
    const faults = drawn([...archiveFaults()], 150, 20_261);
    expect(faults).toHaveLength(150);
    const silent = await silentOf(faults);
    expect(silent.length, silent.join('\n')).toBeLessThanOrEqual(0.02 * faults.length);
  });

  it('with one of 150 liberties have no violation', async () => {
    const free = drawn([...liberties()], 150, 20_261);
    expect(free).toHaveLength(150);
    for (const liberty of free) {
      const violations = (await findingsIn(liberty, folder)).filter((f) => f.class === 'violation');
      expect(violations, liberty.name).toEqual([]);
    }
  });
});
