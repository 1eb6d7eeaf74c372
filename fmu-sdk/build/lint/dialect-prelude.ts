/**
 * Declares the whole dialect for the type checker of the lint. No other global exists. Every name
 * from elsewhere (console, Date, Math.random, an Array method) therefore cannot be resolved.
 *
 * Each numeric type carries its kind as a property. In `dialect.d.ts`, `i32` and `f64` are both
 * `number`. Here the checker distinguishes them through fields, generics and calls.
 */
const kinds: readonly string[] = 'f64 f32 i8 i16 i32 i64 u8 u16 u32 u64 usize'.split(' ');

const unary: string =
  'abs acos acosh asin asinh atan atanh cbrt ceil cos cosh exp expm1 floor fround log log10 log1p log2 round sign sin sinh sqrt tan tanh trunc';
const binary: string = 'atan2 hypot max min pow';
const constants: string = 'E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2';

const list = (names: string, text: (name: string) => string): string =>
  names.split(' ').map(text).join('\n  ');

export const prelude: string = `
${kinds.map((kind) => `type ${kind} = number & { readonly __kind: '${kind}' };`).join('\n')}
type bool = boolean;
${kinds
  .filter((kind) => kind !== 'usize')
  .map((kind) => `declare function ${kind}(x: any): ${kind};`)
  .join('\n')}
declare class StaticArray<T> {
  constructor(length: i32);
  readonly length: i32;
  [index: number]: T;
  fill(value: T, start?: i32, end?: i32): this;
}
declare function unchecked<T>(value: T): T;
declare function unreachable(): void;
declare function isNaN(x: f64): bool;
declare function isFinite(x: f64): bool;
declare const NaN: f64;
declare const Infinity: f64;
declare const Math: {
  ${list(constants, (name) => `readonly ${name}: f64;`)}
  ${list(unary, (name) => `${name}(x: f64): f64;`)}
  ${list(binary, (name) => `${name}(x: f64, y: f64): f64;`)}
};
interface String { readonly length: i32 }
interface Array<T> {}
interface Boolean {}
interface CallableFunction {}
interface Function {}
interface IArguments {}
interface NewableFunction {}
interface Number {}
interface Object {}
interface RegExp {}
interface ReadonlyArray<T> {}
`;
