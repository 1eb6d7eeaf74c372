import { valueType } from './module-outline.ts';
import type { Reader } from './wasm-reader.ts';

/**
 * Count of the immediates of an instruction, and its change of the number of operands on the stack.
 */
type InstructionShape = readonly [numbers: number, effect: number];

const simple: Readonly<Record<number, InstructionShape>> = {
  1: [0, 0], // nop
  13: [1, -1], // br_if
  26: [0, -1], // drop
  27: [0, -2], // select
  32: [1, 1], // local.get
  33: [1, -1], // local.set
  34: [1, 0], // local.tee
  35: [1, 1], // global.get
  36: [1, -1], // global.set
  37: [1, 0], // table.get
  38: [1, -2], // table.set
  63: [1, 1], // memory.size
  64: [1, 0], // memory.grow
  65: [1, 1], // i32.const
  66: [1, 1], // i64.const
  209: [0, 0], // ref.is_null
  210: [1, 1], // ref.func
};

/**
 * Effect of each instruction whose only immediate is an optional number. The table lets the code be
 * read step by step before V8 compiles any of it.
 */
const numbered = new Int8Array(256).fill(-1);
const effects = new Int8Array(256);
for (let op = 0; op < 256; op++) {
  const [numbers, effect] = op >= 0x45 && op <= 0xc4 ? [0, numericEffect(op)] : (simple[op] ?? [-1, 0]);
  numbered[op] = numbers;
  effects[op] = effect;
}

/**
 * Reads the immediates of an instruction of WebAssembly 2.0 and returns its change of the number of
 * operands. Returns undefined for instructions that open, end or leave a block, and for all others.
 */
export function readStackEffect(op: number, code: Reader): number | undefined {
  const numbers = numbered[op];
  if (numbers >= 0) {
    if (numbers === 1) code.skipNumber();
    return effects[op];
  }
  if (op >= 0x28 && op <= 0x3e) {
    memoryOperand(code);
    return op < 0x36 ? 0 : -2;
  }
  switch (op) {
    case 0x1c: // select with types
      code.list(() => valueType(code));
      return -2;
    case 0x43: // f32.const
      code.skip(4);
      return 1;
    case 0x44: // f64.const
      code.skip(8);
      return 1;
    case 0xd0: // ref.null
      valueType(code);
      return 1;
    case 0xfc:
      return longEffect(code);
    case 0xfd:
      return vectorEffect(code);
    default:
      return undefined;
  }
}

/**
 * Returns the change of the number of operands by the instructions 0x45 … 0xc4: −1 for comparisons
 * and operations with two operands, 0 with one.
 */
function numericEffect(op: number): number {
  if (op === 0x45 || op === 0x50) return 0;
  if (op <= 0x66) return -1;
  if (op >= 0xa7) return 0;
  const unary =
    (op >= 0x67 && op <= 0x69) ||
    (op >= 0x79 && op <= 0x7b) ||
    (op >= 0x8b && op <= 0x91) ||
    (op >= 0x99 && op <= 0x9f);
  return unary ? 0 : -1;
}

function memoryOperand(code: Reader): void {
  if (code.number() > 16)
    throw new RangeError(
      'one of its functions accesses memory in a way that WebAssembly 2.0 does not define',
    );
  code.number();
}

/** Immediates and effects of the instructions 0xfc n: conversions, bulk memory, tables. */
const prefixedShapes: readonly InstructionShape[] = [
  ...Array.from({ length: 8 }, () => [0, 0] as const),
  [2, -3],
  [1, 0],
  [2, -3],
  [1, -3],
  [2, -3],
  [1, 0],
  [2, -3],
  [1, -1],
  [1, 1],
  [1, -3],
];

function longEffect(code: Reader): number {
  const op = code.number();
  const shape = prefixedShapes[op];
  if (shape === undefined)
    throw new RangeError(
      `one of its functions has the instruction 0xfc ${op}, which WebAssembly 2.0 does not define`,
    );
  for (let i = 0; i < shape[0]; i++) code.skipNumber();
  return shape[1];
}

/** Vector instructions from 96 on that take one operand. */
const unaryVectors: ReadonlySet<number> = new Set(
  [
    [96, 100],
    [103, 106],
    [116, 117],
    [122, 122],
    [124, 129],
    [131, 132],
    [135, 138],
    [148, 148],
    [160, 161],
    [163, 164],
    [167, 170],
    [192, 193],
    [195, 196],
    [199, 202],
    [224, 225],
    [227, 227],
    [236, 237],
    [239, 239],
    [248, 255],
  ].flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)),
);

/** Instructions 0xfd n (WebAssembly 2.0, 5.4.9). */
function vectorEffect(code: Reader): number {
  const op = code.number();
  if (op > 255)
    throw new RangeError(
      `one of its functions has the instruction 0xfd ${op}, which WebAssembly 2.0 does not define`,
    );
  if (op <= 11 || (op >= 84 && op <= 93)) memoryOperand(code);
  if (op === 12 || op === 13) code.skip(16);
  if ((op >= 21 && op <= 34) || (op >= 84 && op <= 91)) code.skip(1);
  if (op === 12) return 1;
  if (op === 11 || op === 82 || (op >= 88 && op <= 91)) return -2;
  if (op < 96) {
    const binary =
      op === 13 || op === 14 || (op >= 35 && op <= 76) || (op >= 78 && op <= 81) || (op >= 84 && op <= 87);
    const replaces = [23, 26, 28, 30, 32, 34].includes(op);
    return binary || replaces ? -1 : 0;
  }
  return unaryVectors.has(op) ? 0 : -1;
}
