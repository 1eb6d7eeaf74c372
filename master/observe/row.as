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
const pairs: i32 = 1600;
const digits: i32 = 1800;

/** Writes `count` numbers from byte `numbers` on at byte `at`, commas between and CRLF behind; the byte after it. */
export function row(numbers: i32, count: i32, at: i32): i32 {
  for (let i = 0; i < count; i++) {
    if (i > 0) store<u8>(at++, 44);
    at = number(load<f64>(numbers + (i << 3)), at);
  }
  store<u16>(at, 0x0a0d);
  return at + 2;
}

// @ts-ignore: decorator
@inline
function pair(value: u32, at: i32): void {
  store<u16>(at, load<u16>(pairs + ((value as i32) << 1)));
}

// @ts-ignore: decorator
@inline
function eight(value: u32, at: i32): void {
  const a = value / 10000;
  const b = value % 10000;
  pair(a / 100, at);
  pair(a % 100, at + 2);
  pair(b / 100, at + 4);
  pair(b % 100, at + 6);
}

// @ts-ignore: decorator
@inline
function copy(from: i32, to: i32): void {
  store<u64>(to, load<u64>(from));
  store<u64>(to + 8, load<u64>(from, 8));
  store<u64>(to + 16, load<u64>(from, 16));
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
  let e = Math.floor((exponent as f64) * 0.30102999566398114) as i32;
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
  let upper = Math.floor(p / 1e8);
  let lower = p - upper * 1e8 + rest;
  if (lower < 0.0) {
    upper -= 1.0;
    lower += 1e8;
  }
  const delta = reinterpret<f64>(((exponent + 1023 - 53) as u64) << 52) * h;
  let nearest = Math.floor(lower / 100.0 + 0.5) * 100.0;
  let distance = Math.abs(nearest - lower);
  if (Math.abs(distance - delta) < doubt) return text(value, at);
  if (distance > delta) {
    nearest = Math.floor(lower / 10.0 + 0.5) * 10.0;
    distance = Math.abs(nearest - lower);
    if (Math.abs(distance - delta) < doubt || Math.abs(distance - 5.0) < doubt) return text(value, at);
    if (distance > delta) {
      nearest = Math.floor(lower + 0.5);
      if (Math.abs(Math.abs(nearest - lower) - 0.5) < doubt) return text(value, at);
    }
  }
  if (nearest >= 1e8) {
    nearest -= 1e8;
    upper += 1.0;
  }
  if (upper >= 1e9) return text(value, at);
  const u = upper as u32;
  const a = u / 100000000;
  store<u8>(digits, 48 + a);
  eight(u - a * 100000000, digits + 1);
  eight(nearest as u32, digits + 9);
  let n = 17;
  while (load<u8>(digits + n - 1) === 48) n--;
  if (value < 0.0) store<u8>(at++, 45);
  if (e >= 0) {
    copy(digits, at);
    if (n <= e + 1) return at + e + 1;
    store<u8>(at + e + 1, 46);
    copy(digits + e + 1, at + e + 2);
    return at + n + 1;
  }
  if (e >= -6) {
    store<u64>(at, 0x3030303030302e30);
    at += 1 - e;
    copy(digits, at);
    return at + n;
  }
  store<u8>(at++, load<u8>(digits));
  if (n > 1) {
    store<u8>(at, 46);
    copy(digits + 1, at + 1);
    at += n;
  }
  store<u16>(at, 0x2d65);
  at += 2;
  const m = -e;
  if (m >= 10) store<u8>(at++, 48 + m / 10);
  store<u8>(at, 48 + (m % 10));
  return at + 1;
}
