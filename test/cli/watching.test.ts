import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { watchAndRepeat } from '../../master/cli/build/watch-files.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

it('a file saved while a watched command runs triggers it once more', async () => {
  const folder = temporaryFolder('watching');
  const file = join(folder, 'unit.ts');
  writeFileSync(file, 'a');
  let times = 0;
  const action = async (): Promise<void> => {
    if (++times === 1) writeFileSync(file, 'ab');
  };
  // The watch ends when its folder disappears.
  const ended = watchAndRepeat('test', () => [file], action).catch((error) => error);
  await expect.poll(() => times, { timeout: 600_000 }).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(times).toBe(2);
  rmSync(folder, { recursive: true });
  expect(await ended).toMatchObject({ code: 'ENOENT' });
});
