import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';
import { isFullTest, spread } from '../width.ts';
import { fmuIn, lean, run } from './installed.ts';

/** Hook that writes the address of every module that a process loads to the file FMUKIT_LOADED. */
const hook = `import { appendFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
const loader = \`import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(process.env.FMUKIT_LOADED, url + '\\\\n');
  return next(url, context);
}\`;
register('data:text/javascript,' + encodeURIComponent(loader));
const { cache } = createRequire(import.meta.url);
process.on('exit', () => appendFileSync(process.env.FMUKIT_LOADED, Object.keys(cache).join('\\n') + '\\n'));
`;

let folder: string;
beforeAll(async () => {
  folder = await lean();
  mkdirSync(join(folder, 'dist'));
  mkdirSync(join(folder, 'systems'));
  for (const unit of ['crane-single', 'hydraulic-actuator', 'joystick'])
    cpSync(join(root, `dist/${unit}.fmu`), join(folder, `dist/${unit}.fmu`));
  cpSync(join(root, 'systems/crane-single-force.json'), join(folder, 'systems/crane-single-force.json'));
  writeFileSync(join(folder, 'hook.mjs'), hook);
});

const files = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(path, name)).isFile(),
  );

const cache = new Map<string, { loaded: string[]; out: string }>();

/** Runs a command of `fmu` once for all tests. Returns the loaded modules and the output. */
function loadedBy(args: readonly string[]): { loaded: string[]; out: string } {
  const before = cache.get(args.join(' '));
  if (before !== undefined) return before;
  const list = join(folder, 'loaded');
  writeFileSync(list, '');
  const fmu = join(folder, 'node_modules/fmukit/bin/fmu.cjs');
  const { code, out, err } = run(process.execPath, ['--import', './hook.mjs', fmu, ...args], folder, {
    FMUKIT_LOADED: list,
  });
  expect(`${code} ${err}`).toMatch(/^0 /);
  const result = { loaded: readFileSync(list, 'utf8').split('\n'), out };
  cache.set(args.join(' '), result);
  return result;
}

describe('the package without its optional packages', () => {
  it.skipIf(!isFullTest)('the package takes at most 30 MB with all its dependencies', () => {
    const modules = join(folder, 'node_modules');
    // Disk usage in blocks, including folders, by package.
    const sizes: Record<string, number> = {};
    for (const name of readdirSync(modules, { recursive: true, encoding: 'utf8' })) {
      // Commands of other tests may have filled the cache of this installation.
      if (name.split('/')[0] === '.cache') continue;
      const part = name.split('/').slice(0, 3).join('/');
      sizes[part] = (sizes[part] ?? 0) + 4096 * Math.ceil(statSync(join(modules, name)).size / 4096);
    }
    const whole = Object.values(sizes).reduce((sum, size) => sum + size);
    expect(whole, JSON.stringify(sizes)).toBeLessThan(30e6);
    for (const name of ['typescript', 'assemblyscript', 'tsx', 'esbuild'])
      expect(existsSync(join(modules, name))).toBe(false);
  });

  it('the package contains TypeScript only as declarations, the author package, and examples', () => {
    const typescriptFiles = files(join(folder, 'node_modules/fmukit')).filter((name) =>
      /\.[cm]?ts$/.test(name),
    );
    const sources = typescriptFiles.filter((name) => !/^dist\/[\w-]+\.d\.ts$/.test(name));
    const guide = [
      'bouncing-ball',
      'dc-motor',
      'first-order-lag',
      'flywheel',
      'pi-controller',
      'spring-mass',
    ];
    expect([...new Set(sources.map(dirname))].sort()).toEqual([
      'docs/examples',
      ...guide.map((name) => `docs/units/${name}`),
      'fmu-sdk/author',
    ]);
  });

  it('links of the README and the guide to pages lead to files of the package', () => {
    const packed = join(folder, 'node_modules/fmukit');
    const guide = readdirSync(join(packed, 'docs/guide')).map((name) => `docs/guide/${name}`);
    const targets = ['README.md', ...guide].flatMap((page) =>
      [...readFileSync(join(packed, page), 'utf8').matchAll(/\]\((?![a-z]+:)([^)#]+\.(?:md|png))/g)].map(
        ([, target]) => join(dirname(page), target),
      ),
    );
    const pages = targets.filter((target) => target.startsWith('docs/'));
    expect(pages.length).toBeGreaterThan(100);
    expect(pages.filter((page) => !existsSync(join(packed, page)))).toEqual([]);
  });

  it('the package couples units with the bytes of the repository', () => {
    fmuIn(folder, ['run', 'systems/crane-single-force.json', '--output', 'here.csv']);
    const fmu = join(root, 'bin/fmu.cjs');
    const referenceFile = join(folder, 'there.csv');
    const { code } = run(
      process.execPath,
      [fmu, 'run', 'systems/crane-single-force.json', '--output', referenceFile],
      root,
    );
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'here.csv')).equals(readFileSync(referenceFile))).toBe(true);
  });

  const lines = [
    ['run', 'systems/crane-single-force.json'],
    ['run', 'dist/joystick.fmu', '--stop-time', '1'],
    ['check', 'dist/joystick.fmu'],
    ['inspect', 'dist/joystick.fmu'],
  ];
  it.each(spread(lines, 2))('fmu %s %s loads no TypeScript and no compiler', (...args) => {
    const { loaded } = loadedBy(args);
    // Some commands consist of one file.
    expect(loaded.filter((address) => address.includes('/fmukit/dist/')).length).toBeGreaterThan(0);
    expect(loaded.filter((address) => /\.[cm]?ts(\?|$)/.test(address))).toEqual([]);
    const compilers =
      /node_modules\/(typescript|tsx|esbuild|assemblyscript|binaryen|wabt|@bytecodealliance)\//;
    expect(loaded.filter((address) => compilers.test(address))).toEqual([]);
  });

  // Runs three checks with all rules.
  it.skipIf(!isFullTest)(
    'the package checks the behaviour of a fmukit FMU with the verdicts of the repository',
    () => {
      const { out: text } = loadedBy(['check', 'dist/joystick.fmu']);
      expect(text).toContain('dist/joystick.fmu: conforms to FMI 3.0.2');
      expect(text).not.toContain('which is not installed');
      const verdicts = (fmu: string, cwd: string): Record<string, string>[] => {
        const { out } = run(process.execPath, [fmu, 'check', 'dist/joystick.fmu', '--format', 'json'], cwd);
        return JSON.parse(out).units[0].rules;
      };
      const packageVerdicts = verdicts(join(folder, 'node_modules/fmukit/bin/fmu.cjs'), folder);
      expect(packageVerdicts).toEqual(verdicts(join(root, 'bin/fmu.cjs'), root));
      expect(
        packageVerdicts.filter(({ id, status }) => id.startsWith('memory/') && status === 'passed').length,
      ).toBeGreaterThan(3);
    },
  );

  it('fmu build lists all missing packages in one line', () => {
    fmuIn(folder, ['new', 'my-filter']);
    const fmu = join(folder, 'node_modules/fmukit/bin/fmu.cjs');
    const { code, err } = run(process.execPath, [fmu, 'build', 'my-filter'], folder);
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const all = Object.entries(optionalDependencies).map(([name, version]) => `${name}@${version}`);
    expect(code).toBe(1);
    expect(err.trim().split('\n').length).toBe(1);
    expect(err).toMatch(/^fmu: build: this needs the optional package \S+, which is not installed/);
    expect(err).toContain(`npm install ${all.join(' ')}\n`);
  });
});
