import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';
import { programOptions } from '../short-runs.ts';
import { spread } from '../width.ts';
import {
  documentationPages,
  isInstalled,
  type MarkedBlock,
  markedBlocks,
  missingLine,
  pageText,
} from './marked-blocks.ts';

const folder = temporaryFolder('pages');

/** Programs by which `npx fmu` and `fmu` start this package: npx itself takes longer than most commands. */
const programs = join(folder, 'bin');
mkdirSync(programs);
const fmu = `exec "${process.execPath}" ${programOptions.join(' ')} "${join(root, 'bin/fmu.cjs')}"`;
const npx = `#!/bin/sh
if [ "$1" != fmu ]; then echo "npx: expected fmu, got $1" >&2; exit 2; fi
shift
${fmu} "$@"
`;
for (const [name, text] of [
  ['npx', npx],
  ['fmu', `#!/bin/sh\n${fmu} "$@"\n`],
]) {
  writeFileSync(join(programs, name), text);
  chmodSync(join(programs, name), 0o755);
}

const environment: NodeJS.ProcessEnv = {
  ...process.env,
  NO_COLOR: '1',
  PATH: `${programs}${delimiter}${process.env.PATH}`,
};

/** Makes a folder as a reader has it after `npm install fmukit`. */
function emptyFolder(name: string): string {
  const path = join(folder, name.replace(/\W+/g, '-'));
  mkdirSync(join(path, 'node_modules'), { recursive: true });
  symlinkSync(root, join(path, 'node_modules/fmukit'), 'junction');
  writeFileSync(join(path, 'package.json'), '{ "private": true, "type": "module" }\n');
  return path;
}

/** Executes a block in a folder and returns its exit code and output. */
function execute(
  { kind, line, name, text }: MarkedBlock,
  cwd: string,
): { code: number | null; output: string; errorsFirst: string } {
  const file = join(cwd, name ?? `block-${line}.ts`);
  if (kind !== 'sh') writeFileSync(file, text);
  if (kind === 'file') return { code: 0, output: '', errorsFirst: '' };
  const loader = pathToFileURL(join(root, 'node_modules/tsx/dist/esm/index.mjs')).href;
  const [program, args] =
    kind === 'sh'
      ? ['bash', ['-e', '-o', 'pipefail', '-c', text]]
      : [process.execPath, ['--import', loader, file]];
  // A block that waits for something that never comes fails, and does not hold up all tests.
  const timeout = 300_000;
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env: environment,
    encoding: 'utf8',
    timeout,
    killSignal: 'SIGKILL',
  });
  const why = error === undefined ? '' : `${error.message}\n`;
  return { code: status, output: `${why}${stdout}${stderr}`, errorsFirst: `${stderr}${stdout}` };
}

/** Returns why a page cannot be executed on this machine, or undefined. */
function obstacle(blocks: readonly MarkedBlock[]): string | undefined {
  const text = blocks.map((block) => block.text).join('\n');
  const tools = ['bash', 'zip', 'unzip', 'setsid'].filter((tool) =>
    new RegExp(`\\b${tool}\\b`).test(`bash ${text}`),
  );
  const missing = tools.find((tool) => !isInstalled(tool));
  if (missing !== undefined) return `${missing} is not installed`;
  return text.includes('--native') ? noCompiler : undefined;
}

const pages = documentationPages()
  .map((page) => ({ page, blocks: markedBlocks(pageText(page)) }))
  .filter(({ blocks }) => blocks.some(({ kind }) => kind !== 'file'));

