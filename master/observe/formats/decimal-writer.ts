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

/** The four characters of each number below 10 000, as one word. */
const quads: Uint32Array = Uint32Array.from({ length: 10_000 }, (_, n) =>
  [1, 10, 100, 1000].reduce((word, power, i) => word | ((48 + (Math.trunc(n / power) % 10)) << (8 * i)), 0),
);
/** First digit, and groups of four digits. */
const digits: Int32Array = new Int32Array(5);
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
 * Writes `numbers[k]` into `into` from byte `at`, where `longestNumber` bytes must be free. `view`
 * shows the same bytes. Returns the position after it.
 */
export function writeNumber(
  numbers: Float64Array,
  k: number,
  into: Uint8Array,
  view: DataView,
  at: number,
): number {
  // Functions pass real numbers in arrays. As arguments, each would be a heap object.
  const x = numbers[k];
  if (x >= 0 && x <= 9 && x === (x | 0) && 1 / x > 0) {
    into[at] = 48 + x;
    return at + 1;
  }
  double[0] = x;
  const e = significant();
  if (e > last) return writeText(numberText(x), into, at);
  if (x < 0) into[at++] = 45;
  return place(into, view, at, e);
}

/**
 * Leaves in `digits` the digits of the shortest number that reads back to |`double[0]`|: the first,
 * and four groups of four. Returns the power of ten of the first digit, or a value beyond `last` when
 * in doubt.
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
  let upper = Math.floor(p * 1e-8);
  let lower = p - upper * 1e8 + rest;
  if (lower < 0) {
    upper--;
    lower += 1e8;
  }
  halfWords[lowWord] = 0;
  halfWords[highWord] = (exponent + 1023 - 53) << 20;
  const delta = half[0] * high[k];
  let nearest = Math.floor(lower * 0.01 + 0.5) * 100;
  let distance = Math.abs(nearest - lower);
  if (Math.abs(distance - delta) < minDistance) return last + 1;
  if (distance > delta) {
    nearest = Math.floor(lower * 0.1 + 0.5) * 10;
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
  const [head9, tail8] = [upper | 0, nearest | 0];
  const first4 = (head9 / 1e4) | 0;
  const third4 = (tail8 / 1e4) | 0;
  digits[0] = (first4 / 1e4) | 0;
  digits[1] = first4 - digits[0] * 1e4;
  digits[2] = head9 - first4 * 1e4;
  digits[3] = third4;
  digits[4] = tail8 - third4 * 1e4;
  return e;
}

/**
 * Writes `digits` as d₀.d₁d₂… · 10^e, as `Number::toString` of ECMAScript 2024 (6.1.6.1.20) does.
 */
function place(into: Uint8Array, view: DataView, at: number, e: number): number {
  if (e < 0 && e >= -6) {
    into[at++] = 48;
    into[at++] = 46;
    for (let i = -1; i > e; i--) into[at++] = 48;
    return withoutZeros(into, at, writeDigits(into, view, at));
  }
  // The digits leave a byte for the point. Those before the point move one byte to the left.
  const end = writeDigits(into, view, at + 1);
  const before = e >= 0 ? e + 1 : 1;
  for (let i = 0; i < before; i++) into[at + i] = into[at + i + 1];
  into[at + before] = 46;
  const after = withoutZeros(into, at + before + 1, end);
  const next = after === at + before + 1 ? at + before : after;
  return e >= 0 ? next : writeExponent(-e, into, next);
}

/** Writes the exponent −n of ten, with n below 100. */
function writeExponent(n: number, into: Uint8Array, at: number): number {
  const tens = (n / 10) | 0;
  into[at++] = 101;
  into[at++] = 45;
  if (tens > 0) into[at++] = 48 + tens;
  into[at++] = 48 + n - 10 * tens;
  return at;
}

/** Writes the 17 digits. */
function writeDigits(into: Uint8Array, view: DataView, at: number): number {
  into[at] = 48 + digits[0];
  view.setUint32(at + 1, quads[digits[1]]);
  view.setUint32(at + 5, quads[digits[2]]);
  view.setUint32(at + 9, quads[digits[3]]);
  view.setUint32(at + 13, quads[digits[4]]);
  return at + 17;
}

/** Returns the end of the text from `at` to `end` without zeros at its end. */
function withoutZeros(into: Uint8Array, at: number, end: number): number {
  while (end > at && into[end - 1] === 48) end--;
  return end;
}

/** Writes a text of ASCII characters. */
export function writeText(text: string, into: Uint8Array, at: number): number {
  for (let i = 0; i < text.length; i++) into[at++] = text.charCodeAt(i);
  return at;
}
