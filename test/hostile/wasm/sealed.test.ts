import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemRunner } from '../../../master/run/worker/system-runner.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { spread } from '../../width.ts';
import { answers, bombs, damages, type Spoiled, signatures } from './cores.ts';
import { type Parts, pack, parts, wrapped } from './units.ts';
import { checks, inspects, leavings, runs } from './verdict.ts';

const folder = temporaryFolder('hostile');
const runner = new SystemRunner();
let whole: Parts;
beforeAll(async () => {
  whole = await parts();
});
afterAll(() => runner.dispose());

async function judge({
  name,
  core,
  says: pattern = /^finished$/,
  pairPattern = pattern,
  rows,
}: Spoiled): Promise<void> {
  const id = `u_${name.replace(/\W+/g, '_')}`;
  const file = await pack(folder, id, whole.description, wrapped(whole.component, core(whole.core)));
  const both = await runs(runner, file);
  const savedRows = leavings(folder, file, both);
  expect(both.alone.message ?? both.alone.result?.outcome).toMatch(pattern);
  expect(both.pair.message ?? both.pair.result?.outcome).toMatch(pairPattern);
  if (rows !== undefined) expect(savedRows).toBe(rows);
  await inspects(file);
  await checks(file);
}

describe.each([
  ['whose answers are wrong', answers],
  ['whose functions have other signatures', signatures],
  ['that exhausts resources', bombs],
  ['that is damaged', damages],
] as const)('a fmukit FMU %s', (_, cases) => {
  it.each(spread(cases, 5).map((spoiled) => [spoiled.name, spoiled] as const))(
    'a defective fmukit FMU runs or is rejected with one message: %s',
    (_name, spoiled) => judge(spoiled),
  );
});

it('the tables contain at least sixty defects', () =>
  expect([answers, signatures, bombs, damages].flat().length).toBeGreaterThanOrEqual(60));

describe('the process after all defective FMUs', () => {
  it('the process runs a good FMU after all defective ones, twice in one system', async () => {
    const file = await pack(folder, 'fine', whole.description, whole.component);
    const { alone, pair } = await runs(runner, file);
    expect([alone.result?.outcome, pair.result?.outcome]).toEqual(['finished', 'finished']);
  });
});
