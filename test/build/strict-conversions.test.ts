import { describe, expect, it } from 'vitest';
import { strictConversions } from '../../fmu-sdk/build/trial/strict-conversions.ts';
import { sectionIds } from '../../fmu-sdk/wasm/module-outline.ts';
import { type Section, uleb, writeSections } from '../../fmu-sdk/wasm/wasm-sections.ts';

const [i32, i64, f32, f64] = [0x7f, 0x7e, 0x7d, 0x7c];
const vector = (items: readonly (readonly number[])[]): number[] => [...uleb(items.length), ...items.flat()];
const section = (id: number, items: readonly (readonly number[])[]): Section => ({
  id,
  body: Uint8Array.from(vector(items)),
});
const sized = (bytes: readonly number[]): number[] => [...uleb(bytes.length), ...bytes];

/** Conversions by the number after 0xfc, with the types of argument and result. */
const conversions = [f32, f32, f64, f64, f32, f32, f64, f64].map((from, n) => ({
  from,
  to: n < 4 ? i32 : i64,
  isUnsigned: n % 2 === 1,
}));

/**
 * Blocks, branches, a call, and constants with the bytes of a conversion, before the conversion.
 */
const before = [
  ...[0x02, 0x40, 0x41, 0x00, 0x0e, 0x01, 0x00, 0x00, 0x0b],
  ...[0x03, 0x40, 0x41, 0x01, 0x04, 0x40, 0x05, 0x0b, 0x0b],
  ...[0x44, 0xfc, 0x02, 0xfc, 0x00, 0xfc, 0x02, 0xfc, 0x00, 0x1a],
  ...[0x43, 0xfc, 0x02, 0xfc, 0x00, 0x1a],
  ...[0x10, 0x08],
];

/** Returns a module with a function for each conversion, and one without effect. */
function core(convert: (n: number) => number[]): Uint8Array {
  const names = conversions.map((_, n) => [1, 0x61 + n, 0, n]);
  const bodies = conversions.map((_, n) => sized([0, ...before, 0x20, 0, ...convert(n), 0x0b]));
  return writeSections([
    section(sectionIds.type, [...conversions.map(({ from, to }) => [0x60, 1, from, 1, to]), [0x60, 0, 0]]),
    section(
      sectionIds.function,
      [0, 1, 2, 3, 4, 5, 6, 7, 8].map((type) => [type]),
    ),
    section(sectionIds.export, names),
    section(sectionIds.code, [...bodies, sized([0, 0x0b])]),
  ]);
}

type Convert = (x: number) => number | bigint;
const functionsOf = (wasm: Uint8Array): Convert[] => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm as BufferSource));
  return conversions.map((_, n) => exports[String.fromCharCode(0x61 + n)] as Convert);
};

describe('a strict conversion', () => {
  const saturating = core((n) => [0xfc, n]);
  const strict = strictConversions(saturating);

  it.each(conversions.map((conversion, n) => ({ ...conversion, n })))(
    '0xfc $n returns equal values within its range, and traps beyond',
    ({ n, to, isUnsigned }) => {
      const [soft, hard] = [functionsOf(saturating)[n], functionsOf(strict)[n]];
      for (const x of [0, -0, 0.75, 1, 2.5, 2 ** 30, ...(isUnsigned ? [-0.75] : [-1, -(2 ** 31)])])
        expect(hard(x), `${x}`).toBe(soft(x));
      const largest = 2 ** ((to === i32 ? 32 : 64) - (isUnsigned ? 0 : 1));
      for (const x of [Number.NaN, Number.POSITIVE_INFINITY, largest, isUnsigned ? -1 : -4 * largest]) {
        expect(() => soft(x), `${x}`).not.toThrow();
        expect(() => hard(x), `${x}`).toThrow(WebAssembly.RuntimeError);
      }
    },
  );

  it('changes only its instruction, and modules without conversions stay unchanged', () => {
    expect(strict.length).toBe(saturating.length);
    const changed = [...strict].filter((byte, i) => byte !== saturating[i]).length;
    // The second byte of 0xfc 1 is a nop.
    expect(changed).toBe(2 * conversions.length - 1);
    expect(strictConversions(strict)).toBe(strict);
  });

  it('rejects code that it cannot read', () => {
    expect(() => strictConversions(core(() => [0xff]))).toThrow(RangeError);
  });
});
