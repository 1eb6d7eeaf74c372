import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { markedBlocks, pageText } from '../docs/marked-blocks.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { notEmpty } from '../not-empty.ts';
import { root } from '../run-fmu.ts';
import { isFullTest } from '../width.ts';
import { chain, output, run } from './installed.ts';

/** Commands of the quick start, in order. */
const commands = notEmpty(
  'commands of the quick start',
  markedBlocks(pageText('README.md'))
    .filter(({ kind }) => kind === 'sh')
    .flatMap(({ text }) => text.trim().split('\n')),
);
const folder = temporaryFolder('clone');
const clone = join(folder, 'fmukit');

const git = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
/** The clone is compiled from scratch. */
const atDesk = isFullTest ? undefined : 'runs only with CI set';
const why = git.status === 0 ? atDesk : 'the folder is not a git repository';

/** Copies the files of a fresh clone of the tree, without built files. */
beforeAll(() => {
  if (why !== undefined) return;
  for (const file of git.stdout.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(root, file), join(clone, file), { verbatimSymlinks: true });
  }
  writeFileSync(join(clone, 'chain.json'), chain);
  // With CI set, the first command installs the packages from the registry.
  if (!isFullTest) symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
});

describe.skipIf(why !== undefined)('a fresh clone', () => {
  it('a fresh clone contains only files of git', () => {
    expect(existsSync(join(clone, 'package.json'))).toBe(true);
    expect(existsSync(join(clone, 'dist'))).toBe(false);
  });

  it('a fresh clone runs every command of the README’s quick start', () => {
    expect(commands[0]).toMatch(/^npx fmu new /);
    expect(commands.at(-1)).toBe('npx fmu run chain.json');
    for (const line of isFullTest ? commands : [commands[0]]) {
      const { code, err } = run('sh', ['-c', line], clone, { npm_config_prefer_offline: 'true' });
      expect(`${line}: ${code}\n${code === 0 ? '' : err}`).toBe(`${line}: 0\n`);
    }
    expect(existsSync(join(clone, 'my-filter/unit.json'))).toBe(true);
    expect(existsSync(join(clone, 'results/chain.csv'))).toBe(isFullTest);
  });

  it('a fresh clone runs fmu without npm, by node bin/fmu.cjs', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(output(process.execPath, ['bin/fmu.cjs', '--version'], clone)).toBe(`${version}\n`);
  });

  it('a fresh clone has a clean git status after use', () => {
    output('git', ['init', '-q'], clone);
    const known = new Set(git.stdout.split('\0'));
    const untracked = output('git', ['ls-files', '-z', '--others', '--exclude-standard'], clone).split('\0');
    const newFiles = untracked.filter(
      (name) => !known.has(name) && !/^(my-filter\/|(chain\.json|node_modules)$)/.test(name),
    );
    expect(newFiles).toEqual([]);
  });

  it('a clone compiles again if git brought other sources', () => {
    const mark = join(clone, 'dist/.compiled');
    const moved = join(clone, '.git/logs/HEAD');
    mkdirSync(dirname(moved), { recursive: true });
    const compiles = (): boolean => {
      writeFileSync(moved, '');
      utimesSync(mark, 0, 0);
      const { code, err } = run(process.execPath, ['bin/fmu.cjs', 'run', '--help'], clone);
      expect(`${code} ${statSync(mark).mtimeMs >= statSync(moved).mtimeMs}`).toBe('0 true');
      return err.includes('Compiling fmukit');
    };
    expect(compiles()).toBe(false);
    if (!isFullTest) return;
    rmSync(join(clone, 'dist/run.cjs'));
    expect(compiles()).toBe(true);
  });
});

it.skipIf(why === undefined)(`tests of a fresh clone are skipped: ${why}`, ({ skip }) => skip(why));
