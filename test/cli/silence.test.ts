import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { compilerFor } from '../../fmu-sdk/c-compiler/compilers.ts';
import { notEmpty } from '../not-empty.ts';
import { chain } from '../package/installed.ts';
import { root } from '../run-fmu.ts';
import { wide } from '../width.ts';

/** What nobody waits for without a sign of life [s]. */
const longest = 2;
const folder = mkdtempSync(join(tmpdir(), 'fmukit-silence-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The README's tour: the commands of its blocks, and those that its text tells to try. */
const [, tour] = /^## Ten-minute tour\n([\s\S]*?)^## /m.exec(readFileSync(join(root, 'README.md'), 'utf8'))!;
const blocks = [...tour.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
  block.trim().split('\n'),
);
const inline = [...tour.matchAll(/`((npx fmu|fmu (compare-schemes|advise)|npm run) [^`…]*)`/g)].map(
  ([, words]) => words,
);
const commands = notEmpty('commands of the tour', [...blocks, ...inline])
  // For this machine alone: what else would be compiled for depends on what is installed.
  .map((line) => line.replace(/ --native$/, ' --native x86_64-linux'))
  .concat('npm start')
  // What takes minutes of CPU time even of a fast machine.
  .filter((line) => wide || !/start|stability|papers|advise|compare-schemes|crane/.test(line));

/** Program and arguments: `npx fmu` without what npx itself takes, the scripts of the repository without npm. */
function program(line: string): string[] {
  const words = line.split(/ +/).map((word) => word.replaceAll("'", ''));
  if (words[0] === 'npx') return [join(root, 'bin/fmu.mjs'), ...words.slice(2)];
  if (words[0] === 'fmu') return [join(root, 'bin/fmu.mjs'), ...words.slice(1)];
  if (words[1] === 'start') return [join(root, 'bin/start.mjs')];
  return [join(root, `bin/${words[2]}.mjs`), ...words.slice(words[3] === '--' ? 4 : 3)];
}

interface Write {
  clocks: Record<string, number>;
  ended: number;
  words: string;
}

/** CPU time between each write and the next: of the thread that computed most, or of programs that came and went unseen. */
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
    return Math.max(news, ...threads);
  });
}

it.skipIf(!existsSync('/proc/self/task'))(
  `nothing of the tour computes for ${longest} s without a sign of life, off a terminal and with nothing kept from before`,
  () => {
    for (const name of ['units', 'systems']) symlinkSync(join(root, name), join(folder, name));
    writeFileSync(join(folder, 'chain.json'), chain);
    for (const line of commands) {
      if (line.includes('--native') && compilerFor('x86_64-linux') === undefined) continue;
      const file = join(folder, 'writes');
      rmSync(file, { force: true });
      const { status, stderr } = spawnSync(process.execPath, program(line), {
        cwd: folder,
        encoding: 'utf8',
        env: {
          ...process.env,
          NODE_OPTIONS: `--require ${join(root, 'test/cli/writes.cjs')}`,
          FMUKIT_WRITES: file,
          // What all units of the repository take to build is the set-up's of every test.
          ...(line === 'npm start' ? {} : { FMUKIT_CACHE: join(folder, 'cache') }),
        },
      });
      expect(`${line}: ${status}\n${status === 0 ? '' : stderr}`).toBe(`${line}: 0\n`);
      const writes = readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((each) => JSON.parse(each) as Write);
      expect(writes.length).toBeGreaterThan(2);
      for (const [k, seconds] of silences(writes).entries())
        expect(seconds, `${line}: between "${writes[k].words}" and "${writes[k + 1].words}"`).toBeLessThan(
          longest,
        );
    }
  },
);
