import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemRunner } from '../../../master/run/worker/system-runner.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { foreignUnit } from '../../host/component/foreign.ts';
import { spread } from '../../width.ts';
import { type Wrong, wrongs } from './components.ts';
import { description, path } from './decay.ts';
import { pack } from './units.ts';
import { checks, inspects, leavings, runs } from './verdict.ts';

const folder = temporaryFolder('hostile');
const runner = new SystemRunner();
const threads = (): number => readdirSync('/proc/self/task').length;
let before: number;
beforeAll(() => {
  before = threads();
});
afterAll(() => runner.dispose());

async function judge({
  name,
  foreign,
  pattern = /^finished$/,
  pairPattern = pattern,
  rows,
}: Wrong): Promise<void> {
  const id = `c_${name.replace(/\W+/g, '_')}`;
  const file = await pack(folder, id, description, await foreignUnit('coSimulation', foreign), path);
  const both = await runs(runner, file);
  const savedRows = leavings(folder, file, both);
  expect(both.alone.message ?? both.alone.result?.outcome).toMatch(pattern);
  expect(both.pair.message ?? both.pair.result?.outcome).toMatch(pairPattern);
  if (rows !== undefined) expect(savedRows).toBe(rows);
  await inspects(file);
  const messages = await checks(file);
  if (/^(do-step|instantiate|enter-init).* never ends$/.test(name))
    expect(messages.join()).toMatch(/computed for 0\.3 s of CPU time/);
}

describe('a defective third-party component', () => {
  it.each(spread(wrongs, 6).map((wrong) => [wrong.name, wrong] as const))(
    'a defective component runs or is rejected with one message: %s',
    (_name, wrong) => judge(wrong),
  );
});

describe('the process after all defective components', () => {
  it('the process runs a good component after all defective ones', () =>
    judge({ name: 'good again', foreign: wrongs[0].foreign }));

  it('the process frees its threads and its memory after all defective components', async () => {
    await runner.dispose();
    // The thread of a translation waits for the next component.
    expect(threads() - before).toBeLessThan(4);
    expect(process.resourceUsage().maxRSS / 1024).toBeLessThan(3000);
  });
});
