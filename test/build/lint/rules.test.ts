import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { type Finding, formatFinding, lintUnit, rules } from '../../../fmu-sdk/build/lint/lint-unit.ts';
import { authorFile } from '../../../fmu-sdk/build/lint/resolve-import.ts';
import { lintFolders } from '../../../fmu-sdk/build/lint-folders.ts';

import type { Manifest } from '../../../fmu-sdk/build/manifest/manifest.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

/** Variables as generated from unit.json. */
const variables = `import { Unit } from 'fmukit/author';
export abstract class MyLagVariables extends Unit {
  /** output */
  y: f64 = 0.0;
  /** parameter [s]: time constant */
  T: f64 = 1.0;
  /** structuralParameter */
  n: i32 = 2;
  /** parameter */
  k: StaticArray<f64> = new StaticArray<f64>(2);
  /** constant output [m] */
  c: f64 = 3.0;
}
`;

/** Returns the findings in a module with this text. */
function lint(text: string): Finding[] {
  return lintUnit('/unit/unit.ts', {
    sources: { '/unit/unit.ts': text, '/unit/variables.ts': variables },
  });
}

/** Returns a function with a few typed arguments around a body. */
function body(text: string): string {
  return `export function f(x: f64, n: i32, s: f32, b: bool, w: u8, a: StaticArray<f64>, k: StaticArray<i32>): void { ${text} }`;
}

/** Returns a unit whose doStep has this body, with additional members and module code. */
function unit(step: string, members = '', more = ''): string {
  return `import { Unit, fail, numberText } from 'fmukit/author'; ${more}
export class U extends Unit { ${members} doStep(t: f64, h: f64): void { ${step} } }`;
}

interface Case {
  rule: string;
  claim: string;
  good: string[];
  bad: string[];
}

