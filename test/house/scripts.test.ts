import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';

const call = (script: string, word: string): { status: number | null; stderr: string } =>
  spawnSync(process.execPath, [join(root, `bin/${script}.mjs`), word], { encoding: 'utf8', cwd: root });

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/**
 * Scripts with options of fmukit, with an invalid argument and the expected error. The other
 * scripts pass their arguments on, or take no arguments.
 */
const scriptCases: readonly (readonly [script: string, word: string, says: string])[] = [
  ['start', '--nonsense', 'Unknown argument: nonsense'],
  ['fuzz', '--case=3', 'Unknown argument: case'],
  ['soak', '--steps=many', '--steps takes a number.'],
  ['mutants', '--part=3/2', '--part 3/2: expected the number of the part and of all parts, such as 1/2.'],
  ['papers', 'rahikainen2020', 'expected only options, got more.'],
  ['stability', '--folder=here', 'Unknown argument: folder'],
  ['docs', '--nonsense', 'Unknown argument: nonsense'],
  ['mechanisms', 'tricycle', 'tricycle: there are andrews-squeezer, '],
];

describe('npm run', () => {
  it('package.json has exactly the expected scripts', () => {
    const others = [
      'test',
      'build',
      'build:units',
      'prepare',
      'prepack',
      'check',
      'house',
      'bench',
      'mutate',
      'semantics',
      'api',
      'format',
    ];
    expect(Object.keys(scripts).sort()).toEqual([...scriptCases.map(([name]) => name), ...others].sort());
  });

  it.each(scriptCases)('npm run %s rejects %s with its help, and does nothing', (script, word, message) => {
    const { status, stderr } = call(script, word);
    expect(stderr).toContain(`npm ${script === 'start' ? script : `run ${script}`} --`);
    expect(stderr).toContain(`${script}: ${message}`);
    expect(status).toBe(2);
  });
});
