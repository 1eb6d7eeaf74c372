import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { unit2 } from '../compile-sources/unit.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmu, root } from '../run-fmu.ts';

const folder = temporaryFolder('since');

const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
const noGit = spawnSync('git', ['--version']).error !== undefined;

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout.trim();
}

/** Writes a file and builds an FMU with this text in it. */
async function write(name: string, text: string): Promise<void> {
  writeFileSync(join(folder, name), await unit2({}, [], { 'resources/text.txt': text }));
}

const units = (out: string): string[] =>
  (JSON.parse(out) as { units: { file: string }[] }).units.map(({ file }) => file);

describe.skipIf(noGit)('fmu check --since', () => {
  let first = '';
  beforeAll(async () => {
    git('init', '--quiet');
    mkdirSync(join(folder, 'plant'));
    for (const name of ['same.fmu', 'changed.fmu', 'gone.fmu', 'plant/a b.fmu']) await write(name, 'before');
    writeFileSync(join(folder, '.gitignore'), 'ignored.fmu\n');
    git('add', '.');
    git('commit', '--quiet', '-m', 'before');
    first = git('rev-parse', 'HEAD');
    await write('changed.fmu', 'after');
    await write('plant/a b.fmu', 'after');
    rmSync(join(folder, 'gone.fmu'));
    git('commit', '--quiet', '-a', '-m', 'after');
    await write('new.fmu', 'new');
    await write('ignored.fmu', 'new');
  });

  it('--since checks only FMUs that differ from a revision, including new ones', () => {
    const { out } = fmu(['check', '--since', first, '--static', '--format', 'json'], folder);
    expect(units(out)).toEqual(['changed.fmu', 'new.fmu', 'plant/a b.fmu']);
    const below = fmu(['check', '--since', first, '--static', '--format', 'json'], join(folder, 'plant'));
    expect(units(below.out)).toEqual(['a b.fmu']);
  });

  it('--since accepts a file name with a line break', async () => {
    await write('two\nlines.fmu', 'new');
    const { out } = fmu(['check', '--since', 'HEAD', '--static', '--format', 'json'], folder);
    rmSync(join(folder, 'two\nlines.fmu'));
    expect(units(out)).toEqual(['new.fmu', 'two\nlines.fmu']);
  });

  it('--since reports that no FMU differs, and an unknown revision', () => {
    rmSync(join(folder, 'new.fmu'));
    const none = fmu(['check', '--since', 'HEAD', '--static'], folder);
    expect(none.err).toContain('No FMU here differs from HEAD.');
    expect(none.code).toBe(0);
    const unknown = fmu(['check', '--since', '--output=x'], folder);
    expect(unknown.code).not.toBe(0);
    const nowhere = fmu(['check', '--since', 'nowhere', '--static'], folder);
    expect(nowhere.err).toMatch(
      /check --since nowhere: .*Name a revision of this repository, such as origin\/main/,
    );
    expect(nowhere.code).toBe(1);
  });

  it('--since runs no program that the repository names', () => {
    const mark = join(folder, 'ran');
    const program = `touch '${mark}'; cat`;
    git('config', 'core.fsmonitor', program);
    git('config', 'filter.x=y.clean', program);
    git('config', 'filter.x=y.required', 'true');
    writeFileSync(join(folder, '.git', 'info', 'attributes'), '*.fmu filter=x=y\n');
    const hook = join(folder, '.git', 'hooks', 'post-index-change');
    mkdirSync(join(folder, '.git', 'hooks'), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\n${program}\n`, { mode: 0o755 });
    // A file with a new time is compared again.
    utimesSync(join(folder, 'same.fmu'), 1, 1);
    const { out } = fmu(['check', '--since', first, '--static', '--format', 'json'], folder);
    expect(existsSync(mark)).toBe(false);
    expect(units(out)).toEqual(['changed.fmu', 'plant/a b.fmu']);
    spawnSync('git', ['status'], { cwd: folder });
    expect(existsSync(mark)).toBe(true);
    for (const key of ['core.fsmonitor', 'filter.x=y.clean', 'filter.x=y.required'])
      git('config', '--unset', key);
    rmSync(hook);
    rmSync(mark);
  });

  it.skipIf(process.platform !== 'linux')('the GitHub action names a summary that cannot be written', () => {
    const env = { ...process.env, FILES: 'same.fmu', FAIL_ON: 'violation', GITHUB_STEP_SUMMARY: '/dev/full' };
    const action = join(root, 'bin/setup/check-action.mjs');
    const { status, stderr } = spawnSync(process.execPath, [action], { cwd: folder, env, encoding: 'utf8' });
    expect(stderr).toMatch(
      /^check: the summary of the step cannot be written: ENOSPC.*\. Free disk space\.$/m,
    );
    expect(stderr).not.toMatch(/^ +at /m);
    expect(status).toBeGreaterThan(0);
  });

  it('--since gives the GitHub action a report and the exit code of a finding', () => {
    const action = readFileSync(join(root, 'action.yml'), 'utf8');
    const command = /run: (node .*check-action.*)$/m.exec(action)?.[1] ?? '';
    const reports = {
      REPORT: 'check.sarif',
      JUNIT: 'check.xml',
      JSON: 'check.json',
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    };
    writeFileSync(join(folder, 'none.json'), '{ "waivers": [] }');
    const inputs = { SINCE: first, FAIL_ON: 'violation', FILES: '\n same.fmu\n' };
    const env = { ...process.env, ...inputs, ...reports, GITHUB_ACTION_PATH: root };
    const { status } = spawnSync('bash', ['-c', command], { cwd: folder, env });
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toMatch(/^\| same\.fmu \| /m);
    expect(readFileSync(join(folder, 'check.xml'), 'utf8')).toContain('<testsuite name="changed.fmu"');
    const { runs } = JSON.parse(readFileSync(join(folder, 'check.sarif'), 'utf8')) as {
      runs: { results: { level: string }[] }[];
    };
    const errors = runs[0].results.filter(({ level }) => level === 'error');
    expect(status).toBe(errors.length > 0 ? 3 : 0);
    expect(errors.length).toBeGreaterThan(0);

    const again = (given: Record<string, string>): [code: number | null, words: string] => {
      const {
        status: code,
        stdout,
        stderr,
      } = spawnSync('bash', ['-c', command], {
        cwd: folder,
        env: { ...process.env, GITHUB_ACTION_PATH: root, FILES: 'changed.fmu', ...given },
        encoding: 'utf8',
      });
      return [code, stdout + stderr];
    };
    expect(again({ AGAINST: 'check.json', EDITION: '2.0.5', WAIVERS: 'none.json' })).toEqual([
      0,
      expect.stringContaining('since then: 0 new'),
    ]);
    expect(again({ REQUIRE_SIGNATURE: '*', KEY_RING: folder })).toEqual([
      1,
      expect.stringContaining('expected a signature'),
    ]);
  });
});

describe('the tests on GitHub', () => {
  it('the tests on GitHub run the commands of the README on three systems, with the oldest supported Node', () => {
    const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8');
    for (const system of ['ubuntu', 'windows', 'macos']) expect(workflow).toContain(`${system}-latest`);
    expect(workflow).toMatch(/run: npm run check\n +- run: npm test\n/);
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    expect(workflow).toContain(`node: [${engines.node.replace('>=', '')},`);
  });
});
