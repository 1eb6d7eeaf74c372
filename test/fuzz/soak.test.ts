import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { course, verdicts } from '../../fuzz/soak/flat.ts';
import { root } from '../run-fmu.ts';

describe('what is held', () => {
  it('is flat when nothing is kept, and is not when memory or descriptors are', async () => {
    const kept: unknown[] = [];
    const holding = async (once: (n: number) => void): Promise<string[]> => {
      const of = await course('x', 10, async (n) => once(n));
      return verdicts(of)
        .filter(({ flat }) => !flat)
        .map((each) => each.holding);
    };
    expect(await holding(() => {})).toEqual([]);
    expect(await holding(() => kept.push(new Uint8Array(1 << 20)))).toContain('heap');
    expect(await holding(() => kept.push(openSync(join(root, 'package.json'), 'r')))).toEqual([
      'descriptors',
    ]);
  });

  it('does not grow over steps, runs of sealed, native and component units, and checks', () => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [join(root, 'bin/soak.mjs'), '--steps', '20000', '--runs', '24', '--checks', '2'],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(stdout.match(/flat$/gm)).toHaveLength(19);
    expect(stdout).not.toContain('NOT FLAT');
    expect(status).toBe(0);
  });
});
