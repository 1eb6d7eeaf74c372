/**
 * The part of AssemblyScript that a unit may use, as TypeScript sees it. `fmu lint` reads the names
 * of these types. In the reference run they are numbers:
 * fmu-sdk/build/reference-run/reference-unit.ts.
 */
declare type f64 = number;
declare type f32 = number;
declare type i8 = number;
declare type i16 = number;
declare type i32 = number;
declare type i64 = number;
declare type u8 = number;
declare type u16 = number;
declare type u32 = number;
declare type u64 = number;
declare type usize = number;
declare type bool = boolean;

declare function f64(x: number | boolean): number;
declare function f32(x: number): number;
declare function i8(x: number): number;
declare function i16(x: number): number;
declare function i32(x: number | boolean): number;
declare function i64(x: number): number;
declare function u8(x: number): number;
declare function u16(x: number): number;
declare function u32(x: number): number;
declare function u64(x: number): number;

/**
 * Array of fixed length, filled with zeros. It is the only array of the dialect. Allocate it in a
 * constructor.
 */
declare class StaticArray<T> {
  constructor(length: number);
  readonly length: number;
  [index: number]: T;
  fill(value: T, start?: number, end?: number): this;
}

/** The array access inside it is compiled without a bounds check. */
declare function unchecked<T>(value: T): T;
/** Traps. */
declare function unreachable(): never;