const cases: Case[] = [
  {
    rule: 'syntax',
    claim: 'a source that does not parse is reported at its first error',
    good: [body('n++;')],
    bad: ['export const a: f64 = ;'],
  },
  {
    rule: 'imports',
    claim: 'an import names a file that exists, without an extension',
    good: ["import { Unit } from 'fmukit/author'; export class A { u: Unit | null = null; }"],
    bad: [
      "import { A } from './missing'; export class B extends A {}",
      "import { readFileSync } from 'node:fs'; readFileSync('x');",
      "import { Unit } from 'fmukit/author.ts'; export class A { u: Unit | null = null; }",
      "import fs from 'fmukit/author';",
    ],
  },
  {
    rule: 'unit-class',
    claim: "unit.ts exports the class that follows from the unit's name",
    good: [
      "import { MyLagVariables } from './variables'; export class MyLag extends MyLagVariables { doStep(t: f64, h: f64): void {} }",
      "import { MyLagVariables } from './variables'; class MyLag extends MyLagVariables { doStep(t: f64, h: f64): void {} } export { MyLag };",
    ],
    bad: [
      "import { MyLagVariables } from './variables'; class MyLag extends MyLagVariables { doStep(t: f64, h: f64): void {} }",
      "import { MyLagVariables } from './variables'; export class Lag extends MyLagVariables { doStep(t: f64, h: f64): void {} }",
      "import { YourLagVariables } from './variables'; export class YourLag extends YourLagVariables { doStep(t: f64, h: f64): void { this.y = this.T; } }",
      "import { MyLagVariables } from './variables'; export const a: f64 = 1.0; export function f(v: MyLagVariables): void {}",
    ],
  },
  {
    rule: 'parameter-written',
    claim: 'a write to a parameter is an error',
    good: [
      "import { MyLagVariables } from './variables'; export class MyLag extends MyLagVariables { doStep(t: f64, h: f64): void { this.y = this.T; this.y += this.k[0]; } }",
    ],
    bad: ['this.T = 1.0', 'this.T += 1.0', 'this.n++', '--this.n', 'this.k[1] = 2.0'].map(
      (statement) =>
        `import { MyLagVariables } from './variables'; export class MyLag extends MyLagVariables { doStep(t: f64, h: f64): void { ${statement}; } }`,
    ),
  },
  {
    rule: 'constant-written',
    claim: 'a write to a constant is an error',
    good: [
      "import { MyLagVariables } from './variables'; export class MyLag extends MyLagVariables { doStep(t: f64, h: f64): void { this.y = this.c; } }",
    ],
    bad: ['this.c = 5.0', 'this.c += 1.0', 'this.c++'].map(
      (statement) =>
        `import { MyLagVariables } from './variables'; export class MyLag extends MyLagVariables { doStep(t: f64, h: f64): void { ${statement}; } }`,
    ),
  },
  {
    rule: 'never-called',
    claim: 'a method that the SDK never calls is an error',
    good: [
      "import { MyLagVariables } from './variables'; export class MyLag extends MyLagVariables { doStep(t: f64, h: f64): void { this.eventNeeded = false; } }",
    ],
    bad: [
      'onEvent(): bool { return false; } doStep(t: f64, h: f64): void {}',
      'nextEventTime(): f64 { return 1.0; } doStep(t: f64, h: f64): void {}',
      'largestStep(): f64 { return 1.0; } doStep(t: f64, h: f64): void {}',
      'doStep(t: f64, h: f64): void { this.eventNeeded = t > 1.0; }',
    ].map(
      (members) =>
        `import { MyLagVariables } from './variables'; export class MyLag extends MyLagVariables { ${members} }`,
    ),
  },
  {
    rule: 'annotation',
    claim: 'fields, parameters, results, constants and local numbers have a written type',
    good: [
      body('const y: f64 = x; for (let i: i32 = 0; i < n; i++) {} const q = a;'),
      'export class A { x: f64 = 1.0; get y(): f64 { return this.x; } set y(v: f64) { this.x = v; } constructor() {} }',
      'export class A { x: f64 = 1.0; } export function f(): void { const o = new A(); o.x = 2.0; }',
    ],
    bad: [
      body('const y = x;'),
      body('const y = n * 2;'),
      body('for (let i = 0; i < n; i++) {}'),
      body('let y; y = x;'),
      body('const y = a[0];'),
      body('const y = x > 1.0;'),
      'export const g = 9.81;',
      'export class A { x = 1.0; }',
      'export function f(x): void {}',
      'export function f(x: f64) { return x; }',
      'export class A { get y() { return 1.0; } }',
    ],
  },
  {
    rule: 'integer-division',
    claim: '/ and /= of two integers are errors',
    good: [
      body('const y: f64 = x / 2.0; x /= 3.0; a[0] /= x;'),
      body('const y: f64 = f64(n) / 2.0;'),
      body('const y: f64 = (b ? 1.0 : -1.0) / 2.0;'),
      "import { idiv } from 'fmukit/author'; export function f(n: i32): i32 { return idiv(n, 2); }",
      body('const y: f64 = 1.0 / f64(k.length);'),
      'export class S<T> { v: StaticArray<T>; constructor(v: StaticArray<T>) { this.v = v; } at(i: i32): T { return this.v[i]; } } export function f(s: S<f64>): f64 { return s.at(0) / s.v[1]; }',
      body('const y: f64 = Math.sin(x) / Math.max(x, 1.0);'),
      body('const y: f64 = 1e3 / x;'),
      body('const y: f64 = unchecked(a[0]) / unchecked(a[1]);'),
    ],
    bad: [
      body('const y: f64 = 1 / 2;'),
      body('const y: f64 = x * (1 / 2);'),
      body('const m: i32 = n / 2;'),
      body('n /= 2;'),
      body('const y: f64 = (b ? 1 : -1) / 2;'),
      body('const y: f64 = f64(k[0] / k[1]);'),
      body('const y: f64 = f64(a.length / 2);'),
      body('const y: f64 = f64(i32(x) / n);'),
      body('const m = n; const y: f64 = f64(m / 2);'),
      body('const y: f64 = f64(-n / (n + 1));'),
      body('const y: f64 = f64(unchecked(k[0]) / 2);'),
      body('const y: f64 = f64(n++ / 2);'),
      body('const y: f64 = f64((n << 1) / 0x10);'),
      'export class A { n: i32 = 1; half(): f64 { return f64(this.n / 2); } }',
      'export class A { static readonly n: i32 = 3; } export function f(): f64 { return f64(A.n / 2); }',
      'export class S<T> { v: StaticArray<T>; constructor(v: StaticArray<T>) { this.v = v; } at(i: i32): T { return this.v[i]; } } export function f(s: S<i32>): i32 { return s.at(0) / s.v[1]; }',
      'export enum E { a = 1 } export function f(e: E): f64 { return f64(e / 2); }',
      'export function g(): i32 { return 3; } export function f(): f64 { return f64(g() / 2); }',
      'export class G<T> { f(x: T, y: T): T { return x / y; } }',
    ],
  },
  {
    rule: 'real-literal',
    claim: 'a literal has a decimal point where a real is expected',
    good: [
      body('let y: f64 = 2.0 * x + 1e-3; y = b ? 1.0 : 0.5; a[0] = 0.0;'),
      body('if (x > 0.0 && n > 0) n = 3;'),
      body('const y: f64 = Math.pow(x, 2.0); a.fill(0.0, 1, 2); const m: i32 = b ? 1 : 2;'),
      body('const y: f64 = f64(2);'),
    ],
    bad: [
      body('const y: f64 = 2;'),
      body('const y: f64 = 2 * x;'),
      body('x = -1;'),
      body('x += 1;'),
      body('x = b ? 1 : 0.5;'),
      body('if (x > 0) n = 1;'),
      body('a[0] = 0;'),
      body('const y: f64 = Math.pow(x, 2);'),
      body('a.fill(0);'),
      'export function f(): f64 { return 1; }',
      'export function f(x: f64 = 1): void {}',
      'export class A { x: f64 = 0; }',
    ],
  },
  {
    rule: 'arithmetic',
    claim: 'operators compute only on f64 and i32, and agree with TypeScript there',
    good: [
      body('const y: f64 = -x % 2.0; n = (n << 2) | (n & 3) ^ ~n; n = n >>> 1; n--; n = -n % 3;'),
      body('const y: f64 = f64(s) * 2.0; const m: i32 = i32(w) + 1; if (w > 3 && !b) n = 1;'),
      body('const y: f64 = x ** 2.0;'),
    ],
    bad: [
      body('const y: f32 = s + s;'),
      body('const y: f32 = -s;'),
      body('w += 1;'),
      body('w++;'),
      body('n = n + w;'),
      body('const y: i32 = b + b;'),
      body('const y: bool = b & b;'),
      body('n = n ** 2;'),
      body('n = n >>> 0;'),
      body('n >>>= n;'),
      body('n = n & x;'),
      'export function f(a: i64, b: u32): void { a = a * a; b = b - b; }',
    ],
  },
  {
    rule: 'conversion',
    claim: 'numbers change their kind by an explicit call',
    good: [
      body(
        'const y: f64 = f64(n) * x; n = i32(x); s = f32(0.1); w = u8(n); w = 255; const m: i32 = w; b = x > 0.0;',
      ),
      body('if (w == 10) n = k[n % 3];'),
      'export class A {} export class B extends A {} export function f(a: A): B { return a as B; }',
      'export class A { next: A | null = null; } export function f(a: A): bool { return a.next == null; }',
      'export enum E { a = 1 } export function f(e: E): i32 { const m: i32 = e; return e == E.a ? m : 0; }',
    ],
    bad: [
      body('n = x as i32;'),
      body('const y: f64 = n;'),
      body('const y: f64 = n * x;'),
      body('n = x;'),
      body('s = 0.1;'),
      body('if (s < 0.1) n = 1;'),
      body('w = n;'),
      body('w = 256;'),
      body('w = -1;'),
      body('n = 3000000000;'),
      body('if (x > n) n = 1;'),
      body('a[x] = 1.0;'),
      body('b = n;'),
      body('n = b;'),
      body('const y: f64 = f64(x);'),
      body('const y: f64 = Math.abs(n);'),
      body('const y: f64 = <f64>n;'),
    ],
  },
  {
    rule: 'dialect-type',
    claim: 'types must exist in wasm',
    good: [
      'export class A { next: A | null = null; v: StaticArray<StaticArray<f64>> = new StaticArray<StaticArray<f64>>(2); }',
    ],
    bad: [
      'export const a: number = 1;',
      'export const a: boolean = true;',
      'export function f(a: f64[]): void {}',
      'export function f(a: any): void {}',
      'export function f(a: unknown): void {}',
      'export function f(a: f64 | string): void {}',
      'export function f(a: f64 | null): void {}',
      "export function f(a: 'x' | 'y'): void {}",
      'export function f(a: [f64, f64]): void {}',
      'export type P = { x: f64 };',
      'export enum E { a = 1 } export const v: StaticArray<E> = new StaticArray<E>(3);',
      'export class S<T> { v: StaticArray<T> = new StaticArray<T>(3); }',
      'export const v: StaticArray<f64> = new StaticArray(3);',
    ],
  },
  {
    rule: 'construct',
    claim: 'constructs that AssemblyScript lacks are errors',
    good: [
      unit(
        "switch (this.n) { case 1: this.n = 2; break; default: fail('no such n'); } do { this.n++; } while (this.n < 3);",
        'n: i32 = 0;',
      ),
      'export interface I { f(x: f64): f64; } export abstract class A { abstract f(): void; } export class B extends A { override f(): void {} static g(): void {} }',
      'export class A { constructor(readonly n: i32, private m: i32 = 2) {} sum(): i32 { return this.n + this.m; } }',
    ],
    bad: [
      body('const g = (y: f64): f64 => y;'),
      body('const g = function (y: f64): f64 { return y; };'),
      body('function g(): void {} g();'),
      body('const { length } = a;'),
      body('const [p] = k;'),
      body('const q = [...k];'),
      body('for (const v of a) x += v;'),
      body('for (const v in a) n++;'),
      body('n = a?.length;'),
      body('const q = a ?? a;'),
      body('try { n = 1; } catch { n = 2; }'),
      body("throw 'x';"),
      body('const q = { x: 1.0 };'),
      body('const q: StaticArray<f64> = [1.0, 2.0];'),
      body('const q = /x/;'),
      body('const q: string = `x`;'),
      body('const q: string = typeof n;'),
      body('delete a[0];'),
      body('var q: i32 = 1;'),
      body("import('./x');"),
      body('loop: for (;;) break loop;'),
      'export async function f(): void {}',
      'export function* f(): void { yield 1; }',
      'export function f(...a: StaticArray<f64>): void {}',
      'export function f(a?: f64): void {}',
      'export class A { #x: f64 = 1.0; }',
      'export default class A {}; export default A;',
      'export function f(a: f64): void; export function f(a: f64): void {}',
    ],
  },
  {
    rule: 'unknown-name',
    claim: 'names must belong to the dialect, the SDK or the unit',
    good: [
      body(
        'const y: f64 = Math.sin(Math.PI) + Math.max(x, NaN); if (isNaN(y) || !isFinite(x)) n = a.length;',
      ),
      'export function f(a: string): i32 { return a.length; }',
    ],
    bad: [
      body('const y: f64 = Math.random();'),
      body('console.log(n);'),
      body('const y: f64 = Date.UTC(2000);'),
      body('const q: string = n.toString();'),
      body('const q: StaticArray<f64> = a.slice(0);'),
      body('const q = undefined;'),
      'export const m: Map<i32, f64> = new Map<i32, f64>();',
      'export const m: Float64Array = new Float64Array(3);',
    ],
  },
  {
    rule: 'math-arguments',
    claim: 'Math functions have their exact number of arguments, max, min and hypot two',
    good: [body('const y: f64 = Math.max(x, Math.max(x, 1.0)) + Math.hypot(x, x) + Math.atan2(x, x);')],
    bad: [
      body('const y: f64 = Math.max(x, x, x);'),
      body('const y: f64 = Math.min(x);'),
      body('const y: f64 = Math.hypot(x, x, x);'),
    ],
  },
  {
    rule: 'string-comparison',
    claim: 'comparisons of strings are errors',
    good: ['export function f(n: i32): bool { return n == 1 && n === 1; }'],
    bad: [
      "export function f(s: string): bool { return s == 'x'; }",
      "export function f(s: string): bool { return s === 'x'; }",
      "export function f(s: string): void { switch (s) { case 'x': break; } }",
    ],
  },
  {
    rule: 'module-state',
    claim: 'a module has constants and no variables',
    good: ['export const g: f64 = 9.81; export class A { static readonly n: i32 = 3; }'],
    bad: [
      'let count: i32 = 0; export function f(): void { count++; }',
      'export class A { static n: i32 = 3; }',
    ],
  },
  {
    rule: 'initial',
    claim: 'variables have a value before they are read',
    good: [
      'export class A { n: i32; v: StaticArray<f64>; constructor(n: i32) { this.n = n; this.v = new StaticArray<f64>(n); } }',
      body('let y: f64; if (b) y = 1.0; else y = 2.0; a[0] = y;'),
    ],
    bad: [
      'export class A { n: i32; }',
      body('let y: f64; a[0] = y;'),
      body('let y: f64; if (b) y = 1.0; a[0] = y;'),
    ],
  },
  {
    rule: 'double-evaluation',
    claim: 'targets of += and ++ must not have side effects',
    good: [
      body('a[n + 1] += x; a[i32(Math.floor(x))] *= 2.0; k[n]++; k[n++] = 3; n += 1;'),
      'export class A { x: f64 = 1.0; o: A | null = null; f(): void { this.x += 1.0; this.o!.x -= 1.0; } }',
    ],
    bad: [
      body('a[n++] += x;'),
      body('a[n = 2]++;'),
      'export class A { n: i32 = 0; next(): i32 { return ++this.n; } f(k: StaticArray<i32>): void { k[this.next()]++; } }',
      'export class A { x: f64 = 0.0; n: i32 = 0; me(): A { this.n++; return this; } f(): void { this.me().x += 1.0; } }',
    ],
  },
  {
    rule: 'virtual-call',
    claim: 'constructors must not call methods that a derived class overrides',
    good: [
      'export abstract class A { x: f64 = 0.0; constructor() { this.set(); } private set(): void { this.x = 1.0; } abstract f(): void; } export class B extends A { f(): void {} }',
      'export class A { x: f64 = this.one(); one(): f64 { return 1.0; } } export class B extends A { two(): f64 { return 2.0; } }',
    ],
    bad: [
      'export abstract class A { constructor() { this.f(); } abstract f(): void; } export class B extends A { f(): void {} }',
      'export class A { x: f64 = this.one(); one(): f64 { return 1.0; } } export class B extends A { override one(): f64 { return 2.0; } }',
    ],
  },
  {
    rule: 'allocation',
    claim: 'code that a step reaches must not allocate',
    good: [
      unit(
        'this.v[0] = this.o.x;',
        'v: StaticArray<f64> = new StaticArray<f64>(3); o: O = new O(); constructor() { super(); make(); }',
        'class O { x: f64 = 1.0; } function make(): O { return new O(); }',
      ),
      unit("fail('too far');"),
      unit("if (t > 1.0) fail('too far: ' + numberText(t) + ' s');"),
    ],
    bad: [
      unit('this.s = numberText(t);', "s: string = '';"),
      unit('const v: StaticArray<f64> = new StaticArray<f64>(3); v[0] = t;'),
      unit("this.s = this.s + 'x';", "s: string = '';"),
      unit("this.s += 'x';", "s: string = '';"),
      unit('make();', '', 'class O {} function make(): O { return new O(); }'),
      unit(
        'this.help();',
        'private help(): void { deep(); }',
        'class O {} function make(): O { return new O(); } function deep(): void { make(); }',
      ),
      unit(
        'this.o.f();',
        'o: A = new B();',
        'abstract class A { abstract f(): void; } class B extends A { f(): void { new B(); } }',
      ),
      unit(
        'this.o.f();',
        'o: I = new B();',
        'interface I { f(): void; } class B implements I { f(): void { new B(); } }',
      ),
      unit('', 'initialize(): void { new StaticArray<f64>(1); }'),
      unit('', 'override inputsAt(t: f64): void { new StaticArray<f64>(1); }'),
      unit('this.p = 1.0;', 'set p(v: f64) { new StaticArray<f64>(1); }'),
    ],
  },
];

