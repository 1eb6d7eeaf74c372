import { complexityLimit } from '../code-complexity.ts';
import type { Signature } from '../module-outline.ts';
import { op, valueTypes } from '../opcodes.ts';
import { readStackEffect } from '../wasm-instructions.ts';
import { Reader } from '../wasm-reader.ts';
import { Writer } from '../wasm-writer.ts';
import { NotRelocatable } from './not-relocatable.ts';
import type { Global } from './relocate-parts.ts';
import { AddressAnalysis } from './relocated-addresses.ts';

/** Data for the rewriting of the functions of a module. */
export interface RelocationPlan {
  /** Signatures of the module's functions by their index there, the imported ones first. */
  functions: readonly Signature[];
  importedFunctions: number;
  /** Function type i has become type `types` + i of the new module. */
  types: number;
  globals: readonly Global[];
  /** Size of the memory [bytes]. */
  size: number;
  /** Indexes in the new module: the first function, and those for `memory.copy` and `memory.fill`. */
  firstFunction: number;
  copy: number;
  fill: number;
  /** Index in the new module of the first global that keeps an index. */
  firstGlobal: number;
  /** Entries of the module's table, and its first entry in the table of the new module. */
  table: { first: number; entries: number };
}

/** A rewritten function, and what it needs of others. */
export interface RelocatedFunction {
  code: readonly number[];
  /** Functions that it calls, by their index in the module. */
  calls: ReadonlySet<number>;
  /** True when the function calls through the table. */
  table: boolean;
  /** True when the function may return. A function that always traps, as `fail` does, does not. */
  returns: boolean;
}

const { i32, i64, f32, f64, none } = valueTypes;
/** Bytes that the loads and stores 0x28 … 0x3e read or write. */
const widths: readonly number[] = [4, 8, 4, 8, 1, 1, 2, 2, 1, 1, 2, 2, 4, 4, 4, 8, 4, 8, 1, 2, 1, 2, 4];
/** Types of what the stores 0x36 … 0x3e write. */
const stored: readonly number[] = [i32, i64, f32, f64, i32, i32, i64, i64, i64];
const loadOf: Readonly<Record<number, number>> = {
  [i32]: op.i32Load,
  [i64]: op.i64Load,
  [f32]: op.f32Load,
  [f64]: op.f64Load,
};
const storeOf: Readonly<Record<number, number>> = {
  [i32]: op.i32Store,
  [i64]: op.i64Store,
  [f32]: op.f32Store,
  [f64]: op.f64Store,
};
const page = 65536;

/**
 * Rewrites a function so that its memory is a region of a larger memory. The added last parameter
 * is the address of a record: the address of the region, then the mutable globals. Every access is
 * checked against the size of the region and traps as before. The results are equal bit for bit,
 * and the code reaches nothing outside the region.
 *
 * @param body of a function in a validated module
 */
export function relocateFunction(
  body: Uint8Array,
  signature: Signature,
  plan: RelocationPlan,
): RelocatedFunction {
  const addresses = new AddressAnalysis(plan.size);
  new FunctionRewriter(body, signature, plan, addresses).rewrite();
  addresses.startSecondPass();
  return new FunctionRewriter(body, signature, plan, addresses).rewrite();
}

/** One pass over a function. */
class FunctionRewriter {
  private readonly code: Reader;
  private readonly out = new Writer();
  private readonly calls = new Set<number>();
  private table = false;
  private returns = false;
  /** The last instruction before the body's end. */
  private before = -1;
  /** Index of the added parameter. Indices of locals after it rise by one. */
  private readonly record: number;
  private locals: number;
  /** Blocks that are open inside the body. */
  private depth = 0;
  private work = 0;

  constructor(
    private readonly body: Uint8Array,
    private readonly signature: Signature,
    private readonly plan: RelocationPlan,
    private readonly addresses: AddressAnalysis,
  ) {
    this.code = new Reader(body);
    this.record = signature.params.length;
    this.locals = signature.params.length;
  }

  rewrite(): RelocatedFunction {
    const { code, out } = this;
    this.declareLocals();
    out.byte(op.localGet).number(this.record).byte(op.i32Load, 2, 0, op.localSet).number(this.region);
    // Failed checks leave the outer of two blocks. The inner block replaces the body of the
    // function.
    out.byte(op.block, none, op.block, this.resultType());
    while (this.depth >= 0) this.instruction();
    out.byte(op.end, op.return, op.end).copy(trapOutOfBounds).byte(op.end);
    if (!code.done) throw new NotRelocatable('code after its end');
    const returns = this.returns || this.before !== op.unreachable;
    return { code: out.bytes, calls: this.calls, table: this.table, returns };
  }

