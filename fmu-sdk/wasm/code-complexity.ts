import { type Outline, type Signature, sectionIds, valueType } from './module-outline.ts';
import { readStackEffect } from './wasm-instructions.ts';
import { Reader } from './wasm-reader.ts';

/**
 * Largest work of a function. Work is a sum over all blocks, loops and two-way branches: the values
 * (locals and operands) that are alive at the start of each, plus a few. Compilers keep some 100
 * bytes for each of these at worst, so that 3 kB of code can take 12 GB.
 */
export const complexityLimit: number = 2 ** 22;
const blockComplexity = 16;
const localLimit = 50_000;

const [unreachable, br, brTable, ret, returnCall, returnCallIndirect] = [0x00, 0x0c, 0x0e, 0x0f, 0x12, 0x13];
const memoryGrow = 0x40;
const bulk = 0xfc;
/** Instructions 0xfc n whose time grows with an operand: memory and table init, copy and fill. */
const bulkInstructions: ReadonlySet<number> = new Set([8, 10, 11, 12, 14, 17]);
const exitInstructions: ReadonlySet<number> = new Set([
  unreachable,
  br,
  brTable,
  ret,
  returnCall,
  returnCallIndirect,
]);

/**
 * A `memory.grow` or a bulk instruction: in which body of the code section, and from where to where
 * in it.
 */
export interface UnboundedInstruction {
  body: number;
  at: number;
  end: number;
}

/**
 * Walks through all function bodies of a core module before a compiler does. Returns the largest
 * work of a function. Throws a RangeError for a function that would cost too much to compile, and
 * for instructions beyond WebAssembly 2.0 and tail calls.
 *
 * @param unbounded receives the places of `memory.grow` and of bulk instructions, in order
 */
export function validateCode(
  { types, functions, importedFunctions, sections }: Outline,
  unbounded: UnboundedInstruction[] = [],
): number {
  let largest = 0;
  for (const { id, body } of sections) {
    if (id !== sectionIds.code) continue;
    const reader = new Reader(body);
    reader.list((i) => {
      const size = reader.number();
      const end = reader.at + size;
      const signature = functions[importedFunctions + i];
      if (end > body.length || signature === undefined) throw new RangeError('its code is cut short');
      const walk = new CodeWalker(new Reader(body.subarray(reader.at, end)), types, functions, signature);
      largest = Math.max(largest, walk.measureComplexity());
      for (const [at, behind] of walk.unbounded) unbounded.push({ body: i, at, end: behind });
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

class CodeWalker {
  /** Operands on the stack. In unreachable code, at least as many as a compiler assumes. */
  private height = 0;
  /** Start and end of each `memory.grow` and bulk instruction. */
  readonly unbounded: [at: number, end: number][] = [];
  private readonly blocks: Block[] = [];
  /** Height of the stack at the start of the innermost block. */
  private base = 0;
  private sum = 0;
  private locals: number;

  constructor(
    private readonly code: Reader,
    private readonly types: readonly Signature[],
    private readonly functions: readonly Signature[],
    private readonly signature: Signature,
  ) {
    this.locals = signature.params.length;
  }

  measureComplexity(): number {
    const { code } = this;
    code.list(() => {
      this.locals += code.number();
      valueType(code);
      if (this.locals > localLimit)
        throw new RangeError(`one of its functions has more than ${localLimit} locals`);
    });
    this.blocks.push({ base: 0, params: 0, results: this.signature.results.length });
    while (this.blocks.length > 0) this.instruction(code.byte());
    if (!code.done) throw new RangeError('one of its functions has code after its end');
    return this.sum;
  }

  private instruction(op: number): void {
    const { code } = this;
    const at = code.at - 1;
    const known = readStackEffect(op, code);
    if (op === memoryGrow || (op === bulk && bulkInstructions.has(code.numberAt(at + 1))))
      this.unbounded.push([at, code.at]);
    if (known !== undefined) this.adjustHeight(known);
    else if (op === 0x02 || op === 0x03) this.open();
    else if (op === 0x04) this.condition();
    else if (op === 0x05) this.startElse();
    else if (op === 0x0b) this.close();
    else if (op === 0x10) this.call(this.functions[code.number()], 0);
    else if (op === 0x11) this.call(this.indirect(), 1);
    else if (exitInstructions.has(op)) this.markUnreachable(op);
    else
      throw new RangeError(
        `one of its functions has the instruction 0x${op.toString(16)}, which WebAssembly 2.0 does not define`,
      );
  }

  private adjustHeight(by: number): void {
    const height = this.height + by;
    this.height = height < this.base ? this.base : height;
  }

  /** Marks the code up to the end of the block as unreachable. */
  private markUnreachable(op: number): void {
    const { code } = this;
    if (op === brTable) code.list(() => code.number());
    if (op === returnCallIndirect) this.indirect();
    else if (op === br || op === brTable || op === returnCall) code.number();
    this.height = this.base;
  }

  private condition(): void {
    this.adjustHeight(-1);
    this.open();
  }

  private open(): void {
    const { params, results } = this.blockType();
    this.adjustHeight(-params);
    this.base = this.height;
    this.blocks.push({ base: this.base, params, results });
    this.height += params;
    this.addBlock();
  }

  private startElse(): void {
    const { base, params } = this.blocks[this.blocks.length - 1];
    this.height = base + params;
    this.addBlock();
  }

  private close(): void {
    const { base, results } = this.blocks.pop() as Block;
    this.height = base + results;
    this.base = this.blocks[this.blocks.length - 1]?.base ?? 0;
  }

  private addBlock(): void {
    this.sum += blockComplexity + this.locals + this.height;
    if (this.sum > complexityLimit)
      throw new RangeError(
        'one of its functions has too many blocks for its locals and operands: compiling it would exhaust the memory',
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
    if (type === undefined) throw new RangeError(`its code refers to type ${i}, which does not exist`);
    return type;
  }

  private call(callee: Signature | undefined, more: number): void {
    if (callee === undefined) throw new RangeError('its code calls a function that does not exist');
    this.adjustHeight(-callee.params.length - more);
    this.adjustHeight(callee.results.length);
  }
}
