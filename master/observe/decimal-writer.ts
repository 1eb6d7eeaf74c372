/**
 * Shortest decimal text of numbers, equal to JavaScript's `String(x)` except for −0. It writes
 * bytes without creating strings, which would take most of the time of a recording.
 *
 * For 1e−98 ≤ |x| < 1e17 it computes w = x · 10^k with 10^16 ≤ w < 10^17, up to a relative error
 * of 10^-24. The product is a sum of two doubles (Dekker, 1971, section 5). All
 * numbers within half a unit in the last place of x read back to x. This is the interval w ± δ with
 * 0.5 < δ < 11.2, which contains at most one multiple of 100. That multiple is the shortest text,
 * otherwise the nearest multiple of 10, otherwise the nearest integer (Steele and White, 1990). If
 * a comparison is closer than the rounding errors, and outside the range, `String(x)` decides.
 */

/** Length of the longest text [bytes]: `-0.0000011234567890123456`. */
export const longestNumber = 25;

const first = -98;
const last = 16;
/** 10^k and its rounding error, k from 0, and halves of 10^k for exact products. */
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

/** Comparisons closer than this are not trusted. */
const minDistance = 1e-5;

/** Returns `String(x)` with the sign of −0, so that it reads back to the same value. */
export const numberText = (x: number): string => (Object.is(x, -0) ? '-0' : `${x}`);

/**
 * Writes x into `into` from byte `at`, where `longestNumber` bytes must be free. Returns the
 * position after it.
 */
export function writeNumber(x: number, into: Uint8Array, at: number): number {
  // Functions pass real numbers in `double`. As arguments, each would be a heap object.
  double[0] = x;
  const e = significant();
  if (e > last) return writeText(numberText(x), into, at);
  if (x < 0) into[at++] = 45;
  return place(into, at, e);
}

/**
 * Leaves in `digits` the digits of the shortest number that reads back to |`double[0]`|, padded
 * with zeros. Returns the power of ten of the first digit, or a value beyond `last` when in doubt.
 */
function significant(): number {
  const x = Math.abs(double[0]);
  const exponent = ((words[highWord] >>> 20) & 0x7ff) - 1023;
  // Out of range, or a power of two, which has a nearer neighbour below.
  if (!(x >= 1e-98 && x < 1e17) || (words[lowWord] === 0 && (words[highWord] & 0xfffff) === 0))
    return last + 1;
  // ⌊log10⌋ of the power of two below x, at most one too small.
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
  if (Math.abs(distance - delta) < minDistance) return last + 1;
  if (distance > delta) {
    nearest = Math.floor(lower / 10 + 0.5) * 10;
    distance = Math.abs(nearest - lower);
    if (Math.abs(distance - delta) < minDistance || Math.abs(distance - 5) < minDistance) return last + 1;
    if (distance > delta) {
      nearest = Math.floor(lower + 0.5);
      if (Math.abs(Math.abs(nearest - lower) - 0.5) < minDistance) return last + 1;
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

/** Writes the eight digits of an integer. */
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

/**
 * Writes `digits` as d₀.d₁d₂… · 10^e, as `Number::toString` of ECMAScript 2024 (6.1.6.1.20) does.
 */
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
