import { describe, expect, it } from 'vitest';
import { clocked, nothingKept, readme, runCommand, type Said, tour, type Write } from '../house/tour.ts';
import { notEmpty } from '../not-empty.ts';
import { release } from '../release.ts';
import { root } from '../run-fmu.ts';
import { wide } from '../width.ts';

/** What nobody waits for without a sign of life [s]. */
const longest = 2;

/** What the README's tour tells to try beside the commands of its blocks. */
const [, text] = /^## Ten-minute tour\n([\s\S]*?)^## /m.exec(readme)!;
const beside = notEmpty(
  'commands in the text of the tour',
  [...text.matchAll(/`((npx fmu|fmu (compare-schemes|advise)|npm run) [^`…]*)`/g)].map(([, words]) => words),
);

/**
 * CPU time between each write and the next: of the thread that computed most, or of programs that came and went unseen; no more than the time that
 * went by, where a program was overlooked once, and all that it has computed seems to be of one moment.
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

/** A command that has said something, and said it in time. */
function timely({ command, writes }: Said): void {
  expect(writes.length, command).toBeGreaterThan(2);
  for (const [k, seconds] of silences(writes).entries())
    expect(seconds, `${command}: between "${writes[k].words}" and "${writes[k + 1].words}"`).toBeLessThan(
      longest,
    );
}

describe.skipIf(!clocked)(
  `nothing of the tour computes for ${longest} s without a sign of life, off a terminal and with nothing kept from before`,
  () => {
    it('the commands of its blocks', async () => {
      const { said } = await tour();
      expect(said.length).toBeGreaterThan(9);
      for (const each of said) timely(each);
    });

    // What all units take to build is the set-up's of every test.
    it.skipIf(!wide)('npm start', () => timely(runCommand('npm start', root, release)));

    // They take minutes of CPU time even of a fast machine.
    it.skipIf(!wide).each(beside)('%s', async (command) => {
      const { folder } = await tour();
      timely(runCommand(command, folder, nothingKept(folder)));
    });
  },
);
