import { type Outline, type Signature, sectionIds, valueType } from './outline.ts';
import { Reader } from './reader.ts';

/**
 * Largest work of a function: over all its blocks, loops and branches of two ways, the values that are alive where it begins
 * (locals and operands) and a few more for itself. Compilers keep a place for each of these: some 100 bytes at the worst, so
 * that 3 kB of code can take 12 GB.
 */
export const mostWork = 2 ** 21;
const ownWork = 16;
const mostLocals = 50_000;

/**
 * Walks through the bodies of all functions of a core module, before a compiler does. Throws a RangeError for a function that
 * would cost too much to compile, and for instructions beyond WebAssembly 2.0 and tail calls. Gives the largest work of a function.
 */
export function walkCode({ types, functions, importedFunctions, sections }: Outline): number {
  let largest = 0;
  for (const { id, body } of sections) {
    if (id !== sectionIds.code) continue;
    const reader = new Reader(body);
    reader.list((i) => {
      const size = reader.number();
      const end = reader.at + size;
      const own = functions[importedFunctions + i];
      if (end > body.length || own === undefined) throw new RangeError('its code is cut short');
      const work = new Walk(new Reader(body.subarray(reader.at, end)), types, functions, own).work();
      largest = Math.max(largest, work);
      reader.at = end;
    });
  }
  return largest;
}

/** An open block: operands below it, and what it takes and leaves. */
interface Block {
  base: number;
  params: number;
  results: number;
}

class Walk {
  /** Operands on the stack; where code cannot be reached, no fewer than a compiler takes there to be. */
  private height = 0;
  private readonly blocks: Block[] = [];
  private sum = 0;
  private locals: number;

  constructor(
    private readonly code: Reader,
    private readonly types: readonly Signature[],
    private readonly functions: readonly Signature[],
    private readonly own: Signature,
  ) {
    this.locals = own.params.length;
  }

  work(): number {
    const { code } = this;
    code.list(() => {
      this.locals += code.number();
      valueType(code);
      if (this.locals > mostLocals)
        throw new RangeError(`a function of it has more than ${mostLocals} locals`);
    });
    this.blocks.push({ base: 0, params: 0, results: this.own.results.length });
    while (this.blocks.length > 0) this.instruction(code.byte());
    if (!code.done) throw new RangeError('a function of it has code behind its end');
    return this.sum;
  }

  private instruction(op: number): void {
    const { code } = this;
    if (op >= 0x45 && op <= 0xc4) return this.change(plainEffect(op));
    if (op >= 0x28 && op <= 0x3e) {
      memoryOperand(code);
      return this.change(op < 0x36 ? 0 : -2);
    }
    switch (op) {
      case 0x00: // unreachable
        return this.leave();
      case 0x01: // nop
        return;
      case 0x02: // block
      case 0x03: // loop
        return this.open();
      case 0x04: // if
        this.change(-1);
        return this.open();
      case 0x05: // else
        return this.alternative();
      case 0x0b: // end
        return this.close();
      case 0x0c: // br
        code.number();
        return this.leave();
      case 0x0d: // br_if
        code.number();
        return this.change(-1);
      case 0x0e: // br_table
        code.list(() => code.number());
        code.number();
        return this.leave();
      case 0x0f: // return
        return this.leave();
      case 0x10: // call
        return this.call(this.functions[code.number()], 0);
      case 0x11: // call_indirect
        return this.call(this.indirect(), 1);
      case 0x12: // return_call
        code.number();
        return this.leave();
      case 0x13: // return_call_indirect
        this.indirect();
        return this.leave();
      case 0x1a: // drop
        return this.change(-1);
      case 0x1b: // select
        return this.change(-2);
      case 0x1c: // select with types
        code.list(() => valueType(code));
        return this.change(-2);
      case 0x20: // local.get
      case 0x23: // global.get
      case 0x3f: // memory.size
      case 0xd2: // ref.func
        code.number();
        return this.change(1);
      case 0x21: // local.set
      case 0x24: // global.set
        code.number();
        return this.change(-1);
      case 0x22: // local.tee
      case 0x25: // table.get
      case 0x40: // memory.grow
        code.number();
        return;
      case 0x26: // table.set
        code.number();
        return this.change(-2);
      case 0x41: // i32.const
      case 0x42: // i64.const
        code.skipNumber();
        return this.change(1);
      case 0x43: // f32.const
        code.skip(4);
        return this.change(1);
      case 0x44: // f64.const
        code.skip(8);
        return this.change(1);
      case 0xd0: // ref.null
        valueType(code);
        return this.change(1);
      case 0xd1: // ref.is_null
        return;
      case 0xfc:
        return this.change(longEffect(code));
      case 0xfd:
        return this.change(vectorEffect(code));
      default:
        throw new RangeError(
          `a function of it has the instruction 0x${op.toString(16)}, beyond WebAssembly 2.0`,
        );
    }
  }

  private change(by: number): void {
    this.height = Math.max(this.blocks[this.blocks.length - 1].base, this.height + by);
  }

  /** What follows, up to the end of the block, is never reached. */
  private leave(): void {
    this.height = this.blocks[this.blocks.length - 1].base;
  }

  private open(): void {
    const { params, results } = this.blockType();
    this.change(-params);
    this.blocks.push({ base: this.height, params, results });
    this.height += params;
    this.weigh();
  }

  private alternative(): void {
    const { base, params } = this.blocks[this.blocks.length - 1];
    this.height = base + params;
    this.weigh();
  }

  private close(): void {
    const { base, results } = this.blocks.pop() as Block;
    this.height = base + results;
  }

  private weigh(): void {
    this.sum += ownWork + this.locals + this.height;
    if (this.sum > mostWork)
      throw new RangeError(
        'a function of it has too many blocks for its locals and operands: compiling it would take the memory of the machine',
      );
  }

  private blockType(): { params: number; results: number } {
    const type = this.code.signed();
    if (type === -64) return { params: 0, results: 0 };
    if (type < 0) return { params: 0, results: 1 };
    const { params, results } = this.typeAt(type);
    return { params: params.length, results: results.length };
  }

  private indirect(): Signature {
    const type = this.typeAt(this.code.number());
    this.code.number();
    return type;
  }

  private typeAt(i: number): Signature {
    const type = this.types[i];
    if (type === undefined) throw new RangeError(`its code names a type ${i}, which is not there`);
    return type;
  }

  private call(callee: Signature | undefined, more: number): void {
    if (callee === undefined) throw new RangeError('its code calls a function that is not there');
    this.change(-callee.params.length - more);
    this.change(callee.results.length);
  }
}

/** How many operands more the instructions 0x45 … 0xc4 leave: comparisons and operations of two operands −1, of one 0. */
function plainEffect(op: number): number {
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
    throw new RangeError('a function of it has an access to memory beyond WebAssembly 2.0');
  code.number();
}

/** Numbers behind the instructions 0xfc n, and what they leave: conversions, bulk memory, tables. */
const long: readonly (readonly [numbers: number, effect: number])[] = [
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
  const found = long[op];
  if (found === undefined)
    throw new RangeError(`a function of it has the instruction 0xfc ${op}, beyond WebAssembly 2.0`);
  for (let i = 0; i < found[0]; i++) code.number();
  return found[1];
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
    throw new RangeError(`a function of it has the instruction 0xfd ${op}, beyond WebAssembly 2.0`);
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