  /**
   * Declares the locals of the function, then the address of the region, an address, and one local
   * of each type for operands.
   */
  private declareLocals(): void {
    const groups: [number, number][] = [];
    this.code.list(() => {
      const count = this.code.number();
      groups.push([count, this.code.byte()]);
      this.locals += count;
    });
    const more: [number, number][] = [
      [3, i32],
      [1, i64],
      [1, f32],
      [1, f64],
    ];
    this.out.list(
      [...groups, ...more].map(
        ([count, type]) =>
          (w: Writer) =>
            w.number(count).byte(type),
      ),
    );
  }

  private get region(): number {
    return this.locals + 1;
  }

  private get address(): number {
    return this.locals + 2;
  }

  /** A local that holds an operand of this type. */
  private operandLocal(type: number): number {
    return this.locals + 3 + [i32, i64, f32, f64].indexOf(type as never);
  }

  private resultType(): number {
    const { results } = this.signature;
    if (results.length > 1) throw new NotRelocatable('a function with several results');
    return results.length === 0 ? none : valueTypes[results[0] as keyof typeof valueTypes];
  }

  private instruction(): void {
    const { code, out, addresses, plan } = this;
    const at = code.at;
    const which = code.byte();
    this.returns ||= which === op.return;
    if (which !== op.end || this.depth > 0) this.before = which;
    if (which >= op.i32Load && which <= 0x3e) this.rewriteAccess(which);
    else if (which >= op.localGet && which <= op.localTee) {
      const local = code.number();
      addresses.local(which, local);
      out.byte(which).number(local < this.record ? local : local + 1);
    } else if (which === op.globalGet || which === op.globalSet) this.global(which);
    else if (which === op.i32Const) {
      const value = code.signed();
      addresses.push({ constant: value >>> 0 });
      out.byte(which).signed(value);
    } else if (which === op.call) {
      const callee = code.number();
      if (callee < plan.importedFunctions) this.imported(plan.functions[callee]);
      else {
        this.calls.add(callee);
        this.callWithRecord(plan.firstFunction + callee - plan.importedFunctions);
      }
    } else if (which === op.callIndirect) this.indirect();
    else if (which === op.memorySize || which === op.memoryGrow) this.memorySize(which);
    else if (which === op.bulk && (this.body[code.at] === 10 || this.body[code.at] === 11)) {
      const isCopy = code.byte() === 10;
      code.skip(isCopy ? 2 : 1);
      this.callWithRecord(isCopy ? plan.copy : plan.fill);
    } else {
      this.copyInstruction(which);
      if (this.depth >= 0) out.copy(this.body.subarray(at, code.at));
    }
  }

  /** Replaces an imported callback of a sealed FMU: the result is 0. */
  private imported({ params, results }: Signature): void {
    const { out } = this;
    this.addresses.call();
    out.copy(params.map(() => op.drop));
    if (results.length > 1 || results[0] === 'i64')
      throw new NotRelocatable('a callback that cannot return 0');
    if (results[0] === 'i32') out.byte(op.i32Const, 0);
    else if (results[0] === 'f64') out.byte(op.f64Const).f64(0);
    else if (results.length === 1) throw new NotRelocatable('a callback with an unsupported result');
  }

  /** Calls a function of the new module, with the address of the region after its arguments. */
  private callWithRecord(callee: number): void {
    this.addresses.call();
    this.out.byte(op.localGet).number(this.record).byte(op.call).number(callee);
  }

  private indirect(): void {
    const type = this.code.number();
    if (this.code.number() !== 0) throw new NotRelocatable('several tables');
    this.table = true;
    this.addresses.call();
    const { out, address, record } = this;
    const { first, entries } = this.plan.table;
    out.byte(op.localSet).number(address);
    // Entries of other modules follow in a common table.
    if (first > 0) {
      out.byte(op.localGet).number(address).byte(op.i32Const).signed(entries);
      out.byte(op.i32LtU, op.i32Eqz, op.brIf).number(this.depth + 1);
    }
    out.byte(op.localGet).number(record).byte(op.localGet).number(address);
    if (first > 0) out.byte(op.i32Const).signed(first).byte(op.i32Add);
    out
      .byte(op.callIndirect)
      .number(this.plan.types + type)
      .byte(0);
  }

