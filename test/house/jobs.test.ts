import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { release } from '../release.ts';
import { root } from '../run-fmu.ts';
import { isFullTest } from '../width.ts';

/** Runs a program that must succeed, and returns its standard output. */
function run(program: string, args: string[], cwd: string, more: NodeJS.ProcessEnv = {}): string {
  const env = { ...process.env, ...more };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', env });
  expect(`${status} ${stderr}`).toMatch(/^0 /);
  return stdout;
}

describe('the scripts of package.json', () => {
  // Its units and systems have separate tests.
  it.skipIf(!isFullTest)('npm start runs every coupling and writes table, CSVs and page', () => {
    const output = run(process.execPath, [join(root, 'bin/start.mjs')], root);
    const rows = output.match(/^(monolithic|velocity–(force|pressure)), .*$/gm) ?? [];
    expect(rows.length).toBe(18);
    expect(rows.filter((row) => row.includes('unstable'))).toEqual([]);
    const names = readdirSync(join(root, 'results'));
    for (const kind of ['single', 'double'])
      expect(names).toContain(`${kind}-pressure-ALI3P-interface-model.csv`);
    expect(statSync(join(root, 'results/crane.html')).size).toBeGreaterThan(500_000);
  });

  it('npm run bench measures every line of the table', () => {
    // A quick run measures these alone: the others compile units, or start programs many times.
    const few = ['d', 'n'];
    const args = isFullTest ? ['--once'] : ['--once', '--only', few.join(',')];
    const output = run(process.execPath, [join(root, 'bin/bench.mjs'), ...args], root, release);
    for (const line of few) expect(output).toContain(`(${line})`);
    expect(output).toMatch(/\(d\) heap .* reached$/m);
    // A single run does not compare times. Its other comparisons must hold.
    expect(output).not.toMatch(/NOT (EQUAL|REACHED)/);
    // docs/results/benchmarks.md lists these lines with targets. Each value meets its target, or the
    // page states that it does not.
    const page = readFileSync(join(root, 'docs/results/benchmarks.md'), 'utf8');
    const quoted = [...page.matchAll(/^\| (\([a-z]\) .*?) +\| (.*?) +\| (.*?) +\|$/gm)];
    expect(quoted.length).toBeGreaterThanOrEqual(12);
    for (const [, what, measured, target] of quoted) {
      if (!isFullTest && !few.includes(what[1])) continue;
      const line = output.split('\n').find((part) => part.startsWith(`${what}  `));
      expect(line, what).toContain(target);
      const [most, ratio] = [target, measured].map((text) => Number(/[\d.]+/.exec(text)?.[0]));
      if (target.startsWith('≤') && !measured.includes('not reached'))
        expect(ratio, what).toBeLessThanOrEqual(most);
    }
  });
});
