import { sectionIds } from '../../fmu-sdk/wasm/module-outline.ts';
import { op, valueTypes } from '../../fmu-sdk/wasm/opcodes.ts';
import { coreHeader } from '../../fmu-sdk/wasm/wasm-sections.ts';
import { Writer } from '../../fmu-sdk/wasm/wasm-writer.ts';

const { i32, i64, f32, f64, none } = valueTypes;
export const pageBytes = 65536;
/** Two parameters, then four more locals of i32. */
const locals = 6;
const loads: readonly [which: number, type: number][] = [
  ...([0x28, 0x2c, 0x2d, 0x2e, 0x2f] as const).map((which): [number, number] => [which, i32]),
  ...([0x29, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35] as const).map((which): [number, number] => [which, i64]),
  [0x2a, f32],
  [0x2b, f64],
];
const stores: readonly [which: number, type: number][] = [
  ...([0x36, 0x3a, 0x3b] as const).map((which): [number, number] => [which, i32]),
  ...([0x37, 0x3c, 0x3d, 0x3e] as const).map((which): [number, number] => [which, i64]),
  [0x38, f32],
  [0x39, f64],
];
/** Conversions from i32 and back, by type. */
const convert: Readonly<Record<number, [to: readonly number[], back: readonly number[]]>> = {
  [i32]: [[], []],
  [i64]: [[op.i64ExtendI32s], [0xa7]],
  [f32]: [[op.f32ConvertI32s], [0xbc]],
  [f64]: [[op.f64ConvertI32s], [0xaa]],
};

/**
 * Returns a module of functions (i32, i32) → i32 in random blocks, loops and branches. They access
 * a memory of one page at random, mostly at its ends, call each other and use a mutable global. The
 * exports are f0, f1, … and a `step` that does nothing.
 */
export function randomModule(random: (below: number) => number, functions: number): Uint8Array {
  return moduleOf(Array.from({ length: functions }, (_, i) => new Code(random, i).body()));
}

/** Returns a module with the given bodies and the given code of `step`. */
export function moduleOf(
  bodies: readonly (readonly number[])[],
  step: readonly number[] = [0, op.i32Const, 0, op.end],
): Uint8Array {
  const w = new Writer().copy(coreHeader);
  w.section(sectionIds.type, [
    (w) => w.byte(0x60).sized([i32, i32]).sized([i32]),
    (w) => w.byte(0x60).sized([f64, f64]).sized([i32]),
  ]);
  w.section(
    sectionIds.function,
    [...bodies.map(() => 0), 1].map((type) => (w: Writer) => w.number(type)),
  );
  w.section(sectionIds.memory, [(w) => w.byte(1, 1, 1)]);
  w.section(sectionIds.global, [(w) => w.byte(i32, 1, op.i32Const, 7, op.end)]);
  w.section(sectionIds.export, [
    (w) => w.name('memory').byte(2, 0),
    ...bodies.map((_, i) => (w: Writer) => w.name(`f${i}`).byte(0).number(i)),
    (w) => w.name('step').byte(0).number(bodies.length),
  ]);
  w.section(
    sectionIds.code,
    [...bodies, step].map((body) => (w: Writer) => w.sized(body)),
  );
  return new Uint8Array(w.bytes);
}

class Code {
  private readonly w = new Writer();
  private depth = 0;
  private loops = 0;

  constructor(
    private readonly random: (below: number) => number,
    private readonly index: number,
  ) {}

  body(): number[] {
    this.w
      .number(1)
      .number(locals - 2 + 3)
      .byte(i32);
    for (let k = 2; k < locals; k++) this.set(k);
    this.statements(5);
    for (let k = 0; k < locals; k++) {
      this.w.byte(op.localGet, k);
      if (k > 0) this.w.byte(0x73);
    }
    return this.w.byte(op.end).bytes;
  }

  private statements(count: number): void {
    for (let i = 0; i < count; i++) this.statement();
  }

