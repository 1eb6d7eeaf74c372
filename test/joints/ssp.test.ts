import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportSsp } from '../../master/ssp/export-ssp.ts';
import { openSsp } from '../../master/ssp/open-ssp.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../setup.ts';
import { partsOf } from './chain-of-parts.ts';

it('SSP export preserves joints between subassemblies, and threads', async () => {
  const file = partsOf(2, { n: 16, a: 0.2, stopTime: 0.01, threads: 2 });
  const folder = temporaryFolder('joints');
  const ssp = join(folder, 'chain.ssp');
  writeFileSync(ssp, await exportSsp(file, join(root, 'dist/chain.json')));
  const { system, dispose } = await openSsp(ssp);
  expect(file.joints).toHaveLength(2);
  expect(system.joints).toEqual(file.joints);
  expect(system.algorithm.threads).toBe(2);
  dispose();
});
