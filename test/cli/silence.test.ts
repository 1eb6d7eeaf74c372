import { describe, expect, it } from 'vitest';
import {
  clocked,
  longCommands,
  nothingKept,
  runCommand,
  type Said,
  tour,
  type Write,
} from '../house/tour.ts';
import { release } from '../release.ts';
import { root } from '../run-fmu.ts';
import { isWholeTest } from '../width.ts';

/** Longest time without output [s]. */
const longest = 2;

/**
 * Returns the CPU time between successive writes, of the busiest thread or of short-lived programs.
 * It is at most the elapsed time, because a program that was overlooked once would otherwise count
 * all its CPU time at one moment.
 */
function silences(writes: readonly Write[]): number[] {
  const programs = new Map<string, number>();
  let unseenBefore = 0;
  return writes.slice(1).map((after, k) => {
    const before = writes[k];
    const threads = Object.entries(after.clocks).map(([id, clock]) => clock - (before.clocks[id] ?? 0));
    for (const [id, clock] of Object.entries(after.clocks))
      if (!id.startsWith('own/')) programs.set(id, clock);
    const ended = [...programs].filter(([id]) => !(id in after.clocks));
    const unseen = Math.max(unseenBefore, after.ended - ended.reduce((sum, [, clock]) => sum + clock, 0));
    const news = unseen - unseenBefore;
    unseenBefore = unseen;
    return Math.min(after.time - before.time, Math.max(news, ...threads));
  });
}

/** Checks that a command printed something, and in time. */
function timely({ command, writes }: Said): void {
  expect(writes.length, command).toBeGreaterThan(2);
  for (const [k, seconds] of silences(writes).entries())
    expect(seconds, `${command}: between "${writes[k].words}" and "${writes[k + 1].words}"`).toBeLessThan(
      longest,
    );
}

describe.skipIf(!clocked)(
  `the commands of the tour print something every ${longest} s, without a terminal and without caches`,
  () => {
    it('the commands of a first session print something in time', async () => {
      const { outputs: said } = await tour();
      expect(said.length).toBeGreaterThan(9);
      for (const text of said) timely(text);
    });

    // The set-up of the tests has built all units.
    it('npm start prints something in time', () => timely(runCommand('npm start', root, release)));

    // These take minutes of CPU time even on a fast machine, the last one most of them.
    it.each(isWholeTest ? longCommands : longCommands.slice(0, -1))(
      '%s prints something in time',
      async (command) => {
        const { folder } = await tour();
        timely(runCommand(command, folder, nothingKept(folder)));
      },
    );
  },
);
