import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compile } from '../../fmu-sdk/build/compiler/compile-unit.ts';
import { loadReference } from '../../fmu-sdk/build/reference-run/reference-unit.ts';
import { loadMath } from '../../fmu-sdk/build/reference-run/wasm-math.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = temporaryFolder('rollback');

type Functions = Record<string, (...values: number[]) => number>;

/** Loads a text in the reference run and as wasm. */
async function both(name: string, text: string): Promise<[Functions, Functions]> {
  const file = join(folder, `${name}.ts`);
  writeFileSync(file, text);
  const wasm = new WebAssembly.Module((await compile(folder, name, new Map())) as BufferSource);
  return [
    (await loadReference(file)) as Functions,
    new WebAssembly.Instance(wasm).exports as unknown as Functions,
  ];
}

it('conversions agree with AssemblyScript if the value fits, and throw otherwise', async () => {
  const kinds = ['i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'f32', 'f64'];
  const text = kinds
    .map((kind) => `export function to_${kind}(x: f64): f64 { return f64(${kind}(x)); }`)
    .join('\n');
  const [reference, wasm] = await both('convert', text);
  const values = [0, 0.5, 0.999, 1, 100.7, 127, 127.9, 1 / 3];
  for (const kind of kinds)
    for (const x of kind.startsWith('u') ? values : [...values, ...values.map((v) => -v)])
      expect([kind, x, reference[`to_${kind}`](x) + 0]).toEqual([kind, x, wasm[`to_${kind}`](x) + 0]);
  for (const kind of kinds.slice(0, 6))
    for (const x of [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      2 ** 32,
      -(2 ** 33),
      kind.startsWith('u') ? -1 : 2 ** 31,
    ])
      expect(() => reference[`to_${kind}`](x)).toThrow(`${kind}(${x}): the value does not fit`);
});

it('an index beyond the ends, fractional or NaN throws, in reads and in writes', async () => {
  const file = join(folder, 'index.ts');
  writeFileSync(
    file,
    `const a: StaticArray<f64> = new StaticArray<f64>(3);
export function get(i: i32): f64 { return a[i]; }
export function set(i: i32): void { a[i] = 1.0; }
export function raise(i: i32): void { a[i] += 1.0; }
export function count(i: i32): void { a[i]++; }`,
  );
  const module = (await loadReference(file)) as Functions;
  for (const name of ['get', 'set', 'raise', 'count'])
    for (const i of [-1, 3, 0.5, Number.NaN])
      expect(() => module[name](i)).toThrow(`index ${i} of an array of length 3. Keep it from 0 to 2.`);
});

it('arrays hold the values of their element type', async () => {
  const element = (kind: string): string =>
    `export function ${kind}s(x: f64): f64 { const a: StaticArray<${kind}> = new StaticArray<${kind}>(1); a[0] = ${kind}(x); return f64(a[0]); }`;
  const [reference, wasm] = await both('hold', ['f32', 'u8', 'i64'].map(element).join('\n'));
  for (const name of ['f32s', 'u8s', 'i64s']) expect(reference[name](200.1)).toBe(wasm[name](200.1));
});

it('Math equals Math of AssemblyScript', async () => {
  const math = await loadMath();
  const names = Object.keys(math).filter((name) => typeof math[name] === 'function');
  const [, wasm] = await both(
    'maths',
    names
      .map((name) => {
        const two = /^(atan2|hypot|max|min|pow)$/.test(name);
        return `export function ${name}(x: f64, y: f64): f64 { return Math.${name}(x${two ? ', y' : ''}); }`;
      })
      .join('\n'),
  );
  for (const name of names)
    for (const x of [-3.7, -2.5, -0.5, -0, 0.3, 1, 2.5, 1e6])
      expect([name, x, (math as Functions)[name](x, 0.7)]).toEqual([name, x, wasm[name](x, 0.7)]);
  for (const name of ['PI', 'E', 'LN2', 'LN10', 'LOG2E', 'LOG10E', 'SQRT2', 'SQRT1_2'] as const)
    expect(math[name]).toBe(Math[name]);
});

it('a reference run does not change globals', async () => {
  const file = join(folder, 'global.ts');
  writeFileSync(file, 'export function f(x: f64): f64 { return Math.sin(x) + f64(i32(x)); }');
  const { sin } = Math;
  const before = Object.getOwnPropertyNames(globalThis);
  ((await loadReference(file)) as Functions).f(1);
  expect(Object.getOwnPropertyNames(globalThis)).toEqual(before);
  expect(Math.sin).toBe(sin);
});

it('a file is transformed again if it or an import changes', async () => {
  const [file, inner] = ['outer', 'inner'].map((name) => join(folder, `${name}.ts`));
  writeFileSync(file, "import { x } from './inner'; export function f(): f64 { return x ** 2.0; }");
  for (const x of [3, 4, 3]) {
    writeFileSync(inner, `export const x: f64 = ${x}.0;`);
    expect(((await loadReference(file)) as Functions).f()).toBe(x * x);
  }
});

it('two loads share no state', async () => {
  const file = join(folder, 'state.ts');
  writeFileSync(
    file,
    'class Count { n: i32 = 0; } const c: Count = new Count(); export function next(): i32 { return ++c.n; }',
  );
  const [a, b] = [(await loadReference(file)) as Functions, (await loadReference(file)) as Functions];
  expect([a.next(), a.next(), b.next()]).toEqual([1, 2, 1]);
});
