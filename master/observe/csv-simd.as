// Formats rows of numbers as text, in AssemblyScript. `decimal-writer.ts` explains the method and
// implements it in TypeScript. `bin/csv-simd.mjs` compiles this file into `csv-simd-module.ts`. `layout`
// in `csv-simd.ts` defines the addresses of the tables.

// @ts-ignore: decorator
@external("env", "text")
declare function text(x: f64, at: i32): i32;

const first: i32 = -98;
const last: i32 = 16;
const split: f64 = 134217729.0;
const doubt: f64 = 1e-5;
/** Four doubles for each power of ten: the rounded power, its error, and two doubles with this sum. */
const powers: i32 = 0;
const scale: i32 = 3712;
/** Source of each of 16 bytes, for e + 1 digits before the point, and the position of the point. */
const order: i32 = 4672;
const point: i32 = 4960;
/** Result of `four`: two integers of eight digits each, then the leading digit and ⌊log10⌋, four bytes each. */
const found: i32 = 5248;
const leading: i32 = 5312;
const exponents: i32 = 5328;

/** End of the last row, −1 before the first. */
let end: i32 = -1;

/** Invalidates the last row after other writes. */
export function forget(): void {
  end = -1;
}

/**
 * Writes `count` rows of `width` numbers, which stand one behind the other from byte `numbers` on, at byte `at`: commas between, CRLF
 * behind each row; the byte after them. A number that has the bits that it had in the row just before is copied from there: before
 * `numbers` stands the last row of the call before, and at `starts`, where its texts begin.
 */
export function rows(numbers: i32, width: i32, count: i32, starts: i32, at: i32): i32 {
  const bytes = width << 3;
  const all = width * count;
  // Before the first row there may be none.
  const begin = at === end ? 0 : width;
  let column = 0;
  for (let i = 0; i < all; i += 4) {
    const place = numbers + (i << 3);
    const a = v128.load(place);
    const b = v128.load(place, 16);
    let same = 0;
    if (i >= begin) {
      same = i64x2.bitmask(i64x2.eq(a, v128.load(place - bytes)));
      same |= i64x2.bitmask(i64x2.eq(b, v128.load(place - bytes, 16))) << 2;
    }
    const unsure = same === 15 ? 0 : four(a, b);
    const most = min(4, all - i);
    for (let j = 0; j < most; j++) {
      const start = starts + (column << 2);
      const bit = 1 << j;
      if (same & bit) at = again(start, at);
      else {
        store<i32>(start, at);
        const value = load<f64>(place + (j << 3));
        at = unsure & bit ? other(value, at) : number(value, j, at);
        store<u8>(at++, 44);
      }
      if (++column === width) {
        column = 0;
        store<i32>(starts + (width << 2), at);
        store<u16>(at - 1, 0x0a0d);
        at++;
      }
    }
  }
  memory.copy(numbers - bytes, numbers + bytes * (count - 1), bytes);
  end = at;
  return at;
}

/** The eight digits of each of two integers below 10^8, the first in the lowest byte. */
// @ts-ignore: decorator
@inline
function sixteen(values: v128): v128 {
  // Four digits each in half a word, then two in a quarter, then one in each byte.
  const upper = f64x2.floor(f64x2.mul(values, f64x2.splat(1e-4)));
  const lower = f64x2.sub(values, f64x2.mul(upper, f64x2.splat(1e4)));
  // A whole number that is not negative and below 2^32: behind 2^52 it stands in the last bits as it is.
  const behind = f64x2.splat(4503599627370496.0);
  const low = v128.and(f64x2.add(upper, behind), i64x2.splat(0xffffffff));
  const fours = v128.or(low, i64x2.shl(f64x2.add(lower, behind), 32));
  const hundreds = i32x4.shr_u(i32x4.dot_i16x8_s(fours, i32x4.splat(10486)), 20);
  const rest = i32x4.sub(fours, i32x4.dot_i16x8_s(hundreds, i32x4.splat(100)));
  const twos = v128.or(i32x4.shl(rest, 16), hundreds);
  const tens = i16x8.shr_u(i16x8.mul(twos, i16x8.splat(103)), 10);
  const ones = i16x8.sub(twos, i16x8.mul(tens, i16x8.splat(10)));
  return v128.or(v128.or(i16x8.shl(ones, 8), tens), i8x16.splat(48));
}

