import { sectionIds } from '../../../fmu-sdk/wasm/module-outline.ts';
import { op, valueTypes } from '../../../fmu-sdk/wasm/opcodes.ts';
import { pageLimit } from '../../../fmu-sdk/wasm/relocate/relocate-module.ts';
import { coreHeader } from '../../../fmu-sdk/wasm/wasm-sections.ts';
import { Writer } from '../../../fmu-sdk/wasm/wasm-writer.ts';
import type { Segment } from './loop-transfers.ts';
import { residualCode } from './residual-code.ts';
import { finite, n, transferCode, transfers } from './transfer-code.ts';

/** Adjacent units with one module. `list` is the address of the list of their records. */
export interface Row {
  /** Index of the module's `run` among the imports. */
  run: number;
  list: number;
  first: number;
  count: number;
}

/** Input for generating the loop of a system. */
export interface LoopPlan extends LoopCodePlan {
  /** Number of different `run` functions. */
  runs: number;
}

/** Input for the functions of a loop. The `run` of a row is the index of a function. */
export interface LoopCodePlan {
  segments: readonly Segment[];
  rows: readonly Row[];
  /** Communication step of the system [s]. */
  step: number;
  /** Address of the computing unit (i32), followed 8 bytes later by the step (f64). */
  place: number;
}

const { i32, f64, none } = valueTypes;
/** Types of the functions of `loopCode`, as parameters and results. */
export const loopTypes: readonly [number[], number[]][] = [
  [[f64], [f64]],
  [[i32, i32], []],
  [[f64, f64, f64], [f64]],
  [[f64, i32, f64, i32, i32], [i32]],
];
const get = (...locals: number[]): number[] => locals.flatMap((local) => [op.localGet, local]);

/**
 * Generates the coupling loop of a system as a WebAssembly module. Its functions compute the
 * transfer, the steps and the residuals, in the order of operations of the interpreted loop:
 *
 *   step(n, t, H)                             → 0, or another number if a value is not finite
 *   several(n, count, start, bonds, bondsEnd) → completed steps
 *
 * Step i of `several` goes from start + i h to start + (i + 1) h. The module imports the memory and
 * the `run` function of each module of units (`runCode`).
 */
export function loopModule(plan: LoopPlan): Uint8Array {
  const { runs: modules } = plan;
  const types: readonly [number[], number[]][] = [[[i32, i32, i32, i32, f64, f64], []], ...loopTypes];
  const [stepAt, severalAt] = [modules + 2, modules + 3];
  const w = new Writer().copy(coreHeader);
  w.section(
    sectionIds.type,
    types.map(
      ([params, results]) =>
        (w: Writer) =>
          w.byte(0x60).sized(params).sized(results),
    ),
  );
  w.section(sectionIds.import, [
    (w) => w.name('shared').name('memory').byte(2, 3).number(0).number(pageLimit),
    ...Array.from({ length: modules }, (_, i) => (w: Writer) => w.name('run').name(String(i)).byte(0, 0)),
  ]);
  w.section(
    sectionIds.function,
    loopTypes.map((_, i) => (w: Writer) => w.number(i + 1)),
  );
  w.section(sectionIds.export, [
    (w) => w.name('step').byte(0).number(stepAt),
    (w) => w.name('several').byte(0).number(severalAt),
  ]);
  w.section(
    sectionIds.code,
    loopCode(plan, modules).map((bytes) => (w: Writer) => w.sized(bytes)),
  );
  return new Uint8Array(w.bytes);
}

/**
 * Returns the functions transfer, residual, step and several of a loop, for a module in which their
 * indexes begin at `first`.
 */
export function loopCode(plan: LoopCodePlan, first: number): number[][] {
  const { segments, step } = plan;
  return [
    transferCode(segments, step),
    residualCode(step),
    stepCode(plan, first),
    severalCode(plan, first + 1),
  ];
}

function stepCode({ rows, place }: LoopCodePlan, transferAt: number): number[] {
  const [n, t, H, unsound] = [0, 1, 2, 3];
  const w = new Writer().number(1).number(1).byte(f64);
  w.byte(...begins(place, n), ...get(n), op.call)
    .number(transferAt)
    .byte(op.localTee, unsound);
  w.byte(op.f64Const)
    .f64(0)
    .byte(op.f64Ne, op.if, none, ...get(unsound), op.return, op.end);
  w.byte(...runs(rows, place, t, H));
  return w.byte(op.f64Const).f64(0).byte(op.end).bytes;
}

/** Marks that step n begins and that values are exchanged. */
function begins(place: number, n: number): number[] {
  const w = new Writer().byte(op.i32Const).signed(place);
  w.byte(...get(n), op.f64Store, 3, 8);
  return w.byte(op.i32Const).signed(place).byte(op.i32Const).signed(-1).byte(op.i32Store, 2, 0).bytes;
}

/** Steps all units. */
function runs(rows: readonly Row[], place: number, t: number, H: number): number[] {
  const w = new Writer();
  for (const { run, list, first, count } of rows) {
    for (const value of [list, count, first, place]) w.byte(op.i32Const).signed(value);
    w.byte(...get(t, H), op.call).number(run);
  }
  return w.bytes;
}

/** Inlines all parts of a step, because a call costs as much as its work. */
function severalCode({ segments, rows, step, place }: LoopCodePlan, residualAt: number): number[] {
  const [count, start, bonds, bondsEnd] = [1, 2, 3, 4];
  const [remaining, t, H] = [11, 12, 13];
  const w = new Writer().number(4).number(1).byte(i32).number(4).byte(f64).number(2).byte(i32).number(2);
  w.byte(f64);
  const time = (steps: readonly number[]): number[] =>
    new Writer()
      .byte(...get(start), ...steps, op.f64Const)
      .f64(step)
      .byte(op.f64Mul, op.f64Add).bytes;
  const next = [...get(n), op.f64Const, ...new Writer().f64(1).bytes, op.f64Add];
  w.byte(...get(count), op.localSet, remaining, op.block, none, op.loop, none);
  w.byte(...get(remaining), op.i32Eqz, op.brIf, 1);
  w.byte(...time(get(n)), op.localSet, t, ...time(next), ...get(t), op.f64Sub, op.localSet, H);
  w.byte(...begins(place, n), ...transfers(segments, step), ...get(finite), op.f64Const)
    .f64(0)
    .byte(op.f64Ne, op.brIf, 1);
  w.byte(...runs(rows, place, t, H));
  w.byte(...get(bonds, bondsEnd), op.i32LtU, op.if, none, ...get(bonds, bondsEnd), op.call)
    .number(residualAt)
    .byte(op.end);
  w.byte(...next, op.localSet, n, ...get(remaining), op.i32Const, 1, op.i32Sub, op.localSet, remaining);
  w.byte(op.br, 0, op.end, op.end);
  return w.byte(...get(count, remaining), op.i32Sub, op.end).bytes;
}
