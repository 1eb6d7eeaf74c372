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

describe('a module whose table is imported', () => {
  it('fills and calls by the table that it is given, and exports that', async () => {
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
    ['has none', '(module (import "env" "two" (func)))', 'it has 0 tables of its own'],
    [
      'has two',
      '(module (import "env" "two" (func)) (table 1 funcref) (table 1 funcref))',
      'it has 2 tables',
    ],
    [
      'imports nothing',
      '(module (table 1 funcref))',
      'it has 1 tables of its own, and is to have one, and imports',
    ],
  ])('is none of one that %s', async (_what, text, message) => {
    const wasm = await parse(text);
    expect(() => withImportedTable(wasm, 'env', 'functions')).toThrow(message);
  });
});