/** Texts have up to 25 bytes. */
// @ts-ignore: decorator
@inline
function copy(from: i32, to: i32): void {
  const behind = v128.load(from, 16);
  v128.store(to, v128.load(from));
  v128.store(to, behind, 16);
}

/** A number as it was in the row before, whose text begins where `start` says and ends, with its comma, where the next one begins. */
// @ts-ignore: decorator
@inline
function again(start: i32, at: i32): i32 {
  const from = load<i32>(start);
  const behind = at + load<i32>(start, 4) - from;
  store<i32>(start, at);
  copy(from, at);
  store<u8>(behind - 1, 44);
  return behind;
}

/**
 * Finds the digits of four numbers at a time. Of those whose bit is set in what it returns nothing is found: zero, what is too large, too small or no
 * number, and what this does not decide. A statement with $ stands for two, of the first two numbers and of the others, which a processor does side by side.
 */
function four(values0: v128, values1: v128): i32 {
  const given$ = f64x2.abs(values$);
  const usual$ = v128.and(f64x2.ge(given$, f64x2.splat(1e-98)), f64x2.lt(given$, f64x2.splat(1e17)));
  const x$ = v128.bitselect(given$, f64x2.splat(1.0), usual$);
  // ⌊log10⌋ of the power of two below x, in integers.
  let e0$ = ((((i64x2.extract_lane(x$, 0) >> 52) as i32) - 1023) * 78913) >> 18;
  let e1$ = ((((i64x2.extract_lane(x$, 1) >> 52) as i32) - 1023) * 78913) >> 18;
  e0$ += (f64x2.extract_lane(x$, 0) >= load<f64>(scale + ((e0$ + 1 - first) << 3))) as i32;
  e1$ += (f64x2.extract_lane(x$, 1) >= load<f64>(scale + ((e1$ + 1 - first) << 3))) as i32;
  store<i32>(exponents + 8 * $, e0$);
  store<i32>(exponents + 8 * $, e1$, 4);
  const power0$ = powers + ((last - e0$) << 5);
  const power1$ = powers + ((last - e1$) << 5);
  const h$ = v128.shuffle<f64>(v128.load(power0$), v128.load(power1$), 0, 2);
  const missing$ = v128.shuffle<f64>(v128.load(power0$), v128.load(power1$), 1, 3);
  const hh$ = v128.shuffle<f64>(v128.load(power0$, 16), v128.load(power1$, 16), 0, 2);
  const ht$ = v128.shuffle<f64>(v128.load(power0$, 16), v128.load(power1$, 16), 1, 3);
  const p$ = f64x2.mul(x$, h$);
  const c$ = f64x2.mul(x$, f64x2.splat(split));
  const xh$ = f64x2.sub(c$, f64x2.sub(c$, x$));
  const xt$ = f64x2.sub(x$, xh$);
  const rest$ = f64x2.add(
    f64x2.add(f64x2.sub(f64x2.mul(xh$, hh$), p$), f64x2.add(f64x2.mul(xh$, ht$), f64x2.mul(xt$, hh$))),
    f64x2.add(f64x2.mul(xt$, ht$), f64x2.mul(x$, missing$)),
  );
  let upper$ = f64x2.floor(f64x2.mul(p$, f64x2.splat(1e-8)));
  const lower$ = f64x2.add(f64x2.sub(p$, f64x2.mul(upper$, f64x2.splat(1e8))), rest$);
  const unit$ = i64x2.sub(v128.and(x$, i64x2.splat(0x7ff0000000000000)), i64x2.splat(0x350000000000000));
  const delta$ = f64x2.mul(unit$, h$);
  // All three candidates, and the shortest of them by arithmetic: how many digits there are is nothing that a processor foresees.
  const hundred$ = f64x2.mul(rounded(f64x2.mul(lower$, f64x2.splat(0.01))), f64x2.splat(100.0));
  const ten$ = f64x2.mul(rounded(f64x2.mul(lower$, f64x2.splat(0.1))), f64x2.splat(10.0));
  const one$ = rounded(lower$);
  const far$ = f64x2.abs(f64x2.sub(hundred$, lower$));
  const near$ = f64x2.abs(f64x2.sub(ten$, lower$));
  const farther$ = f64x2.sub(far$, delta$);
  const nearer$ = f64x2.sub(near$, delta$);
  // A power of two has a neighbour below that is half as far: what is not within that is left to others.
  const half$ = f64x2.sub(f64x2.mul(f64x2.splat(0.5), delta$), f64x2.splat(doubt));
  const wide$ = v128.and(f64x2.gt(far$, half$), v128.or(f64x2.le(far$, delta$), f64x2.gt(near$, half$)));
  const powerOfTwo$ = i64x2.eq(v128.and(x$, i64x2.splat(0xfffffffffffff)), i64x2.splat(0));
  const least$ = f64x2.pmin(
    f64x2.pmin(f64x2.abs(farther$), f64x2.abs(nearer$)),
    f64x2.pmin(
      f64x2.abs(f64x2.sub(near$, f64x2.splat(5.0))),
      f64x2.abs(f64x2.sub(f64x2.abs(f64x2.sub(one$, lower$)), f64x2.splat(0.5))),
    ),
  );
  let unsure$ = v128.or(f64x2.lt(least$, f64x2.splat(doubt)), v128.and(powerOfTwo$, wide$));
  let nearest$ = v128.bitselect(one$, ten$, f64x2.gt(nearer$, f64x2.splat(0.0)));
  nearest$ = v128.bitselect(nearest$, hundred$, f64x2.gt(farther$, f64x2.splat(0.0)));
  const below$ = f64x2.lt(nearest$, f64x2.splat(0.0));
  const above$ = f64x2.ge(nearest$, f64x2.splat(1e8));
  upper$ = f64x2.add(f64x2.sub(upper$, v128.and(below$, f64x2.splat(1.0))), v128.and(above$, f64x2.splat(1.0)));
  nearest$ = f64x2.sub(f64x2.add(nearest$, v128.and(below$, f64x2.splat(1e8))), v128.and(above$, f64x2.splat(1e8)));
  unsure$ = v128.or(v128.or(unsure$, f64x2.ge(upper$, f64x2.splat(1e9))), v128.not(usual$));
  const a$ = f64x2.floor(f64x2.mul(upper$, f64x2.splat(1e-8)));
  const others$ = f64x2.sub(upper$, f64x2.mul(a$, f64x2.splat(1e8)));
  v128.store64_lane(leading + 8 * $, i32x4.add(i32x4.trunc_sat_f64x2_s_zero(a$), i32x4.splat(48)), 0);
  v128.store(found + 32 * $, v128.shuffle<f64>(others$, nearest$, 0, 2));
  v128.store(found + 32 * $, v128.shuffle<f64>(others$, nearest$, 1, 3), 16);
  return i64x2.bitmask(unsure0) | (i64x2.bitmask(unsure1) << 2);
}