describe('the marked blocks of the documentation', () => {
  it('README.md and the pages of the guide have blocks that are executed', () => {
    const names = pages.map(({ page }) => page);
    expect(names).toContain('README.md');
    expect(names.filter((name) => name.startsWith('docs/guide/')).length).toBeGreaterThanOrEqual(10);
  });

  // A quick run executes the README and two pages.
  it.for(spread(pages, 3))(
    '$page runs from its first block to its last in an empty folder and prints what the page shows',
    ({ page, blocks }, { skip }) => {
      const why = obstacle(blocks);
      if (why !== undefined) return skip(why);
      const cwd = emptyFolder(page);
      let outputs = '';
      for (const block of blocks) {
        const { code, output, errorsFirst } = execute(block, cwd);
        outputs += output.replace(/\s+/g, ' ');
        expect(code, `${page}:${block.line}: ${output}`).toBe(0);
        const { shown } = block;
        const missing = shown && missingLine(shown, output) && missingLine(shown, errorsFirst);
        expect.soft(missing, `${page}:${shown?.line} differs from:\n${output}`).toBeUndefined();
        if (page === 'README.md' && block.kind !== 'file')
          expect(output, `line ${block.line} prints something`).not.toBe('');
      }
      // The numbers of rules change with each new rule. Those of native code depend on the machine.
      if (blocks.some(({ text }) => text.includes('--native'))) return;
      for (const [counts] of pageText(page).matchAll(/\bchecked \d+ of \d+ rules.*/g))
        expect(outputs).toContain(counts);
    },
  );

  it('a failing command and a failing program fail their page', () => {
    const page = '```sh run\nfalse | true\n```\n\n```ts run\nthrow new Error("no");\n```\n';
    const cwd = emptyFolder('failing');
    expect(markedBlocks(page).map((block) => execute(block, cwd).code)).toEqual([1, 1]);
  });

  it('a program imports fmukit and reads the file of a block before it', () => {
    const file = '```json file a.json\n{ "a": 1 }\n```\n';
    const code = [
      "import { readFileSync } from 'node:fs';",
      "import { openFmu } from 'fmukit';",
      "console.log(typeof openFmu, JSON.parse(readFileSync('a.json', 'utf8')).a);",
    ].join('\n');
    const cwd = emptyFolder('program');
    const results = markedBlocks(`${file}\n\`\`\`ts run\n${code}\n\`\`\`\n`).map((block) =>
      execute(block, cwd),
    );
    expect(results).toMatchObject([
      { code: 0, output: '' },
      { code: 0, output: 'function 1\n' },
    ]);
  });

  it('a shown line with another number is missing, unless it varies or the number is left out', () => {
    const page = (info: string, text: string): string =>
      `\`\`\`sh run\nls\n\`\`\`\n\n\`\`\`${info}\n${text}\n\`\`\`\n`;
    const missing = (info: string, text: string): string | undefined => {
      const [{ shown }] = markedBlocks(page(info, text));
      return shown && missingLine(shown, 'steps 500\nkey 1bd9 of\n  alice\nwall time 0.3 s\n');
    };
    expect(missing('text', 'steps 500\nkey 1bd9 of alice')).toBeUndefined();
    expect(missing('text', 'steps 501\nkey 1bd9 of alice')).toBe('steps 501');
    expect(missing('text', 'steps 500\nkey 3157 of alice')).toBe('key 3157 of alice');
    expect(missing('text', 'steps 500\nwall time 0.3 s')).toBe('wall time 0.3 s');
    expect(missing('text', 'steps 500\n…\nwall time 7.0 s')).toBeUndefined();
    expect(missing('text varies=key', 'steps 500\nkey 3157 of alice')).toBeUndefined();
    expect(missing('text', 'steps …\nkey …')).toBeUndefined();
    expect(missing('text example', 'steps 501')).toBeUndefined();
  });

  it('unmarked blocks are left out, and unknown marks are an error', () => {
    expect(markedBlocks('```sh\nfalse\n```\n\n```text\nrun\n```\n')).toEqual([]);
    expect(() => markedBlocks('```python run\n```\n')).toThrow(
      'line 1: expected a block "sh run" or "ts run"',
    );
    expect(markedBlocks('a\n\n- b\n\n  ```sh run\n  ls\n  ```\n')).toEqual([
      { line: 5, kind: 'sh', text: 'ls\n' },
    ]);
  });
});