  private statement(): void {
    const { w, random } = this;
    const kind = random(12);
    if (kind < 4) this.store();
    else if (kind < 7) this.load();
    else if (kind === 7) this.set(random(locals));
    else if (kind === 8 && this.depth < 3) this.branch();
    else if (kind === 9 && this.depth < 3 && this.loops < 3) this.loop();
    else if (kind === 10 && this.index > 0) {
      w.byte(op.localGet, random(locals), op.localGet, random(locals), op.call).number(random(this.index));
      w.byte(op.localSet, random(locals));
    } else if (random(2) === 0) w.byte(op.localGet, random(locals), op.globalSet, 0);
    else w.byte(op.globalGet, 0, op.localSet, random(locals));
  }

  /**
   * Sets a local to an address: at an end of the memory, anywhere, or near the value of another
   * local.
   */
  private set(local: number): void {
    const { w, random } = this;
    const kind = random(4);
    if (kind === 0) w.byte(op.i32Const).signed(pageBytes - random(40));
    else if (kind === 1) w.byte(op.i32Const).signed(random(200));
    else if (kind === 2) w.byte(op.i32Const).signed(random(100) === 0 ? -random(9) : random(pageBytes));
    else
      w.byte(op.localGet, random(locals), op.i32Const)
        .signed(random(24) - 12)
        .byte(op.i32Add);
    w.byte(random(4) === 0 ? op.localTee : op.localSet, local);
    if (w.bytes[w.bytes.length - 2] === op.localTee) w.byte(op.drop);
  }

  private address(): void {
    const { w, random } = this;
    const kind = random(8);
    if (kind === 0) w.byte(op.i32Const).signed(random(3) === 0 ? pageBytes - random(12) : random(pageBytes));
    else if (kind === 1) w.byte(op.localGet, random(locals), op.i32Const, 2, op.i32Sub);
    else if (kind === 2) w.byte(op.localGet, random(locals), op.localTee, random(locals));
    else w.byte(op.localGet, random(locals));
  }

  private offset(): number {
    const { random } = this;
    if (random(60) === 0) return [pageBytes - 8, pageBytes, 2 ** 31, 2 ** 32 - 1][random(4)];
    return random(20);
  }

  private load(): void {
    const { w, random } = this;
    const [which, type] = loads[random(loads.length)];
    this.address();
    w.byte(which, 0).number(this.offset());
    // A truncation of an arbitrary number might trap, so the code reinterprets its bits.
    if (type === f64) w.byte(0xbd, 0xa7);
    else w.byte(...convert[type][1]);
    w.byte(op.localSet, random(locals));
  }

  private store(): void {
    const { w, random } = this;
    const [which, type] = stores[random(stores.length)];
    this.address();
    // The local may change between the address and the access.
    if (random(4) === 0) this.set(random(locals));
    w.byte(op.localGet, random(locals), ...convert[type][0], which, 0).number(this.offset());
  }

  /**
   * Emits an access through a local with a known offset. Facts about the local may not hold
   * afterwards.
   */
  private through(local: number): void {
    this.w.byte(op.localGet, local, op.i32Load, 0, this.random(20), op.drop);
  }

  private branch(): void {
    const { w, random } = this;
    this.depth++;
    const local = random(locals);
    if (random(2) === 0) this.through(local);
    if (random(2) === 0) {
      w.byte(op.localGet, random(locals), op.i32Const, 1, 0x71, op.if, none);
      if (random(2) === 0) this.through(local);
      this.statements(random(4));
      if (random(2) === 0) {
        w.byte(op.else);
        if (random(2) === 0) this.through(local);
        this.statements(random(4));
      }
    } else {
      w.byte(op.block, none);
      this.statements(random(4));
      w.byte(op.localGet, random(locals), op.i32Const, 1, 0x71, op.brIf, 0);
      this.statements(random(4));
    }
    if (random(3) === 0) this.set(local);
    w.byte(op.end);
    if (random(2) === 0) this.through(local);
    this.depth--;
  }

  /** Emits three iterations, counted in a local that nothing else uses. */
  private loop(): void {
    const { w } = this;
    const counter = locals + this.loops++;
    const local = this.random(locals);
    if (this.random(2) === 0) this.through(local);
    this.depth++;
    w.byte(op.i32Const, 3, op.localSet, counter, op.loop, none);
    this.through(local);
    this.statements(this.random(3));
    this.set(local);
    w.byte(op.localGet, counter, op.i32Const, 1, op.i32Sub, op.localTee, counter, op.brIf, 0, op.end);
    this.depth--;
  }
}
