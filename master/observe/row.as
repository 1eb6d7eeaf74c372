// Rows of numbers as text, in AssemblyScript: `decimal.ts` says how, and has the same in TypeScript. Compiled by
// `bin/row.mjs` into `row-module.ts`. The tables lie where `layout` of `row.ts` says.

// @ts-ignore: decorator
@external("env", "text")
declare function text(x: f64, at: i32): i32;

const first: i32 = -98;
const last: i32 = 16;
const split: f64 = 134217729.0;
const doubt: f64 = 1e-5;
/** Of each power of ten four doubles: itself, what is missing to it, and two of which it is the sum. */
const powers: i32 = 0;
const scale: i32 = 3712;
/** For numbers of e + 1 digits before the point: where each of 16 bytes is taken from, and the point among them. */
const order: i32 = 4672;
const point: i32 = 4960;

/** Where the last row has ended; nowhere before the first. */
let end: i32 = -1;

/** The next row follows none: something else has been written. */
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
  const last = numbers + bytes * (count - 1);
  let follows = at === end;
  for (let first = numbers; first <= last; first += bytes) {
    for (let i = 0; i < width; i++) {
      const place = first + (i << 3);
      const start = starts + (i << 2);
      if (i > 0) store<u8>(at++, 44);
      const from = load<i32>(start);
      store<i32>(start, at);
      if (follows && load<u64>(place) === load<u64>(place - bytes)) {
        copy(from, at);
        at += load<i32>(start, 4) - 1 - from;
      } else at = number(load<f64>(place), at);
    }
    store<i32>(starts + (width << 2), at + 1);
    store<u16>(at, 0x0a0d);
    at += 2;
    follows = true;
  }
  memory.copy(numbers - bytes, last, bytes);
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

function number(value: f64, at: i32): i32 {
  const x = Math.abs(value);
  const bits = reinterpret<u64>(x);
  if (!(x >= 1e-98 && x < 1e17)) {
    if (x === 0.0) {
      store<u8>(at, 48);
      return at + 1;
    }
    return text(value, at);
  }
  const exponent = ((bits >> 52) as i32) - 1023;
  // ⌊log10⌋ of the power of two below x, in integers.
  let e = (exponent * 78913) >> 18;
  if (x >= load<f64>(scale + ((e + 1 - first) << 3))) e++;
  const power = powers + ((last - e) << 5);
  const h = load<f64>(power);
  const p = x * h;
  const c = x * split;
  const xh = c - (c - x);
  const xt = x - xh;
  const hh = load<f64>(power, 16);
  const ht = load<f64>(power, 24);
  const rest = xh * hh - p + xh * ht + xt * hh + xt * ht + x * load<f64>(power, 8);
  let upper = Math.floor(p * 1e-8);
  let lower = p - upper * 1e8 + rest;
  if (lower < 0.0) {
    upper -= 1.0;
    lower += 1e8;
  } else if (lower >= 1e8) {
    upper += 1.0;
    lower -= 1e8;
  }
  const delta = reinterpret<f64>(((exponent + 1023 - 53) as u64) << 52) * h;
  // All three candidates, and the shortest of them by arithmetic: how many digits there are is nothing that a processor foresees.
  const hundred = Math.floor(lower * 0.01 + 0.5) * 100.0;
  const ten = Math.floor(lower * 0.1 + 0.5) * 10.0;
  const one = Math.floor(lower + 0.5);
  const far = Math.abs(hundred - lower);
  const near = Math.abs(ten - lower);
  // A power of two has a neighbour below that is half as far: what is not within that is left to others.
  const half = 0.5 * delta - doubt;
  const wide = ((far > half) as i32) & (((far <= delta) as i32) | ((near > half) as i32));
  const unsure =
    ((Math.abs(far - delta) < doubt) as i32) |
    ((Math.abs(near - delta) < doubt) as i32) |
    ((Math.abs(near - 5.0) < doubt) as i32) |
    ((Math.abs(Math.abs(one - lower) - 0.5) < doubt) as i32) |
    (((bits & 0xfffffffffffff) === 0) as i32 & wide);
  if (unsure) return text(value, at);
  const shorter = ten + ((near > delta) as i32 as f64) * (one - ten);
  let nearest = hundred + ((far > delta) as i32 as f64) * (shorter - hundred);
  if (nearest >= 1e8) {
    nearest -= 1e8;
    upper += 1.0;
  }
  if (upper >= 1e9) return text(value, at);
  const a = Math.floor(upper * 1e-8);
  const d0 = 48 + (a as i32);
  const digits = sixteen(f64x2.replace_lane(f64x2.splat(upper - a * 1e8), 1, nearest));
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
