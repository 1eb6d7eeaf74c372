import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';

/** Ways to change third-party code or the engine, which break at its next release. */
const tricks: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['flags of the engine', /\bsetFlagsFromString\b|\brunInThisContext\('%/],
  ['private interface of V8', /\bnamespace v8\b|v8-fast-api-calls/],
  ['a write to the global object', /\bglobalThis as\b|\bglobalThis\.\w+ =[^=]/],
  ['a replaced method of another class', /\b[A-Z]\w*\.prototype\.\w+ =[^=]/],
  ['private members of yargs', /\bgetInternalMethods\b|\bcacheHelpMessage\b/],
  // An esbuild plugin that loads a package's file and changes its text.
  [
    'patched files of a package',
    /onLoad\(\{ filter: \/[^/]*node_modules(?:[^;]|;(?!\n\}))*?\.replace(?:All)?\(/,
  ],
];

const tricksIn = (text: string): string[] =>
  tricks.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);

describe('third-party code and the engine', () => {
  it('program and scripts use packages and the engine only through documented interfaces', () => {
    const { stdout } = spawnSync(
      'git',
      ['ls-files', '-z', '*.ts', '*.mjs', '*.cjs', '*.js', '*.c', '*.cpp', '*.h'],
      {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      },
    );
    const files = stdout.split('\0').filter((file) => file !== '' && !file.startsWith('test/'));
    expect(files.length).toBeGreaterThan(1000);
    const found = files.flatMap((file) =>
      tricksIn(readFileSync(join(root, file), 'utf8')).map((trick) => `${file}: ${trick}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ["setFlagsFromString('--expose-gc');", 'flags of the engine'],
    ['namespace v8 { class Local; }', 'private interface of V8'],
    ['(globalThis as { called?: unknown }).called = call;', 'a write to the global object'],
    ['globalThis.called = call;', 'a write to the global object'],
    ['Map.prototype.get = own;', 'a replaced method of another class'],
    ['line.getInternalMethods().getUsageInstance()', 'private members of yargs'],
    [
      "build.onLoad({ filter: /node_modules.binaryen/ }, () => ({ contents: text.replaceAll('a', 'b') }));",
      'patched files of a package',
    ],
  ])('%s is found', (text, trick) => {
    expect(tricksIn(text)).toEqual([trick]);
  });
});
