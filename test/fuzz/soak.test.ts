import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Course, verdicts } from '../../fuzz/soak/flat-trend.ts';
import type { Holdings } from '../../fuzz/soak/soak-measure.ts';
import { root } from '../run-fmu.ts';
import { width } from '../width.ts';

const warm: Holdings = {
  rss: 200e6,
  heap: 50e6,
  descriptors: 30,
  threads: 12,
  processes: 2,
  scratch: 0,
};

/** Lists the resources that are not flat if `more` is held at the end of a thousand repetitions. */
function growing(more: Partial<Holdings>): string[] {
  const end = { ...warm };
  for (const [holding, n] of Object.entries(more)) end[holding as keyof Holdings] += n;
  const of: Course = { name: 'x', times: 1000, warm, middle: warm, end };
  return verdicts(of)
    .filter(({ flat }) => !flat)
    .map(({ holding }) => holding);
}

describe('resources of long runs', () => {
  it('holdings are flat without retention, and grow with retained memory, descriptors, threads, processes or files', () => {
    expect(growing({})).toEqual([]);
    expect(growing({ heap: 1e5, rss: 1e7 })).toEqual([]);
    expect(growing({ heap: 1e7 })).toEqual(['heap']);
    expect(growing({ rss: 1e8 })).toEqual(['rss']);
    for (const holding of ['descriptors', 'threads', 'processes', 'scratch'] as const)
      expect(growing({ [holding]: 1 })).toEqual([holding]);
  });

  it('one coupled run does not grow over its steps', () => {
    const args = ['--only', 'steps', '--steps', `${width(8000, 10_000, 20_000)}`];
    const { stdout, status } = spawnSync(process.execPath, [join(root, 'bin/soak.mjs'), ...args], {
      encoding: 'utf8',
    });
    expect(stdout.match(/flat$/gm)).toHaveLength(7);
    expect(status).toBe(0);
  });

  it.each(['reused', 'views', 'studies', 'pages'])('the part %s of long runs does not grow', (part) => {
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(root, 'bin/soak.mjs'), '--only', part, `--${part}`, `${width(20, 40, 100)}`],
      { encoding: 'utf8' },
    );
    expect(stdout).not.toContain('NOT FLAT');
    expect(stdout.match(/flat$/gm)).toHaveLength(7);
    expect(status).toBe(0);
  });
});
