import { runInNewContext } from 'node:vm';
import { parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import { describe, expect, it } from 'vitest';
import { boundedCode } from '../../fmu-sdk/wasm/bounded-code.ts';
import { type UnboundedInstruction, validateCode } from '../../fmu-sdk/wasm/code-complexity.ts';
import { readOutline } from '../../fmu-sdk/wasm/module-outline.ts';
import { readSections, writeSections } from '../../fmu-sdk/wasm/wasm-sections.ts';

function bounded(wasm: Uint8Array): Uint8Array {
  const outline = readOutline(wasm);
  const unbounded: UnboundedInstruction[] = [];
  validateCode(outline, unbounded);
  return writeSections(boundedCode(outline, unbounded, false));
}

type Call = (first: number, second: number, count: number) => number;
interface Exports {
  memory: WebAssembly.Memory;
  call: Call;
  [name: string]: unknown;
}

const exportsOf = (wasm: Uint8Array): Exports =>
  new WebAssembly.Instance(new WebAssembly.Module(wasm as BufferSource)).exports as never;

const pages = 20;
const size = pages * 65_536;
const segment = 300_000;
const entries = 10_000;

/** A module whose function `call` executes one bulk instruction. */
const moduleOn = (instruction: string): string => `(module (memory (export "memory") ${pages} ${pages})
  (data $d "${'abcdefghij'.repeat(segment / 10)}")
  (func (export "call") (param i32 i32 i32) (${instruction} (local.get 0) (local.get 1) (local.get 2))))`;

/** Places and counts around the ends, and on both sides of the size of a piece. */
const operands: [number, number, number][] = [
  [0, 0, 0],
  [5, 7, 1000],
  [1, 0, 262_144],
  [0, 1, 262_145],
  [1, 0, 262_145],
  [100_000, 10, 290_000],
  [10, 10_000, 290_000],
  [10_000, 10, 299_000],
  [0, 0, size],
  [1, 0, size],
  [size, 0, 0],
  [size + 1, 0, 0],
  [0, segment, 0],
  [0, segment - 5, 6],
  [0, 5, segment],
  [-1, 0, 2],
  [0, -1, 2],
  [1, 0, -1],
  [0, 1, -1],
  [-300_000, 0, 300_000],
  [0, -300_000, 300_000],
  [size - 300_000, 0, 300_001],
  [0, size - 300_000, 300_001],
];

function resultOf({ memory, call }: Exports, [first, second, count]: [number, number, number]): string {
  const words = new Uint32Array(memory.buffer);
  for (let i = 0; i < words.length; i++) words[i] = i * 2_654_435_761;
  let thrown = '';
  try {
    call(first, second, count);
  } catch (error) {
    thrown = (error as Error).message;
  }
  return thrown + Buffer.from(memory.buffer).toString('latin1');
}

describe('a bulk instruction that is divided', () => {
  it.each(['memory.fill', 'memory.copy', 'memory.init $d'])(
    '%s has equal effects and traps',
    async (instruction) => {
      const before = await parse(moduleOn(instruction));
      const [was, now] = [exportsOf(before), exportsOf(bounded(before))];
      for (const each of operands) expect(resultOf(now, each) === resultOf(was, each) || each).toBe(true);
    },
  );

  it.each(['table.fill', 'table.copy', 'table.init'])('%s has equal effects and traps', async (name) => {
    const value = '(table.get (local.get 1))';
    const code = {
      'table.fill': `(table.fill (local.get 0) ${value} (local.get 2))`,
      'table.copy': '(table.copy (local.get 0) (local.get 1) (local.get 2))',
      'table.init': '(table.init $e (local.get 0) (local.get 1) (local.get 2))',
    }[name];
    const before = await parse(`(module (table (export "table") ${entries} ${entries} funcref)
      (func $a (export "a")) (func $b (export "b"))
      (elem (i32.const 0) func ${'$a $b $b '.repeat(3000)})
      (elem $e func ${'$b $a $b $a $a '.repeat(1000)})
      (func (export "call") (param i32 i32 i32) ${code}))`);
    const run = (wasm: Uint8Array, [first, second, count]: number[]): string => {
      const { table, call, a } = exportsOf(wasm) as unknown as {
        table: WebAssembly.Table;
        call: Call;
        a: unknown;
      };
      let thrown = '';
      try {
        call(first, second, count);
      } catch (error) {
        thrown = (error as Error).message;
      }
      const letters = Array.from({ length: entries }, (_, i) =>
        table.get(i) === null ? 0 : table.get(i) === a ? 1 : 2,
      );
      return `${thrown} ${letters.join('')}`;
    };
    const after = bounded(before);
    for (const each of [
      [0, 0, 0],
      [3, 1, 100],
      [1, 0, 4097],
      [0, 1, 4097],
      [0, 7, 4993],
      [2000, 7, 4900],
      [0, 0, entries],
      [1, 1, entries],
      [entries, 0, 0],
      [entries + 1, 0, 0],
      [-1, 0, 5000],
      [0, 5000, 5000],
      [5000, 0, 5001],
    ])
      expect(run(after, each), `${each}`).toBe(run(before, each));
  });

  it('a number with needless bytes is divided too', async () => {
    const wasm = await parse(
      '(module (memory 1 1) (func (memory.fill (i32.const 0) (i32.const 1) (i32.const 2))))',
    );
    const sections = readSections(wasm).map(({ id, body }) => {
      // 0xfc 11 becomes 0xfc 0x8b 0, and the body of the function is a byte longer.
      const at = body.findIndex((byte, i) => byte === 0xfc && body[i + 1] === 11);
      if (at < 0) return { id, body };
      const long = Uint8Array.of(...body.subarray(0, at + 1), 0x8b, 0, ...body.subarray(at + 2));
      long[1]++;
      return { id, body: long };
    });
    const long = writeSections(sections);
    expect(bounded(long).length).toBe(bounded(wasm).length + 2);
  });

  it.each([
    ['memory.fill', '(memory.fill (i32.const 0) (i32.const 1) (i32.const 0x10000000))'],
    ['memory.copy', '(memory.copy (i32.const 0) (i32.const 1) (i32.const 0xfffffff))'],
    ['table.copy', '(table.copy (i32.const 0) (i32.const 1) (i32.const 0xffffe))'],
    ['table.fill', '(table.fill (i32.const 0) (ref.null func) (i32.const 0xffffe))'],
  ])('%s without end is interrupted within 1 s of CPU time', async (_, code) => {
    const wasm = await parse(
      `(module (memory 4096 4096) (table 0x100000 0x100000 funcref) (func $f (export "f") (loop ${code.repeat(5)} (br 0))))`,
    );
    const { f } = exportsOf(bounded(wasm));
    const begin = process.cpuUsage();
    expect(() => runInNewContext('f()', { f }, { timeout: 50 })).toThrow(/timed out/);
    expect(process.cpuUsage(begin).user).toBeLessThan(1e6);
  });

  it('a module with a wrong operand stays invalid', async () => {
    const wasm = await parse(moduleOn('memory.fill'));
    const at = wasm.findIndex((byte, i) => byte === 0xfc && wasm[i + 1] === 11);
    const invalid = wasm.map((byte, i) => (i === at + 2 ? 5 : byte));
    expect(WebAssembly.validate(bounded(wasm) as BufferSource)).toBe(true);
    expect(WebAssembly.validate(bounded(invalid) as BufferSource)).toBe(false);
  });
});
