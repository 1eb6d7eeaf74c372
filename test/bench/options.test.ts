import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';

/** Returns the output of `npm run bench` without a measurement. */
const bench = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, [join(root, 'bin/bench.mjs'), ...args], { encoding: 'utf8' });

describe('npm run bench', () => {
  it('prints options and examples, and measures nothing', () => {
    const { status, stdout } = bench('--help');
    expect(status).toBe(0);
    for (const option of ['--only', '--once', '--cpu', '--against']) expect(stdout).toContain(option);
    expect(stdout).toContain('npm run bench -- --only m,u');
    expect(stdout).not.toContain('measured ');
  });

  it('rejects unknown options', () => {
    const unknown = bench('--onyl', 'a');
    expect(unknown.stderr).toContain("bench: Unknown option '--onyl'");
    expect(unknown.status).toBe(2);
    expect(bench('a').status).toBe(2);
  });
});
