import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import { describe, expect, it } from 'vitest';
import { complexityLimit, validateCode } from '../../fmu-sdk/wasm/code-complexity.ts';
import { readOutline } from '../../fmu-sdk/wasm/module-outline.ts';

const workOf = async (body: string, before = ''): Promise<number> =>
  validateCode(readOutline(await parse(`(module ${before} (func ${body}))`)));

const unreachable = new Uint8Array([0x00, 0x0b]);

describe('the code complexity of a function', () => {
  it('equals, for each block, 16 plus its locals and the operands below and in it', async () => {
    expect(await workOf('(local i32 i32 i32)')).toBe(0);
    expect(await workOf('(local i32 i32 i32) (block) (loop)')).toBe(2 * (16 + 3));
    expect(await workOf('(if (i32.const 1) (then nop) (else nop))')).toBe(2 * 16);
    expect(await workOf('i32.const 1 i32.const 2 (block) drop drop')).toBe(16 + 2);
    expect(await workOf('(block (block (block)))')).toBe(3 * 16);
  });

  it.each([
    ['numbers', 'i32.const 1 i64.const 2 f32.const 3 f64.const 4 (block) drop drop drop drop', 4],
    ['sums', 'f64.const 1 f64.const 2 f64.add (block) drop', 1],
    ['comparisons', 'i32.const 1 i32.const 2 i32.lt_s i32.eqz (block) drop', 1],
    ['conversions', 'i64.const 1 f64.convert_i64_s i64.trunc_sat_f64_s (block) drop', 1],
    [
      'memory',
      'i32.const 0 i32.load i32.const 0 f64.load (block) drop drop i32.const 0 i32.const 1 i32.store',
      2,
    ],
    ['bulk memory', 'i32.const 0 i32.const 0 i32.const 0 memory.fill (block)', 0],
    [
      'tables',
      'i32.const 0 table.get 0 ref.is_null ref.null func i32.const 1 table.grow 0 (block) drop drop',
      2,
    ],
    ['calls', 'call $two i32.const 0 call_indirect (result i32 i32) (block) drop drop drop drop', 4],
    ['select', 'i32.const 1 i32.const 2 i32.const 3 select (block) drop', 1],
    ['vectors', 'v128.const i32x4 0 0 0 0 v128.const i32x4 0 0 0 0 i32x4.add f32x4.splat_ (block) drop', 1],
    ['unreachable code', 'return i32.const 1 (block) drop', 1],
    ['typed blocks', 'i32.const 1 (block (param i32) (result i32)) drop', 1],
  ])('counts the operands of %s', async (_, body, below) => {
    const before =
      '(memory 1) (table 1 funcref) (func $two (result i32 i32) i32.const 1 i32.const 2) (func $s (param f32) (result v128) local.get 0 f32x4.splat)';
    expect(await workOf(body.replace('f32x4.splat_', ''), before)).toBe(16 + below);
  });

  it('rejects code whose compilation would exhaust the memory', async () => {
    const locals = (n: number): string => `(local ${'i32 '.repeat(n)})`;
    const blocks = (n: number): string => '(block)'.repeat(n);
    const fit = Math.floor(complexityLimit / (16 + 40_000));
    expect(await workOf(locals(40_000) + blocks(fit))).toBeLessThanOrEqual(complexityLimit);
    await expect(workOf(locals(40_000) + blocks(fit + 1))).rejects.toThrow(/too many blocks for its locals/);
  });

  it('stays below a tenth of the limit for a large module compiled from Rust', () => {
    const vendor = join(
      dirname(createRequire(import.meta.url).resolve('@bytecodealliance/jco-transpile/component')),
      'js-component-bindgen-component.core.wasm',
    );
    const work = validateCode(readOutline(readFileSync(vendor)));
    expect(work).toBeGreaterThan(100_000);
    expect(work).toBeLessThan(complexityLimit / 10);
  });
});

describe('code outside of WebAssembly 2.0', () => {
  it.each([
    ['an instruction of threads', '(memory 1) (func (drop (i32.atomic.load (i32.const 0))))', /0xfe, which/],
    ['an instruction of garbage collection', '(func (drop (ref.i31 (i32.const 0))))', /0xfb, which/],
    ['exceptions', '(tag $e) (func (throw $e))', /section 13 \(exceptions\)/],
    ['a shared memory', '(memory 1 1 shared)', /shared or has 64-bit addresses/],
    ['two memories', '(memory 1) (memory 1)', /more than 1 memories/],
    ['structure types', '(type (struct))', /types other than functions/],
  ])('validation rejects %s before the engine compiles the module', async (_, text, message) => {
    const wasm = await parse(`(module ${text})`);
    expect(() => validateCode(readOutline(wasm))).toThrow(message);
  });

  it('validation rejects a body that is cut short, continues after its end, or calls a missing function', async () => {
    const wasm = await parse('(module (func))');
    const outline = readOutline(wasm);
    const bodies = (...body: number[]) => ({
      ...outline,
      sections: [{ id: 10, body: new Uint8Array([1, body.length, ...body]) }],
    });
    expect(() => validateCode(bodies(0, 0x02, 0x40, 0x0b))).toThrow(/cut short/);
    expect(() => validateCode(bodies(0, ...unreachable, 0x0b))).toThrow(/code after its end/);
    expect(() => validateCode(bodies(0, 0x10, 9, 0x0b))).toThrow(/calls a function that does not exist/);
  });
});
