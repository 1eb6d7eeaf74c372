import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { release } from '../release.ts';
import { root } from '../run-fmu.ts';
import { wide } from '../width.ts';
import { blocks, commands, readme, type Said, tour } from './tour.ts';

let folder: string;
let said: Said[];
beforeAll(async () => {
  ({ folder, said } = await tour());
});

function run(program: string, args: string[], cwd: string, more: NodeJS.ProcessEnv = {}): string {
  const env = { ...process.env, ...more };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', env });
  expect(`${status} ${stderr}`).toMatch(/^0 /);
  return stdout;
}

describe('README', () => {
  it('names only commands that are run here or by the continuous integration', () => {
    const known = /^(npm start|npm test|npm run bench|npm run papers -- .*|npm install fmukit|npx fmu .*)$/;
    expect(commands.filter((command) => !known.test(command))).toEqual([]);
    expect(commands.length).toBeGreaterThanOrEqual(9);
  });

  it('the tour works from its first command to its last, in order', () => {
    const output = said.map(({ out }) => out).join('\n');
    const quoted = readme.split('\n').filter((line) => /^ {4}(bond|energy)/.test(line));
    expect(quoted.length).toBe(2);
    for (const line of quoted) expect(output).toContain(line.trim());
    expect(existsSync(join(folder, 'results/chain.csv'))).toBe(true);
    expect(existsSync(join(folder, 'results/crane-single-force.csv'))).toBe(true);
  });

  it('the library in ten lines runs on what the tour has made', () => {
    const [code] = blocks('ts');
    expect(code.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(10);
    writeFileSync(join(folder, 'ten-lines.mjs'), code);
    const output = run(process.execPath, ['ten-lines.mjs'], folder).trim().split('\n');
    // T ẏ + y = u by the trapezoidal rule, h = 1 ms: ten steps from rest.
    const a = 0.001 / (2 * 0.5);
    expect(Number(output[0])).toBeCloseTo(1 - ((1 - a) / (1 + a)) ** 10, 12);
    expect(output.length).toBe(1 + 1001);
  });

  // Of units that are built and systems that run, which have tests of their own.
  it.skipIf(!wide)('npm start runs every coupling and writes table, CSVs and page', () => {
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
    // At the desk these alone: the others compile units and floors, or start programs again and again.
    const few = ['d', 'n'];
    const args = wide ? ['--once'] : ['--once', '--only', few.join(',')];
    const output = run(process.execPath, [join(root, 'bin/bench.mjs'), ...args], root, release);
    for (const line of few) expect(output).toContain(`(${line})`);
    expect(output).toMatch(/\(d\) heap .* reached$/m);
    // A single run judges no time, and what it does judge is equal and reached.
    expect(output).not.toMatch(/NOT (EQUAL|REACHED)/);
    // docs/results/benchmarks.md lists the bench's lines and targets; every value meets its target or says that it does not.
    const page = readFileSync(join(root, 'docs/results/benchmarks.md'), 'utf8');
    const quoted = [...page.matchAll(/^\| (\([a-z]\) .*?) +\| (.*?) +\| (.*?) +\|$/gm)];
    expect(quoted.length).toBeGreaterThanOrEqual(12);
    for (const [, what, measured, target] of quoted) {
      if (!wide && !few.includes(what[1])) continue;
      const line = output.split('\n').find((each) => each.startsWith(`${what}  `));
      expect(line, what).toContain(target);
      const [most, ratio] = [target, measured].map((text) => Number(/[\d.]+/.exec(text)?.[0]));
      if (target.startsWith('≤') && !measured.includes('not reached'))
        expect(ratio, what).toBeLessThanOrEqual(most);
    }
  });

  it('counts the examples that there are', () => {
    const programs = readdirSync(join(root, 'docs/examples')).filter((name) => name.endsWith('.ts'));
    const words = ['Twelve', 'Thirteen', 'Fourteen', 'Fifteen'];
    expect(readme).toContain(`${words[programs.length - 12]} short programs are in [docs/examples]`);
  });

  it('every link of every README leads to a file', () => {
    const files = ['.', 'fmu-sdk', 'master', 'units', 'papers', 'test', 'docs'].flatMap((top) =>
      top === '.'
        ? ['README.md']
        : readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
            .filter((name) => name.endsWith('README.md'))
            .map((name) => join(top, name)),
    );
    const dead = files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\]\(([^)#:]+)\)/g)]
        .map((m) => join(dirname(file), m[1]))
        .filter((target) => !existsSync(join(root, target))),
    );
    expect(dead).toEqual([]);
  });
});