it('every rule has a correct and a failing fixture', () => {
  expect(cases.map((c) => c.rule).sort()).toEqual(rules.map((r) => r.name).sort());
});

for (const { rule, claim, good, bad } of cases) {
  it(`${rule}: ${claim}`, () => {
    for (const text of good)
      expect({ text, findings: lint(text).map(formatFinding) }).toEqual({ text, findings: [] });
    for (const text of bad) {
      const findings = lint(text);
      expect({ text, rules: findings.map((f) => f.rule) }).toEqual({
        text,
        rules: expect.arrayContaining([rule]),
      });
      for (const finding of findings) expect(finding.advice).not.toBe('');
    }
  });
}

it('a finding names file, line, column, rule and advice, in the order of lines', () => {
  const file = relative(process.cwd(), '/unit/unit.ts');
  const findings = lint('export const b: f64 = 2;\nexport const a: f64 = 1 / 2;\n');
  expect(findings.map(formatFinding)).toEqual([
    `${file}:1:23 real-literal: 2 is an integer where a real is expected. Write 2.0.`,
    `${file}:2:23 integer-division: 1 / 2 divides two integers. Write idiv(a, b) for the truncated quotient, or f64(a) / f64(b), or literals with a decimal point.`,
    `${file}:2:23 real-literal: 1 / 2 is an integer where a real is expected. Write its literals with a decimal point.`,
  ]);
});

