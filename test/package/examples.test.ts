import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';
import { isFullTest, spread } from '../width.ts';
import { installed, output, run } from './installed.ts';

const sources = join(root, 'docs/examples');
const names = readdirSync(sources).filter((name) => name.endsWith('.ts'));
const text = (name: string): string => readFileSync(join(sources, name), 'utf8');

/** Type whose options may all be undefined, which means omitted. */
const optionTypes = [
  ...['BuildOptions', 'CheckOptions', 'Extensions', 'FitOptions', 'InstantiateOptions', 'OpenOptions'],
  ...['RunOptions', 'SignOptions', 'SimulateOptions', 'StudyOptions', 'SystemOptions'],
];
const undefinedOptions = `import type * as F from 'fmukit';
type Undefined<T> = { [K in keyof T as object extends Pick<T, K> ? K : never]: undefined };
${optionTypes.map((name) => `export const of${name}: Partial<F.${name}> = {} as Undefined<F.${name}>;`).join('\n')}
`;

let folder: string;
let faults: string[];

beforeAll(async () => {
  folder = await installed();
  mkdirSync(join(folder, 'examples'));
  for (const name of names) copyFileSync(join(sources, name), join(folder, 'examples', name));
  writeFileSync(join(folder, 'examples', 'options.ts'), undefinedOptions);
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'ESNext.Disposable'],
    module: 'NodeNext',
    strict: true,
    skipLibCheck: !isFullTest,
    types: ['node'],
    rootDir: '.',
    outDir: 'compiled',
  };
  const strictest = { ...compilerOptions, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  // A unit is AssemblyScript too, whose built-in declarations are available.
  const projects = {
    'tsconfig.json': { compilerOptions: strictest, include: ['examples/*.ts'] },
    'unit.json': { compilerOptions, include: ['my-filter/*.ts'] },
  };
  // Uses the installed declarations, which the compiler also checks with CI set.
  faults = Object.entries(projects).flatMap(([name, project]) => {
    writeFileSync(join(folder, name), JSON.stringify(project));
    const tsc = ['node_modules/typescript/bin/tsc', '-p', name, '--pretty', 'false'];
    return run(process.execPath, tsc, folder)
      .out.split('\n')
      .filter((line) => line !== '');
  });
});

describe('the documented examples', () => {
  it('the documented examples compile with a unit of fmu new without type errors in a strict NodeNext project', () => {
    expect(faults).toEqual([]);
    expect(names.length).toBeGreaterThanOrEqual(10);
  });

  it('the documented examples need only declarations of installed packages', () => {
    const declared = readFileSync(join(folder, 'node_modules/fmukit/dist/index.d.ts'), 'utf8');
    expect(declared).not.toMatch(/from 'node:/);
  });

  it.each(spread(names, 3))('%s prints its documented output', (name) => {
    const [, printed] = text(name).split('\n// Prints:\n');
    const expected = printed.replace(/^\/\/ ?/gm, '');
    expect(output(process.execPath, [`compiled/examples/${name.replace(/\.ts$/, '.js')}`], folder)).toBe(
      expected,
    );
  });

  it('the list of examples has exactly the existing examples with their first lines', () => {
    const listed = readFileSync(join(sources, 'README.md'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('- '));
    const first = (name: string): string => text(name).split('\n')[0].replace('// ', '');
    expect(listed).toEqual(names.sort().map((name) => `- [${name}](${name}): ${first(name)}`));
  });
});
