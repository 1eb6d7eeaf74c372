import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programHere } from '../fmu-here.ts';
import { type Finished, root } from '../run-fmu.ts';
import { isFullTest } from '../width.ts';

/** Calls a script with an argument, as `npm run` does. */
function call(script: string, word: string): Finished {
  const options = { encoding: 'utf8', cwd: root } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, `bin/${script}.mjs`), word],
    options,
  );
  return { code: status, out: stdout, err: stderr };
}

/**
 * Calls the main function that a script imports, in this process. A separate process takes seconds to
 * load its sources.
 */
async function callHere(script: string, word: string): Promise<Finished> {
  const text = readFileSync(join(root, `bin/${script}.mjs`), 'utf8');
  const imported = /const \{ (\w+) \} = await \w+\('\.\.\/([\w/-]+\.ts)'\);\n *(?:await )?\1\(/.exec(text);
  if (imported === null) return call(script, word);
  const module = (await import(join(root, imported[2]))) as Record<string, (argv: string[]) => unknown>;
  return programHere(() => module[imported[1]]([word]));
}

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

  it.each(scriptCases)(
    'npm run %s rejects %s with its help, and does nothing',
    async (script, word, message) => {
      const { code, err } = await (isFullTest ? call : callHere)(script, word);
      expect(err).toContain(`npm ${script === 'start' ? script : `run ${script}`} --`);
      expect(err).toContain(`${script}: ${message}`);
      expect(code).toBe(2);
    },
  );
});
