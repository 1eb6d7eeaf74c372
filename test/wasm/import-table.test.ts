import { parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import { describe, expect, it } from 'vitest';
import { withImportedTable } from '../../fmu-sdk/wasm/import-table.ts';

const source = `(module
  (import "env" "two" (func $two (result i32)))
  (table $t 3 3 funcref)
  (elem (i32.const 1) $two $three)
  (func $three (result i32) (i32.const 3))
  (func (export "at") (param i32) (result i32) (call_indirect $t (result i32) (local.get 0)))
  (export "table" (table $t)))`;

describe('a module with an imported table', () => {
  it('fills, calls and exports the imported table', async () => {
    const wasm = withImportedTable(await parse(source), 'env', 'functions');
    const functions = new WebAssembly.Table({ element: 'anyfunc', initial: 3, maximum: 3 });
    const module = new WebAssembly.Module(wasm as BufferSource);
    const { at, table } = new WebAssembly.Instance(module, { env: { two: () => 2, functions } })
      .exports as unknown as { at(i: number): number; table: WebAssembly.Table };
    expect([at(1), at(2)]).toEqual([2, 3]);
    expect(table).toBe(functions);
    functions.set(0, functions.get(2));
    expect(at(0)).toBe(3);
  });

  it.each([
    ['lacks tables', '(module (import "env" "two" (func)))', 'got 0 internal tables'],
    [
      'has two tables',
      '(module (import "env" "two" (func)) (table 1 funcref) (table 1 funcref))',
      'got 2 internal tables',
    ],
    [
      'lacks imports',
      '(module (table 1 funcref))',
      'expected imports and one internal table, got 1 internal tables',
    ],
  ])('the conversion rejects a module that %s', async (_what, text, message) => {
    const wasm = await parse(text);
    expect(() => withImportedTable(wasm, 'env', 'functions')).toThrow(message);
  });
});