/** To the nearest whole number, by what is behind the last bit of a sum of 1.5 · 2^52; half-way either. */
// @ts-ignore: decorator
@inline
function rounded(x: v128): v128 {
  const much = f64x2.splat(6755399441055744.0);
  return f64x2.sub(f64x2.add(x, much), much);
}

/** Writes a number of which nothing was found; the byte after it. */
function other(value: f64, at: i32): i32 {
  if (value !== 0.0) return text(value, at);
  if (reinterpret<i64>(value) < 0) store<u8>(at++, 45);
  store<u8>(at, 48);
  return at + 1;
}

/** Writes a number by what `four` has found of it; the byte after it. */
// @ts-ignore: decorator
@inline
function number(value: f64, which: i32, at: i32): i32 {
  const digits = sixteen(v128.load(found + (which << 4)));
  const d0 = load<i32>(leading + (which << 2));
  const e = load<i32>(exponents + (which << 2));
  // Digits up to the last that is no zero.
  const n = 33 - clz(i8x16.bitmask(i8x16.ne(digits, i8x16.splat(48))));
  if (value < 0.0) store<u8>(at++, 45);
  if (e >= 0) {
    const row = e << 4;
    store<u8>(at, d0);
    v128.store(at + 1, v128.or(i8x16.swizzle(digits, v128.load(order + row)), v128.load(point + row)));
    if (n <= e + 1) return at + e + 1;
    store<u8>(at + 17, i8x16.extract_lane_u(digits, 15));
    return at + n + 1;
  }
  if (e >= -6) {
    store<u64>(at, 0x3030303030302e30);
    at += 1 - e;
    store<u8>(at, d0);
    v128.store(at + 1, digits);
    return at + n;
  }
  store<u16>(at++, d0 | (46 << 8));
  if (n > 1) {
    v128.store(at + 1, digits);
    at += n;
  }
  store<u16>(at, 0x2d65);
  at += 2;
  const m = -e;
  if (m >= 10) store<u8>(at++, 48 + m / 10);
  store<u8>(at, 48 + (m % 10));
  return at + 1;
}
