// Rows of numbers as text, in AssemblyScript: `decimal.ts` says how, and has the same in TypeScript. Compiled by
// `bin/row.mjs` into `row-module.ts`. The tables lie where `layout` of `row.ts` says.

// @ts-ignore: decorator
@external("env", "text")
declare function text(x: f64, at: i32): i32;

const first: i32 = -22;
const last: i32 = 16;
const split: f64 = 134217729.0;
const doubt: f64 = 1e-5;
const high: i32 = 0;
const low: i32 = 320;
const head: i32 = 640;
const tail: i32 = 960;
const scale: i32 = 1280;
const digits: i32 = 1600;
/** The text 00000000. */
const zeros: u64 = 0x3030303030303030;

/** Where the last row has ended; nowhere before the first. */
let end: i32 = -1;

/** The next row follows none: something else has been written. */
export function forget(): void {
  end = -1;
}

/**
 * Writes `count` numbers from byte `numbers` on at byte `at`, commas between and CRLF behind; the byte after it. A number that
 * has the bits that it had in the row just before this one is copied from there. Behind the numbers stand those of that row, and
 * behind these, where their texts begin.
 */
export function row(numbers: i32, count: i32, at: i32): i32 {
  const follows = at === end;
  const former = count << 3;
  for (let i = 0; i < count; i++) {
    const place = numbers + (i << 3);
    const start = numbers + (former << 1) + (i << 2);
    if (i > 0) store<u8>(at++, 44);
    const bits = load<u64>(place);
    const from = load<i32>(start);
    store<i32>(start, at);
    if (follows && bits === load<u64>(place + former)) {
      copy(from, at);
      at += load<i32>(start, 4) - 1 - from;
    } else {
      store<u64>(place + former, bits);
      at = number(load<f64>(place), at);
    }
  }
  store<i32>(numbers + (former << 1) + (count << 2), at + 1);
  store<u16>(at, 0x0a0d);
  end = at + 2;
  return end;
}

// @ts-ignore: decorator
@inline
function eight(value: u32): u64 {
  // Four digits each in half a word, then two in a quarter, then one in each byte, the first in the lowest.
  const fours = ((value / 10000) as u64) | (((value % 10000) as u64) << 32);
  const hundreds = ((fours * 10486) >> 20) & 0x7f0000007f;
  const twos = ((fours - 100 * hundreds) << 16) + hundreds;
  const tens = ((twos * 103) >> 10) & 0x000f000f000f000f;
  return (tens + ((twos - 10 * tens) << 8)) | zeros;
}

/** A whole number that is not negative and below 2^32: behind 2^52 it stands in the last bits as it is. */
// @ts-ignore: decorator
@inline
function whole(value: f64): u32 {
  return reinterpret<u64>(value + 4503599627370496.0) as u32;
}

// @ts-ignore: decorator
@inline
function copy(from: i32, to: i32): void {
  store<u64>(to, load<u64>(from));
  store<u64>(to + 8, load<u64>(from, 8));
  store<u64>(to + 16, load<u64>(from, 16));
}

// @ts-ignore: decorator
@inline
function all(d0: u64, d1: u64, d9: u64, at: i32): void {
  store<u8>(at, d0 as u8);
  store<u64>(at + 1, d1);
  store<u64>(at + 9, d9);
}

function number(value: f64, at: i32): i32 {
  const x = Math.abs(value);
  const bits = reinterpret<u64>(x);
  if (!(x >= 1e-22 && x < 1e17) || (bits & 0xfffffffffffff) === 0) {
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
  const k = (last - e) << 3;
  const h = load<f64>(high + k);
  const p = x * h;
  const c = x * split;
  const xh = c - (c - x);
  const xt = x - xh;
  const hh = load<f64>(head + k);
  const ht = load<f64>(tail + k);
  const rest = xh * hh - p + xh * ht + xt * hh + xt * ht + x * load<f64>(low + k);
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
  const unsure =
    ((Math.abs(far - delta) < doubt) as i32) |
    ((Math.abs(near - delta) < doubt) as i32) |
    ((Math.abs(near - 5.0) < doubt) as i32) |
    ((Math.abs(Math.abs(one - lower) - 0.5) < doubt) as i32);
  if (unsure) return text(value, at);
  const shorter = ten + ((near > delta) as i32 as f64) * (one - ten);
  let nearest = hundred + ((far > delta) as i32 as f64) * (shorter - hundred);
  if (nearest >= 1e8) {
    nearest -= 1e8;
    upper += 1.0;
  }
  if (upper >= 1e9) return text(value, at);
  const u = whole(upper);
  const a = u / 100000000;
  const d0 = (48 + a) as u64;
  const d1 = eight(u - a * 100000000);
  const d9 = eight(whole(nearest));
  // Digits up to the last that is no zero.
  let n = 1;
  if (d9 !== zeros) n = 17 - ((clz(d9 ^ zeros) >> 3) as i32);
  else if (d1 !== zeros) n = 9 - ((clz(d1 ^ zeros) >> 3) as i32);
  if (value < 0.0) store<u8>(at++, 45);
  if (e >= 0) {
    if (e < 8) {
      const shift = (e << 3) as u64;
      store<u64>(at, d0 | (d1 << 8));
      if (n <= e + 1) return at + e + 1;
      store<u8>(at + e + 1, 46);
      store<u64>(at + e + 2, e === 0 ? d1 : (d1 >> shift) | (d9 << (64 - shift)));
      store<u64>(at + e + 10, d9 >> shift);
      return at + n + 1;
    }
    all(d0, d1, d9, digits);
    copy(digits, at);
    if (n <= e + 1) return at + e + 1;
    store<u8>(at + e + 1, 46);
    copy(digits + e + 1, at + e + 2);
    return at + n + 1;
  }
  if (e >= -6) {
    store<u64>(at, 0x3030303030302e30);
    at += 1 - e;
    all(d0, d1, d9, at);
    return at + n;
  }
  store<u16>(at++, (d0 as u16) | (46 << 8));
  if (n > 1) {
    store<u64>(at + 1, d1);
    store<u64>(at + 9, d9);
    at += n;
  }
  store<u16>(at, 0x2d65);
  at += 2;
  const m = -e;
  if (m >= 10) store<u8>(at++, 48 + m / 10);
  store<u8>(at, 48 + (m % 10));
  return at + 1;
}
