import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../run-fmu.ts';

const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.[cm]?[jt]s$/.test(name))
  .map((name) => name.replaceAll('\\', '/'));

/** Returns the files in `test/` whose text matches a pattern, except this file. */
function filesWith(pattern: RegExp): string[] {
  return files
    .filter((name) => name !== 'house/test-sources.test.ts')
    .filter((name) => pattern.test(readFileSync(join(root, 'test', name), 'utf8')))
    .sort();
}

it('tests wait for events and count work, except for files of the full tests', () => {
  const waits =
    /\bsetTimeout\(|timers\/promises|Atomics\.wait\(.*, \d+, \d+, |\bsleep\(|\bsleep \d|'sleep', \[/;
  const clocks = /\bDate\.now\(|new Date\(\)|\bperformance\.now\(|\bhrtime\b/;
  expect(filesWith(waits)).toEqual(['hostile/native/standstill.test.ts']);
  expect(filesWith(clocks)).toEqual(['cli/writes.cjs']);
});

it('the files that measure time run only in full tests', () => {
  const text = (name: string): string => readFileSync(join(root, 'test', name), 'utf8');
  expect(text('hostile/native/standstill.test.ts')).toContain(
    'describe.skipIf(noCompiler !== undefined || !isFullTest)(',
  );
  expect(text('house/tour.ts')).toContain('clocked: boolean = isFullTest &&');
  expect(filesWith(/cli\/writes\.cjs/)).toEqual(['house/tour.ts']);
});

it('one fixture creates all temporary folders of tests', () => {
  expect(filesWith(/\bmkdtemp/)).toEqual(['fixtures/temporary-folder.ts']);
});

it('no test has a limit of time of its own, which a busy machine would exceed', () => {
  expect(filesWith(/^\s*\}, [\d_]{4,}\);$/m)).toEqual([]);
});
