import { op } from '../opcodes.ts';

/** Origin of an operand: a local with its value since `version`, a constant, or unknown. */
type Origin = { local: number; version: number } | { constant: number } | undefined;

/** A local of that version is known to be at most `last`. */
interface Fact {
  version: number;
  last: number;
}

type Facts = Map<number, Fact>;

/**
 * Decides which accesses of a function need a check, from the origins of their addresses. After one
 * check, a local needs no other check while it keeps its value, in all code that follows the first
 * check. The first check covers all accesses through this local that follow at once, up to a
 * branch, a call or another possible trap.
 *
 * Call order: the instructions of the function in order, `again`, then the instructions once more.
 * The second pass decides.
 */
export class AddressAnalysis {
  /** The topmost operands, as far as they are known. */
  private stack: Origin[] = [];
  private facts: Facts = new Map();
  private readonly versions = new Map<number, number>();
  private version = 0;
  /** Facts where each open block began. */
  private readonly blocks: Facts[] = [];
  /**
   * Largest offset + width of the accesses through a local in one straight piece of code [bytes].
   */
  private readonly reaches = new Map<string, number>();
  private piece = 0;

  /** @param size of the memory [bytes] */
  constructor(private readonly size: number) {}

  startSecondPass(): void {
    this.stack = [];
    this.facts.clear();
    this.versions.clear();
    this.version = 0;
    this.blocks.length = 0;
    this.piece = 0;
  }

  push(origin?: Origin): void {
    this.stack.push(origin);
  }

  pop(): Origin {
    return this.stack.pop();
  }

  /** `local.get`, `local.set` or `local.tee`. */
  local(which: number, local: number): void {
    if (which !== op.localGet) {
      this.pop();
      this.versions.set(local, ++this.version);
      this.facts.delete(local);
    }
    if (which !== op.localSet) this.push({ local, version: this.versionOf(local) });
  }

  /**
   * Handles an instruction that changes the number of operands by `effect`. It leaves one operand,
   * or is `drop` or `br_if`.
   */
  operation(which: number, effect: number): void {
    if (effect === 1) {
      this.push();
      return;
    }
    for (let i = effect; i < 0; i++) this.pop();
    if (which === op.brIf) this.piece++;
    if (which === op.brIf || which === op.drop) return;
    if (mayTrap(which)) this.piece++;
    this.pop();
    this.push();
  }

  /** A call: of operands nothing is known behind it, locals are as they were. */
  call(): void {
    this.stack = [];
    this.piece++;
  }

  /** Begin, middle or end of a block, or what leaves one. */
  control(which: number): void {
    this.call();
    if (which === op.block || which === op.if || which === op.loop) this.blocks.push(new Map(this.facts));
    // Its body is reached again with other values.
    if (which === op.loop) this.facts.clear();
    if (which === op.else) this.facts = this.validFacts(this.blocks[this.blocks.length - 1]);
    if (which === op.end) this.facts = this.validFacts(this.blocks.pop() ?? new Map());
  }

  /**
   * Takes the address of an access of `reach` = offset + width bytes from the stack.
   *
   * @returns the largest valid address, negative when all are invalid, undefined when a check is
   *   unnecessary
   */
  checkAccess(reach: number): number | undefined {
    const origin = this.pop();
    const last = this.size - reach;
    if (origin === undefined || last < 0) return last;
    if ('constant' in origin) return origin.constant <= last ? undefined : last;
    const { local, version } = origin;
    // A value that the local had before it changed is nothing to remember.
    if (this.versionOf(local) !== version) return last;
    const place = `${this.piece} ${local} ${version}`;
    const farthest = Math.max(reach, this.reaches.get(place) ?? 0);
    this.reaches.set(place, farthest);
    const known = this.facts.get(local);
    if (known !== undefined && known.last <= last) return undefined;
    const strictest = farthest > this.size ? last : this.size - farthest;
    this.facts.set(local, { version, last: strictest });
    return strictest;
  }

  private versionOf(local: number): number {
    return this.versions.get(local) ?? 0;
  }

  /** Returns the facts from the start of a block whose locals have not changed since. */
  private validFacts(facts: Facts): Facts {
    return new Map([...facts].filter(([local, { version }]) => this.versionOf(local) === version));
  }
}

/** Divisions of integers, remainders, truncations. */
function mayTrap(which: number): boolean {
  return (
    (which >= 0x6d && which <= 0x70) || (which >= 0x7f && which <= 0x82) || (which >= 0xa8 && which <= 0xb1)
  );
}
