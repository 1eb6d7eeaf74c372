import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';
import { spread, wide } from '../width.ts';
import { installed, output, run } from './installed.ts';

const sources = join(root, 'docs/examples');
const names = readdirSync(sources).filter((name) => name.endsWith('.ts'));
const text = (name: string): string => readFileSync(join(sources, name), 'utf8');

let folder: string;
let faults: string[];

beforeAll(async () => {
  folder = await installed();
  mkdirSync(join(folder, 'examples'));
  for (const name of names) copyFileSync(join(sources, name), join(folder, 'examples', name));
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'ESNext.Disposable'],
    module: 'NodeNext',
    strict: true,
    skipLibCheck: !wide,
    types: ['node'],
    rootDir: '.',
    outDir: 'compiled',
  };
  const project = { compilerOptions, include: ['examples/*.ts', 'my-filter/*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  // Against the declarations that are installed, which are checked with them where CI is set.
  const said = run(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', '.', '--pretty', 'false'],
    folder,
  );
  faults = said.out.split('\n').filter((line) => line !== '');
});

describe('the documented examples', () => {
  it('and a unit as fmu new makes it have no type error in a strict NodeNext project', () => {
    expect(faults).toEqual([]);
    expect(names.length).toBeGreaterThanOrEqual(10);
  });

  it.each(spread(names, 3))('%s prints what it says', (name) => {
    const [, printed] = text(name).split('\n// Prints:\n');
    const expected = printed.replace(/^\/\/ ?/gm, '');
    expect(output(process.execPath, [`compiled/examples/${name.replace(/\.ts$/, '.js')}`], folder)).toBe(
      expected,
    );
  });

  it('are listed with their first lines, and nothing else is', () => {
    const listed = readFileSync(join(sources, 'README.md'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('- '));
    const first = (name: string): string => text(name).split('\n')[0].replace('// ', '');
    expect(listed).toEqual(names.sort().map((name) => `- [${name}](${name}): ${first(name)}`));
  });
});
