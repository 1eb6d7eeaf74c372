/**
 * Shortest decimal text of numbers, the same characters as JavaScript's `String(x)` but for −0, written as bytes without making a
 * string: a text for each number is most of the time of a recording.
 *
 * For 1e−98 ≤ |x| < 1e17 the product w = x · 10^k with 10^16 ≤ w < 10^17 is computed exactly but for 10^-24 of it (product
 * of two doubles as a sum of two: Dekker, 1971, section 5). All numbers within half a unit in the last place of x read back
 * to x; that is w ± δ with 0.5 < δ < 11.2, so at most one multiple of 100 is among them, which is the shortest; else the
 * nearest multiple of 10; else the nearest integer (the idea of Steele and White, 1990). Where one of these
 * comparisons is closer than the rounding errors, and outside of that range, `String(x)` decides.
 */

/** Bytes of the longest text: `-0.0000011234567890123456`. */
export const longestNumber = 25;

const first = -98;
const last = 16;
/** 10^k and what is missing to it, k from 0; halves of 10^k for exact products. */
const powers = Array.from({ length: 17 - first }, (_, k) => 10n ** BigInt(k));
const high: Float64Array = Float64Array.from(powers, Number);
const low: Float64Array = Float64Array.from(powers, (p, k) => Number(p - BigInt(high[k])));
const split = 2 ** 27 + 1;
const highHead: Float64Array = high.map((p) => p * split - (p * split - p));
const highTail: Float64Array = high.map((p, k) => p - highHead[k]);
/** 10^e for e from `first`, correctly rounded. */
const scale: Float64Array = Float64Array.from({ length: last - first + 2 }, (_, i) =>
  Number(`1e${first + i}`),
);

/** 16 bytes behind the first digit where e + 1 digits stand before the point: of which of 16 digits each is, and the point among them. */
const order: Uint8Array = Uint8Array.from({ length: 272 }, (_, i) => {
  const [e, j] = [i >> 4, i & 15];
  return j === e ? 255 : j < e ? j : j - 1;
});
const point: Uint8Array = order.map((from) => (from === 255 ? 46 : 0));

/** What `csv-simd.as` reads of these: tables, by their places in its memory [bytes]. All of a power stands together. */
export const tables: readonly (readonly [place: number, table: Float64Array | Uint8Array])[] = [
  [0, Float64Array.from([...high].flatMap((p, k) => [p, low[k], highHead[k], highTail[k]]))],
  [3712, scale],
  [4672, order],
  [4960, point],
];
const pairs: Uint8Array = Uint8Array.from(
  { length: 200 },
  (_, i) => 48 + (i % 2 === 0 ? Math.trunc(i / 20) : (i >> 1) % 10),
);
const digits: Uint8Array = new Uint8Array(18);
const double: Float64Array = new Float64Array(1);
const words: Uint32Array = new Uint32Array(double.buffer);
const half: Float64Array = new Float64Array(1);
const halfWords: Uint32Array = new Uint32Array(half.buffer);
const [lowWord, highWord] = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? [0, 1] : [1, 0];

/** Closer comparisons than this are not trusted. */
const doubt = 1e-5;

/** `String(x)`, but −0 has its sign: it is read back as what it was. */
export const numberText = (x: number): string => (Object.is(x, -0) ? '-0' : `${x}`);

/** Writes x into `into` from byte `at`, where `longestNumber` bytes must be free. Returns the byte after it. */
export function writeNumber(x: number, into: Uint8Array, at: number): number {
  // Real numbers go from function to function in `double`: as arguments each would be an object.
  double[0] = x;
  const e = significant();
  if (e > last) return writeText(numberText(x), into, at);
  if (x < 0) into[at++] = 45;
  return place(into, at, e);
}

/**
 * Leaves the digits of the shortest number that reads back to |`double[0]`| in `digits`, filled up with zeros. Returns the
 * power of ten of the first; beyond `last` when in doubt.
 */