  private rewriteAccess(which: number): void {
    const { code, out, addresses, address } = this;
    const alignment = code.number();
    const offset = code.number();
    if (alignment > 4) throw new NotRelocatable('a memory access of an unsupported form');
    const reach = offset + widths[which - op.i32Load];
    const value = which >= op.i32Store ? this.operandLocal(stored[which - op.i32Store]) : undefined;
    if (value !== undefined) {
      addresses.pop();
      out.byte(op.localSet).number(value);
    }
    const last = addresses.checkAccess(reach);
    if (value === undefined) addresses.push();
    if (last !== undefined) {
      out.byte(op.localTee).number(address).byte(op.i32Const).signed(Math.max(0, last)).byte(op.i32GtU);
      // No address is left for which it could be made.
      if (last < 0) out.byte(op.drop, op.i32Const, 1);
      out
        .byte(op.brIf)
        .number(this.depth + 1)
        .byte(op.localGet)
        .number(address);
      this.limitComplexity();
    }
    out.byte(op.localGet).number(this.region).byte(op.i32Add);
    if (value !== undefined) out.byte(op.localGet).number(value);
    out
      .byte(which)
      .number(alignment)
      .number(last !== undefined && last < 0 ? 0 : offset);
  }

  /**
   * Bounds the values that are alive at each branch, as `validateCode` does. A compiler keeps places
   * for them.
   */
  private limitComplexity(): void {
    this.work += this.locals + 16;
    if (this.work > complexityLimit) throw new NotRelocatable('too many accesses for its locals');
  }

  private global(which: number): void {
    const { out, record } = this;
    const target = this.plan.globals[this.code.number()];
    if (target === undefined) throw new NotRelocatable('a global that does not exist');
    if (which === op.globalGet) this.addresses.push();
    else this.addresses.pop();
    if (target.kind === 'kept') out.byte(which).number(this.plan.firstGlobal + target.index);
    else if (which === op.globalGet)
      out.byte(op.localGet).number(record).byte(loadOf[target.type], 0).number(target.at);
    else {
      const value = this.operandLocal(target.type);
      out.byte(op.localSet).number(value).byte(op.localGet).number(record).byte(op.localGet).number(value);
      out.byte(storeOf[target.type], 0).number(target.at);
    }
  }

  /** The size is fixed: growing by nothing answers it, growing by more is refused. */
  private memorySize(which: number): void {
    const { code, out, addresses, address } = this;
    if (code.number() !== 0) throw new NotRelocatable('several memories');
    const pages = Math.floor(this.plan.size / page);
    if (which === op.memorySize) {
      addresses.push();
      out.byte(op.i32Const).signed(pages);
      return;
    }
    addresses.call();
    out.byte(op.localSet).number(address).byte(op.i32Const).signed(pages).byte(op.i32Const).signed(-1);
    out.byte(op.localGet).number(address).byte(op.i32Eqz, op.select);
  }

  /** Goes behind an instruction that stays as it is. */
  private copyInstruction(which: number): void {
    const { code, addresses } = this;
    const isNumeric = which < 0xc5 && which !== 0x25 && which !== 0x26;
    const truncation = which === op.bulk && this.body[code.at] <= 7;
    const effect = isNumeric || truncation ? readStackEffect(which, code) : undefined;
    if (effect !== undefined) {
      addresses.operation(which, effect);
      return;
    }
    addresses.control(which);
    if (which >= op.block && which <= op.if) {
      code.signed();
      this.depth++;
    } else if (which === op.end) this.depth--;
    else if (which === op.br) code.number();
    else if (which === op.brTable) {
      code.list(() => code.number());
      code.number();
    } else if (which !== op.unreachable && which !== op.else && which !== op.return)
      throw new NotRelocatable(`the instruction 0x${which.toString(16)}`);
  }
}

/** Traps as an access outside of a memory does: 2³² − 1 is in no memory that holds regions. */
export const trapOutOfBounds: readonly number[] = [
  op.i32Const,
  0x7f,
  op.i32Load8u,
  0,
  0,
  op.drop,
  op.unreachable,
];
