import type { Dice } from '../seeded-dice.ts';

/** Largest case that is made [bytes]. */
export const largest = 65536;

/**
 * A few changes that know nothing of the format: bits, bytes, numbers, runs taken out, doubled,
 * moved, or from another case.
 */
export function mutateBytes(seed: Uint8Array, dice: Dice, others: readonly Uint8Array[]): Uint8Array {
  let bytes = seed;
  for (let n = dice.few(8); n > 0; n--) bytes = dice.of(changes)(bytes, dice, others);
  return bytes.length > largest ? bytes.subarray(0, largest) : bytes;
}

type Change = (bytes: Uint8Array, dice: Dice, others: readonly Uint8Array[]) => Uint8Array;

/** Replaces `remove` bytes from `at` by others. */
export function spliced(bytes: Uint8Array, at: number, remove: number, insert: Uint8Array): Uint8Array {
  const rest = bytes.subarray(Math.min(bytes.length, at + remove));
  const out = new Uint8Array(Math.min(at, bytes.length) + insert.length + rest.length);
  out.set(bytes.subarray(0, at));
  out.set(insert, Math.min(at, bytes.length));
  out.set(rest, out.length - rest.length);
  return out;
}

function run(bytes: Uint8Array, dice: Dice): { at: number; length: number } {
  const at = dice.below(bytes.length + 1);
  const most = dice.once(4) ? bytes.length : 32;
  return { at, length: Math.min(bytes.length - at, dice.below(most) + 1) };
}

const none = new Uint8Array();
const bits: Change = (bytes, dice) => {
  const out = bytes.slice();
  if (out.length > 0) out[dice.below(out.length)] ^= 1 << dice.below(8);
  return out;
};
const byte: Change = (bytes, dice) => {
  const out = bytes.slice();
  if (out.length > 0)
    out[dice.below(out.length)] = dice.of([0, 1, 0x7f, 0x80, 0xff, 10, 34, 60, dice.below(256)]);
  return out;
};
const number: Change = (bytes, dice) => {
  const out = bytes.slice();
  const size = dice.of([2, 4, 8]);
  if (out.length < size) return out;
  const view = new DataView(out.buffer);
  const at = dice.below(out.length - size + 1);
  if (size === 2) view.setUint16(at, dice.word() & 0xffff, true);
  else if (size === 4) view.setUint32(at, dice.word(), true);
  else view.setFloat64(at, dice.of([0, -0, 1, 1e300, Number.NaN, Infinity, -Infinity, 5e-324]), true);
  return out;
};
const removal: Change = (bytes, dice) => {
  const { at, length } = run(bytes, dice);
  return spliced(bytes, at, length, none);
};
const doubled: Change = (bytes, dice) => {
  const { at, length } = run(bytes, dice);
  const piece = bytes.subarray(at, at + length);
  const times = dice.once(16) ? dice.below(200) + 1 : 1;
  if (piece.length * times > largest) return bytes;
  const many = new Uint8Array(piece.length * times);
  for (let i = 0; i < times; i++) many.set(piece, i * piece.length);
  return spliced(bytes, at, 0, many);
};
const moved: Change = (bytes, dice) => {
  const { at, length } = run(bytes, dice);
  const piece = bytes.slice(at, at + length);
  return spliced(spliced(bytes, at, length, none), dice.below(bytes.length + 1), 0, piece);
};
const grafted: Change = (bytes, dice, others) => {
  if (others.length === 0) return bytes;
  const other = dice.of(others);
  const { at, length } = run(other, dice);
  const to = run(bytes, dice);
  return spliced(bytes, to.at, dice.once(2) ? 0 : to.length, other.subarray(at, at + length));
};
const cut: Change = (bytes, dice) => bytes.subarray(0, dice.below(bytes.length + 1));
const noise: Change = (bytes, dice) => {
  const piece = Uint8Array.from({ length: dice.few() }, () => dice.below(256));
  return spliced(bytes, dice.below(bytes.length + 1), 0, piece);
};

const changes: readonly Change[] = [
  bits,
  bits,
  byte,
  byte,
  number,
  removal,
  doubled,
  moved,
  grafted,
  grafted,
  noise,
  cut,
];

export function joined(parts: readonly ArrayLike<number>[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts.map((part) => Uint8Array.from(part))));
}
