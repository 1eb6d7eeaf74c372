import { parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import { describe, expect, it } from 'vitest';
import { boundedCode } from '../../fmu-sdk/wasm/bounded-code.ts';
import { type UnboundedInstruction, validateCode } from '../../fmu-sdk/wasm/code-complexity.ts';
import { readOutline } from '../../fmu-sdk/wasm/module-outline.ts';
import { writeSections } from '../../fmu-sdk/wasm/wasm-sections.ts';

type Grow = (pages: number) => number;

function fixed(wasm: Uint8Array): Uint8Array {
  const unbounded: UnboundedInstruction[] = [];
  const outline = readOutline(wasm);
  validateCode(outline, unbounded);
  return writeSections(boundedCode(outline, unbounded, true));
}

async function both(text: string): Promise<{ before: Uint8Array; after: Uint8Array }> {
  const before = await parse(text);
  return { before, after: fixed(before) };
}

const exportsOf = (wasm: Uint8Array): { memory: WebAssembly.Memory; grow: Grow; other: Grow } =>
  new WebAssembly.Instance(new WebAssembly.Module(wasm as BufferSource)).exports as never;

describe('a memory that cannot grow', () => {
  const text = `(module (memory (export "memory") 3 3)
    (func (export "other") (param i32) (result i32) (i32.add (local.get 0) (i32.const 1)))
    (func (export "grow") (param i32) (result i32)
      (drop (memory.grow (i32.const 7)))
      (select (memory.grow (local.get 0)) (i32.const 0x40) (i32.const 1))))`;

  it('memory.grow returns its original results, and the buffer stays the same', async () => {
    const { before, after } = await both(text);
    for (const pages of [0, 1, 65536, -1])
      expect(exportsOf(after).grow(pages), `${pages} pages`).toBe(exportsOf(before).grow(pages));
    const { memory, grow, other } = exportsOf(after);
    const view = new Uint8Array(memory.buffer);
    expect([grow(0), other(1), view.length]).toEqual([3, 2, 3 * 65536]);
  });

  it('an invalid module stays invalid when its memory is fixed', async () => {
    const { before, after } = await both(text);
    const at = before.findIndex((byte, i) => byte === 0x40 && before[i + 1] === 0 && before[i - 1] === 7);
    const invalid = before.map((byte, i) => (i === at + 1 ? 5 : byte));
    expect(WebAssembly.validate(after as BufferSource)).toBe(true);
    expect(WebAssembly.validate(fixed(invalid) as BufferSource)).toBe(false);
  });
});
