import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { markedBlocks, pageText } from '../docs/marked-blocks.ts';
import { hashOf } from '../hash-of.ts';
import { type Finished, root } from '../run-fmu.ts';
import { programOptions } from '../short-runs.ts';
import { isFullTest } from '../width.ts';
import { once } from './once.ts';

const { devDependencies, optionalDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Record<string, Record<string, string>>;

/** Runs a program like a user: without the environment of npm, Node options and the test runner. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Finished {
  const clean = Object.entries(process.env).filter(
    ([key]) =>
      !/^(npm_(?!config_(cache|registry|userconfig))|INIT_CWD|NODE_OPTIONS|VITEST|NODE_ENV)/.test(key),
  );
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...Object.fromEntries(clean), NO_COLOR: '1', ...env },
    maxBuffer: 1 << 26,
  });
  return { code: status, out: stdout, err: stderr };
}

/** Returns the standard output of a program that must succeed. */
export function output(program: string, args: readonly string[], cwd: string): string {
  const { code, out, err } = run(program, args, cwd);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: exit code ${code}\n${err}\n${out}`);
  return out;
}

/** Runs `fmu` of the package that is installed in `folder`, by this Node or another. */
export function fmuIn(folder: string, args: readonly string[], node: string = process.execPath): string {
  const options = node === process.execPath ? programOptions : [];
  return output(node, [...options, join(folder, 'node_modules/fmukit/bin/fmu.cjs'), ...args], folder);
}

/** Runs `npm install` in a folder, which becomes a project of ES modules. */
export function install(folder: string, packages: readonly string[]): void {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  output(
    'npm',
    ['install', '--prefix', folder, '--prefer-offline', '--no-audit', '--no-fund', ...packages],
    folder,
  );
}

/** Sources and tools of the declarations, and the files to compare with. */
const declaring = [
  ...['fmu-sdk', 'master', 'public', 'docs/api'],
  ...[
    'bin/build/types.mjs',
    'bin/build/entry-declarations.mjs',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.types.json',
  ],
];
/** Built declaration files. */
const declarations = ['index', 'check', 'browser', 'browser-write', 'author', 'dialect'].map(
  (name) => `dist/${name}.d.ts`,
);

/**
 * Builds the declarations and API reports, and returns the reported changes. Quick tests build them
 * only after a change of their sources.
 */
export async function declared(): Promise<string> {
  const folder = await once('declared', (to) => {
    const mark = join(root, 'dist/.declared');
    const known = (): string => hashOf([...declaring, ...declarations]);
    const isDeclared =
      !isFullTest &&
      [mark, ...declarations.map((name) => join(root, name))].every((file) => existsSync(file));
    if (isDeclared && readFileSync(mark, 'utf8') === known()) return writeFileSync(join(to, 'said'), '');
    const { code, out, err } = run(process.execPath, ['bin/build/types.mjs'], root);
    writeFileSync(join(to, 'said'), code === 0 ? '' : `exit code ${code}\n${err}${out}`);
    if (code === 0) writeFileSync(mark, known());
  });
  return readFileSync(join(folder, 'said'), 'utf8');
}

const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
};

/**
 * Installs an archive from files of the repository as `npm install` would, because quick tests have
 * no time for npm.
 */
function unpack(folder: string, archive: string, optional: boolean, more: readonly string[] = []): void {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'fmukit'), { recursive: true });
  output('tar', ['xzf', archive, '--strip-components=1', '-C', join(modules, 'fmukit')], folder);
  const names = Object.entries(locked)
    .filter(([, entry]) => entry.dev !== true && (optional || !(entry.optional || entry.devOptional)))
    .map(([path]) => path.slice('node_modules/'.length))
    // Packages nested in another package are copied with it.
    .filter((name) => name !== '' && !name.includes('/node_modules/'));
  for (const name of [...names, ...more]) {
    const from = join(root, 'node_modules', name);
    if (!existsSync(from)) continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(from, join(modules, name));
  }
}

/** Returns the file that `npm pack` makes. */
export async function packed(): Promise<string> {
  await declared();
  const folder = await once('packed', (to) => {
    output('npm', ['pack', '--ignore-scripts', '--pack-destination', to], root);
  });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return join(folder, `fmukit-${version}.tgz`);
}

/**
 * Returns a folder outside the repository with the whole package, a compiler, and the first unit of
 * the tour in the README.
 */
export async function installed(): Promise<string> {
  const archive = await packed();
  return once('installed', (folder) => {
    const { typescript } = optionalDependencies;
    if (isFullTest)
      install(folder, [archive, `@types/node@${devDependencies['@types/node']}`, `typescript@${typescript}`]);
    else unpack(folder, archive, true, ['@types/node', 'undici-types']);
    fmuIn(folder, ['new', 'my-filter']);
    fmuIn(folder, ['build', 'my-filter']);
    writeFileSync(join(folder, 'chain.json'), chain);
  });
}

/** Returns a folder of a user without the optional packages. */
export async function lean(): Promise<string> {
  const archive = await packed();
  return once('lean', (folder) =>
    isFullTest ? install(folder, [archive, '--omit=optional']) : unpack(folder, archive, false),
  );
}

/** System `chain.json` of the quick start. */
export const chain: string = markedBlocks(pageText('README.md')).find(
  ({ name }) => name === 'chain.json',
)!.text;
