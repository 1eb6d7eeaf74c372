import { once } from 'node:events';
import { rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchAndRepeat } from '../../../master/cli/build/watch-files.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

it('a file saved while a watched command runs triggers it once more', async () => {
  const folder = temporaryFolder('watching');
  const file = join(folder, 'unit.ts');
  writeFileSync(file, 'a');
  let times = 0;
  const action = async (): Promise<void> => {
    if (++times === 1) writeFileSync(file, 'ab');
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  // The watch ends when its folder disappears.
  const ended = watchAndRepeat('test', () => [file], action).catch((error) => error);
  await expect.poll(() => vi.runOnlyPendingTimers() && times).toBe(2);
  // A folder reports changes in their order. The watch has seen all earlier ones, and waits for none.
  const later = join(folder, 'later');
  const watcher = watch(folder);
  writeFileSync(later, '');
  await once(watcher, 'change');
  watcher.close();
  expect([times, vi.getTimerCount()]).toEqual([2, 0]);
  rmSync(folder, { recursive: true });
  let error: unknown;
  void ended.then((thrown) => (error = thrown));
  await expect.poll(() => vi.runOnlyPendingTimers() && error).toMatchObject({ code: 'ENOENT' });
});