function significant(): number {
  const x = Math.abs(double[0]);
  const exponent = ((words[highWord] >>> 20) & 0x7ff) - 1023;
  // Out of range; powers of two, which have a nearer neighbour below.
  if (!(x >= 1e-98 && x < 1e17) || (words[lowWord] === 0 && (words[highWord] & 0xfffff) === 0))
    return last + 1;
  // ⌊log10⌋ of the power of two below x: never more than one too small.
  let e = Math.floor(exponent * 0.30102999566398114) | 0;
  if (x >= scale[e + 1 - first]) e++;
  const k = last - e;
  const p = x * high[k];
  const c = x * split;
  const head = c - (c - x);
  const tail = x - head;
  const rest =
    head * highHead[k] - p + head * highTail[k] + tail * highHead[k] + tail * highTail[k] + x * low[k];
  let upper = Math.floor(p / 1e8);
  let lower = p - upper * 1e8 + rest;
  if (lower < 0) {
    upper--;
    lower += 1e8;
  }
  halfWords[lowWord] = 0;
  halfWords[highWord] = (exponent + 1023 - 53) << 20;
  const delta = half[0] * high[k];
  let nearest = Math.floor(lower / 100 + 0.5) * 100;
  let distance = Math.abs(nearest - lower);
  if (Math.abs(distance - delta) < doubt) return last + 1;
  if (distance > delta) {
    nearest = Math.floor(lower / 10 + 0.5) * 10;
    distance = Math.abs(nearest - lower);
    if (Math.abs(distance - delta) < doubt || Math.abs(distance - 5) < doubt) return last + 1;
    if (distance > delta) {
      nearest = Math.floor(lower + 0.5);
      if (Math.abs(Math.abs(nearest - lower) - 0.5) < doubt) return last + 1;
    }
  }
  if (nearest >= 1e8) {
    nearest -= 1e8;
    upper++;
  }
  if (upper >= 1e9) return last + 1;
  const a = Math.floor(upper / 1e8) | 0;
  digits[0] = 48 + a;
  eight((upper - a * 1e8) | 0, 1);
  eight(nearest | 0, 9);
  return e;
}

/** The eight digits of an integer. */
function eight(value: number, at: number): void {
  const a = (value / 1e4) | 0;
  const b = value - a * 1e4;
  four(a, at);
  four(b, at + 4);
}

function four(value: number, at: number): void {
  const a = (value / 100) | 0;
  const b = value - a * 100;
  digits[at] = pairs[2 * a];
  digits[at + 1] = pairs[2 * a + 1];
  digits[at + 2] = pairs[2 * b];
  digits[at + 3] = pairs[2 * b + 1];
}

/** Writes `digits` as d₀.d₁d₂… · 10^e, as `Number::toString` of ECMAScript 2024 (6.1.6.1.20) does. */
function place(into: Uint8Array, at: number, e: number): number {
  let n = 17;
  while (digits[n - 1] === 48) n--;
  if (e >= 0) {
    for (let i = 0; i <= e; i++) into[at++] = digits[i];
    if (n > e + 1) into[at++] = 46;
    for (let i = e + 1; i < n; i++) into[at++] = digits[i];
    return at;
  }
  if (e >= -6) {
    into[at++] = 48;
    into[at++] = 46;
    for (let i = -1; i > e; i--) into[at++] = 48;
    for (let i = 0; i < n; i++) into[at++] = digits[i];
    return at;
  }
  into[at++] = digits[0];
  if (n > 1) into[at++] = 46;
  for (let i = 1; i < n; i++) into[at++] = digits[i];
  return writeText(`e${e}`, into, at);
}

/** Writes a text of ASCII characters. */
export function writeText(text: string, into: Uint8Array, at: number): number {
  for (let i = 0; i < text.length; i++) into[at++] = text.charCodeAt(i);
  return at;
}
