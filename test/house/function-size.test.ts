import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';
import { cFunctions, type SourceFunction, scriptFunctions } from './function-sizes.ts';

const mostLines = 60;
const mostParameters = 5;

/** Functions whose parameters are not free, with the reason. */
const exemptions: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /^fmu-sdk\/build\/component\/glue\/exports\/[\w-]+-exports\.ts: fmi[A-Z]/,
    'The Canonical ABI prescribes the operands of an export.',
  ],
  [
    /^fmu-sdk\/host\/component\/own\/fmukit-component\.ts: \[(?:logItem|updateItem)\]$/,
    'The Canonical ABI prescribes the operands of an import.',
  ],
  [/\.[ch]: (?:LOG_MESSAGE|INTERMEDIATE_UPDATE)$/, 'The Canonical ABI prescribes the operands of an import.'],
  [/\.[ch]: fmi[23]?[A-Z]/, 'FMI or the interface of the component prescribes the signature.'],
  [/\.c: (?:log_message|guard_log2|quiet)$/, 'FMI prescribes the signature of the logger.'],
  [
    /\.c: (?:intermediate_update|guard_update|updated)$/,
    'FMI prescribes the signature of the intermediate update.',
  ],
  [/^units\//, 'A unit passes vectors by their numbers, because a step must not allocate an object.'],
];

/** Returns the tracked and new files with one of these extensions, outside the tests. */
function files(...extensions: string[]): string[] {
  const patterns = extensions.map((extension) => `*.${extension}`);
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((file) => file !== '' && !file.startsWith('test/') && existsSync(join(root, file)));
}

function functionsIn(
  names: readonly string[],
  read: (file: string, text: string) => SourceFunction[],
): SourceFunction[] {
  return names.flatMap((name) => read(name, readFileSync(join(root, name), 'utf8')));
}

const scripts = functionsIn(files('ts', 'mts', 'cts', 'mjs', 'cjs', 'js'), scriptFunctions);
const functions = [...scripts, ...functionsIn(files('c', 'h'), cFunctions)];
const crowded = functions.filter(({ parameters }) => parameters > mostParameters);

describe('the functions of the sources', () => {
  it(`functions have at most ${mostLines} lines`, () => {
    expect(functions.length).toBeGreaterThan(scripts.length);
    const long = functions.filter(({ lines }) => lines > mostLines);
    expect(long.map(({ name, lines }) => `${name}: ${lines} lines`)).toEqual([]);
  });

  it(`functions have at most ${mostParameters} parameters, unless an interface prescribes them`, () => {
    const free = crowded.filter(({ name }) => !exemptions.some(([pattern]) => pattern.test(name)));
    expect(free.map(({ name, parameters }) => `${name}: ${parameters} parameters`)).toEqual([]);
  });

  it('every exemption from the number of parameters is needed', () => {
    const idle = exemptions.filter(([pattern]) => !crowded.some(({ name }) => pattern.test(name)));
    expect(idle.map(([pattern]) => pattern.source)).toEqual([]);
  });
});

describe('the search for functions', () => {
  it('counts lines and parameters of scripts', () => {
    const text =
      'class A {\n  constructor(a, b) {\n  }\n  get b() { return (c) => c; }\n}\nconst d = () => 1;\n';
    expect(scriptFunctions('a.js', text)).toEqual([
      { name: 'a.js: A', lines: 2, parameters: 2 },
      { name: 'a.js: b', lines: 1, parameters: 0 },
      { name: 'a.js: line 4', lines: 1, parameters: 1 },
      { name: 'a.js: d', lines: 1, parameters: 0 },
    ]);
  });

  it('counts lines and parameters of C, without comments, texts and macros', () => {
    const text = `/* f() { */
#define F(a) \\
  void a(void) {
struct S { int a; };
static const int list[] = {1, 2};
int f(int a, void (*g)(int, int)) {
  if (a) { return '{'; }
  return 0; // }
}
void h(void) {}
`;
    expect(cFunctions('a.c', text)).toEqual([
      { name: 'a.c: f', lines: 4, parameters: 2 },
      { name: 'a.c: h', lines: 1, parameters: 0 },
    ]);
  });
});
