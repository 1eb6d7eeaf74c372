import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { platformName } from '../../../fmu-sdk/host/choice/platform-name.ts';
import { compilerFor, type Platform } from '../../../fmu-sdk/util/c-compiler/compilers.ts';
import { removeTree } from '../../../fmu-sdk/util/files/remove-tree.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { root } from '../../run-fmu.ts';
import { width } from '../../width.ts';

const folder = temporaryFolder('remove');
const precious = join(folder, 'precious');
mkdirSync(precious);
writeFileSync(join(precious, 'file'), 'kept');

/** The C code of FMU processes, and the TypeScript code of the next start. */
const ways: [string, (path: string) => void][] = [['TypeScript', (path) => void removeTree(path)]];
if (noCompiler === undefined) {
  const program = join(folder, 'remove');
  writeFileSync(
    `${program}.c`,
    '#include "working-folder.h"\nint main(int n, char** v) { return (void)n, remove_folder(v[1]), 0; }',
  );
  const { command, args } = compilerFor(platformName() as Platform) as {
    command: string;
    args: readonly string[];
  };
  const nativeFolder = join(root, 'fmu-sdk/host/native/platform');
  const built = spawnSync(command, [
    ...args,
    '-I',
    nativeFolder,
    `${program}.c`,
    join(nativeFolder, 'working-folder.c'),
    '-o',
    program,
  ]);
  if (built.status !== 0) throw new Error(String(built.stderr));
  ways.push(['C', (path) => void spawnSync(program, [path])]);
}

/** Creates a folder with the content from `fill`. */
function full(name: string, fill: (path: string) => void): string {
  const path = join(folder, name);
  mkdirSync(path);
  fill(path);
  return path;
}

/**
 * Depth of nested folders: their path is at least twice as long as the system's limit (4096 bytes).
 */
const depth = width(1200, 3000);
/** Number of files, and of folders among them. */
const [files, folders] = [width(1200, 3000), 300];

function deep(path: string): void {
  const before = process.cwd();
  process.chdir(path);
  for (let i = 0; i < depth; i++) {
    mkdirSync('nested');
    process.chdir('nested');
  }
  process.chdir(before);
}

const contents: [string, (path: string) => void][] = [
  [`${depth} folders in each other`, deep],
  [
    'folders that let nobody in',
    (path) => {
      mkdirSync(join(path, 'a/b/c'), { recursive: true });
      for (const text of ['a/b/c', 'a/b', 'a']) chmodSync(join(path, text), 0);
      chmodSync(path, 0o500);
    },
  ],
  [
    'names that are no text, and those that removal itself gives',
    (path) => {
      for (const bytes of ['ff0a1b5b', '2e2e2e', '20', '2a']) {
        writeFileSync(Buffer.concat([Buffer.from(`${path}/`), Buffer.from(bytes, 'hex')]), '');
        mkdirSync(Buffer.concat([Buffer.from(`${path}/`), Buffer.from(`${bytes}fe`, 'hex')]));
      }
      mkdirSync(join(path, '.fmukit-0/.fmukit-1/x'), { recursive: true });
      mkdirSync(join(path, '.fmukit-1'));
      writeFileSync(join(path, '.fmukit-2'), '');
    },
  ],
  [
    'links to elsewhere, which are not followed',
    (path) => {
      symlinkSync(precious, join(path, 'link'));
      mkdirSync(join(path, 'a'));
      symlinkSync(precious, join(path, 'a/link'));
      symlinkSync('nowhere', join(path, 'a/dangling'));
    },
  ],
  [
    'many entries',
    (path) => {
      for (let i = 0; i < files; i++) writeFileSync(join(path, `${i}`), '');
      for (let i = 0; i < folders; i++) mkdirSync(join(path, `f${i}`));
    },
  ],
];

describe.skipIf(process.platform !== 'linux')('removing a folder', () => {
  for (const [way, remove] of ways)
    it.each(contents)(`${way} removes a folder with %s`, (what, fill) => {
      const path = full(`${way} ${what}`.replaceAll(' ', '-'), fill);
      remove(path);
      expect(existsSync(path)).toBe(false);
      expect(readdirSync(precious)).toEqual(['file']);
    });

  it('removing a folder stops at its limit, and removes the rest next time', () => {
    const path = full('share', contents[4][1]);
    expect(removeTree(path, 1000)).toBe('unfinished');
    expect(readdirSync(path).length).toBe(files + folders - 1000);
    expect(removeTree(path, 5000)).toBe('gone');
  });

  it('removing a folder leaves a mounted folder unchanged', ({ skip }) => {
    const path = full('mounted', (at) => mkdirSync(join(at, 'm')));
    const program = `import { removeTree } from ${JSON.stringify(join(root, 'fmu-sdk/util/files/remove-tree.ts'))};
      import { readdirSync } from 'node:fs';
      console.log(removeTree(${JSON.stringify(path)}), readdirSync(${JSON.stringify(join(path, 'm'))})[0]);`;
    const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', program];
    const line = `mount --bind ${precious} ${path}/m && exec "$0" "$@"`;
    const { stdout, stderr } = spawnSync('unshare', ['-Urm', 'sh', '-c', line, ...node], {
      cwd: root,
      encoding: 'utf8',
    });
    if (/unshare:/.test(stderr)) return skip('this machine mounts nothing for its users');
    expect(stdout).toBe('refused file\n');
    expect(readdirSync(precious)).toEqual(['file']);
    rmdirSync(join(path, 'm'));
  });
});
