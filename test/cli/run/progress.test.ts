import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resultsTable, sparkline } from '../../../master/cli/run/results-table.ts';
import { duration, RunSpeed, shortNumber } from '../../../master/cli/terminal/eta.ts';
import { withElapsedTime } from '../../../master/cli/terminal/terminal.ts';
import { remainingTime } from '../../../master/cli/terminal/trial-progress.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { root } from '../../run-fmu.ts';

describe('the speed of a run', () => {
  it('the speed of a run appears only when it is known, and does not include the time before the first step', () => {
    const pace = new RunSpeed(10);
    const words = (): (string | undefined)[] => [pace.factor, pace.timeLeft];
    expect(words()).toEqual([undefined, undefined]);
    // 300 s of loading, or a single measurement, give no speed.
    pace.update(0, 300);
    expect(words()).toEqual([undefined, undefined]);
    pace.update(0.1, 300.1);
    expect(words()).toEqual([undefined, undefined]);
    pace.update(0.1, 300.2);
    expect(words()).toEqual([undefined, undefined]);
    pace.update(0.2, 301.1);
    expect(words()).toEqual(['1×', '8 s']);
    pace.update(1, 309.1);
    expect(words()).toEqual(['1×', 'less than 1 s']);
  });

  it('the speed of a run never appears as 0, infinite or without end', () => {
    for (const seconds of [1e-9, 1, 1e9])
      for (const rate of [1e-12, 1e-3, 1, 1e9]) {
        const pace = new RunSpeed(seconds);
        pace.update(1e-3, 0);
        pace.update(Math.min(1, 1e-3 + rate), 1);
        for (const words of [pace.factor, pace.timeLeft]) expect(words).not.toMatch(/^0×|Infinity|NaN|\d{8}/);
      }
  });

  it.each([
    [0.0340001, '0.034'],
    [1.25, '1.3'],
    [99.9, '100'],
    [1e6, '1000000'],
    [2.5e8, '2.5e+8'],
  ])('the progress formats the speed %f as %s', (x, words) => expect(shortNumber(x)).toBe(words));

  it.each([
    [0.2, 'less than 1 s'],
    [119, '119 s'],
    [3600, '60 min'],
    [86_400, '24 h'],
    [864_000, '10 days'],
    [1e9, '32 years'],
  ])('the progress formats %f s as %s', (seconds, words) => expect(duration(seconds)).toBe(words));
});

describe('the table of a summary', () => {
  it('a summary draws a curve from its minimum to its maximum, and a constant one flat', () => {
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7])).toBe('▁▂▃▄▅▆▇█');
    expect(sparkline([-1, 1, -1])).toBe('▁█▁');
    expect(sparkline([3, 3])).toBe('▁▁');
  });

  it('a summary shows a row for each variable with six digits, and a curve only on a terminal', () => {
    const x = {
      name: 'x',
      unit: 'm',
      min: 0,
      max: 1 / 3,
      mean: 0.30000000000000004,
      final: 0,
      curve: [0, 1],
    };
    expect(resultsTable([x], false)).toMatch(/x +m +0 +0\.333333 +0\.3 +0$/);
    expect(resultsTable([x], true)).toMatch(/ +0 +▁█$/);
  });
});

describe('a command that computes', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    [
      true,
      /^0 it works …\rit works … 1 s\rit works … 2 s(\rit works … \d+ s)*done(\rit works … \d+ s)*\r.\[K$/,
    ],
    [false, /^0 it works … \.{2,}done\.*\n$/],
  ])('a command shows each second, also while its thread is busy, on a terminal: %s', (isTTY, pattern) => {
    // The output goes to a file, which a busy thread can read. One more second may pass before
    // the end.
    const folder = temporaryFolder('progress');
    const file = join(folder, 'told');
    const busy = `while (!/2 s|\\.\\./.test(readFileSync('${file}', 'utf8'))); process.stderr.write('done');`;
    const stderr = openSync(file, 'a');
    const { status } = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { readFileSync } from 'node:fs';
        await import('./bin/setup/typescript.mjs');
        const { withElapsedTime } = await import('./master/cli/terminal/terminal.ts');
        process.stderr.isTTY = ${isTTY};
        await withElapsedTime('it works', async () => { ${busy} });`,
      ],
      { cwd: root, stdio: ['ignore', 'ignore', stderr], timeout: 300_000 },
    );
    closeSync(stderr);
    const words = readFileSync(file, 'utf8');
    expect(`${status} ${words}`).toMatch(pattern);
  });

  it.skipIf(spawnSync('script', ['--version']).error !== undefined)(
    'a command shows a bar on a terminal while it tries schemes',
    () => {
      const folder = temporaryFolder('bar');
      const system = join(root, 'systems/crane-single-force.json');
      const line = `"${process.execPath}" "${root}bin/fmu.cjs" compare-schemes "${system}" --only jacobi --levels 2 --until 0.2 -o page.html`;
      const { status, stdout } = spawnSync('script', ['-qec', line, '/dev/null'], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(`${status} ${stdout.slice(-2000)}`).toMatch(/^0 /);
      expect(stdout).toMatch(/\d+ % .* left/);
    },
  );

  it.each([
    [true, ['it works …', 'done', '\r\u001b[K']],
    [false, ['done']],
  ])(
    'a command prints its task at once on a terminal, and elsewhere not for short tasks: %s',
    async (isTTY, expected) => {
      const writes: string[] = [];
      vi.spyOn(process.stderr, 'write').mockImplementation((words) => writes.push(String(words)) > 0);
      const before = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
      Object.defineProperty(process.stderr, 'isTTY', { value: isTTY, configurable: true });
      try {
        expect(await withElapsedTime('it works', async () => writes.push('done'))).toBe(
          expected.indexOf('done') + 1,
        );
        await expect(withElapsedTime('it fails', () => Promise.reject(new Error('x')))).rejects.toThrow('x');
      } finally {
        if (before === undefined) Reflect.deleteProperty(process.stderr, 'isTTY');
        else Object.defineProperty(process.stderr, 'isTTY', before);
      }
      expect(writes.slice(0, expected.length)).toEqual(expected);
      expect(writes.filter((words) => words === '\r\u001b[K').length).toBe(isTTY ? 2 : 0);
    },
  );
});

describe('the remaining time of trials', () => {
  it('the remaining time of trials appears only after FMUs have been opened', () => {
    // Four seconds for the first hundredth do not imply seven minutes for the rest.
    expect(remainingTime({ share: 0, leastTime: 0 }, 4)).toBeUndefined();
    expect(remainingTime({ share: 0.01, leastTime: 0 }, 4)).toBeUndefined();
    expect(remainingTime({ share: 0.5, leastTime: 0 }, 6)).toBe('6 s');
  });

  it('the remaining time of a search with a budget appears only if it is known within a factor of two', () => {
    const share = 0.5;
    expect(remainingTime({ share, leastTime: 0.1 }, 6, 30)).toBeUndefined();
    expect(remainingTime({ share, leastTime: 0.2 }, 6, 30)).toBe('12 s');
    expect(remainingTime({ share, leastTime: 2 }, 6, 30)).toBe('24 s');
    expect(remainingTime({ share, leastTime: 2 }, 31, 30)).toBeUndefined();
  });
});
