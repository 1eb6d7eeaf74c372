import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { width } from '../../width.ts';
import { bases } from './bases.ts';
import { type Change, drawn } from './change.ts';
import { archiveFaults } from './faults-archive.ts';
import { xmlFaults } from './faults-xml.ts';
import { findingsIn } from './judge.ts';
import { liberties } from './liberties.ts';

/** Numbers of faults in the XML, of others, and of liberties. */
const [inXml, elsewhere, free] = [width(40, 300), width(20, 150), width(20, 150)];

const folder = temporaryFolder('described');

/** Names of the changes in which nothing is found. */
async function silentOf(changes: readonly Change[]): Promise<string[]> {
  const silent: string[] = [];
  for (const change of changes) if ((await findingsIn(change, folder)).length === 0) silent.push(change.name);
  return silent;
}

describe('descriptions and archives', () => {
  it('the unchanged descriptions and archives conform', async () => {
    for (const base of bases)
      expect(await findingsIn({ name: base.name, sort: '', base }, folder), base.name).toEqual([]);
  });

  it(`random single faults in the XML are found: at least 98 % of ${inXml}`, async () => {
    const all = [...xmlFaults()];
    expect(new Set(all.map(({ sort }) => sort)).size).toBeGreaterThanOrEqual(15);
    const faults = drawn(all, inXml, 20_261);
    expect(faults).toHaveLength(inXml);
    const silent = await silentOf(faults);
    expect(silent.length, silent.join('\n')).toBeLessThanOrEqual(0.02 * faults.length);
  });

  it(`random single faults in the archive or its files are found: at least 98 % of ${elsewhere}`, async () => {
    const faults = drawn([...archiveFaults()], elsewhere, 20_261);
    expect(faults).toHaveLength(elsewhere);
    const silent = await silentOf(faults);
    expect(silent.length, silent.join('\n')).toBeLessThanOrEqual(0.02 * faults.length);
  });

  it(`${free} allowed variations cause no violation`, async () => {
    const drawnFree = drawn([...liberties()], free, 20_261);
    expect(drawnFree).toHaveLength(free);
    for (const liberty of drawnFree) {
      const violations = (await findingsIn(liberty, folder)).filter((f) => f.severity === 'violation');
      expect(violations, liberty.name).toEqual([]);
    }
  });
});
