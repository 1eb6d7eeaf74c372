import { once } from 'node:events';
import { existsSync, renameSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchAndRepeat } from '../../../master/cli/build/watch-files.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

it('a watched command runs again after a save during its run, and after its folder was moved away and came back', async () => {
  const folder = temporaryFolder('watching');
  const [file, last, away] = [join(folder, 'unit.ts'), join(folder, 'last'), `${folder}-away`];
  writeFileSync(file, 'a');
  let times = 0;
  const action = async (): Promise<void> => {
    if (++times === 1) writeFileSync(file, 'ab');
    // Ends the loop, which then watches nothing.
    if (existsSync(last)) await new Promise(() => {});
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  void watchAndRepeat('test', () => [file], action);
  await expect.poll(() => vi.runOnlyPendingTimers() && times).toBe(2);
  // A folder reports changes in their order. The watch has seen all earlier ones, and waits for none.
  const later = join(folder, 'later');
  const watcher = watch(folder);
  writeFileSync(later, '');
  await once(watcher, 'change');
  watcher.close();
  expect([times, vi.getTimerCount()]).toEqual([2, 0]);
  renameSync(folder, away);
  await expect.poll(() => vi.runOnlyPendingTimers() && times).toBe(3);
  renameSync(away, folder);
  await expect.poll(() => vi.runOnlyPendingTimers() && times).toBe(4);
  writeFileSync(last, '');
  writeFileSync(file, 'abc');
  await expect.poll(() => vi.runOnlyPendingTimers() && times).toBe(5);
});