it("the author's package itself is in the dialect", () => {
  expect(lintUnit(authorFile)).toEqual([]);
});

it("the author's package is checked when requested, also after a unit that imports it, but not with each unit", () => {
  const entry = '/unit/unit.ts';
  const sources = {
    [entry]: "import { idiv } from 'fmukit/author'; export function f(n: i32): i32 { return idiv(n, 2); }",
    [authorFile]: 'export function idiv(a: i32, b: i32): i32 { return a / b; }',
  };
  expect(lintUnit(entry, { sources })).toEqual([]);
  expect(lintUnit(authorFile, { sources }).map(({ rule }) => rule)).toEqual(['integer-division']);
});

it('a unit whose variables are derivatives of states must compute them', () => {
  const states = variables.replace(
    '  /** output */',
    '  override stateDerivative(i: i32): f64 { return 0.0; }\n  /** output */',
  );
  const lintMembers = (members: string): string[] =>
    lintUnit('/unit/unit.ts', {
      sources: {
        '/unit/unit.ts': `import { MyLagVariables } from './variables'; export class MyLag extends MyLagVariables { ${members} }`,
        '/unit/variables.ts': states,
      },
    }).map(({ rule }) => rule);
  expect(lintMembers('doStep(t: f64, h: f64): void {}')).toContain('unit-class');
  expect(lintMembers('doStep(t: f64, h: f64): void {} override derivatives(): void {}')).not.toContain(
    'unit-class',
  );
});

it('sources that are nested too deeply, and no regular files, give one error', () => {
  const folder = temporaryFolder('deep-sources');
  const file = join(folder, 'unit.ts');
  const manifest = { name: 'deep', version: '1.0.0', variables: [] } as unknown as Manifest;
  writeFileSync(join(folder, 'variables.ts'), variables);
  for (const text of ['('.repeat(20_000), `export const x: f64 = ${'1.0-'.repeat(20_000)}1.0;`]) {
    writeFileSync(file, text);
    expect(() => lintFolders(new Map([[folder, manifest]]))).toThrow(
      /nested too deeply to read\. Split them\.$/,
    );
  }
  rmSync(file);
  mkdirSync(file);
  expect(() => lintFolders(new Map([[folder, manifest]]))).toThrow(
    `read ${file}: it is a folder, not a file.`,
  );
});
