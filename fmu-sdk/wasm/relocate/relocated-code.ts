import { op, valueTypes } from '../opcodes.ts';
import { Writer } from '../wasm-writer.ts';
import { trapOutOfBounds } from './patch-code.ts';

const get = (local: number): readonly number[] => [op.localGet, local];
const [first, second, count, record] = [0, 1, 2, 3].map(get);

/**
 * Returns the code of `memory.copy` (to, from, count) in a region. Both ranges lie in the region,
 * or it traps. Local 3 is the record of the instance.
 */
export function copyCode(size: number): number[] {
  const w = begin(size, [first, second]);
  for (const end of [first, second]) absolute(w, end);
  return w.copy(count).byte(op.bulk, 10, 0, 0, op.end).bytes;
}

/** `memory.fill` (to, value, count), likewise. */
export function fillCode(size: number): number[] {
  const w = begin(size, [first]);
  return absolute(w, first).copy(second).copy(count).byte(op.bulk, 11, 0, op.end).bytes;
}

/** Traps when count > size or end > size − count. */
function begin(size: number, ends: readonly (readonly number[])[]): Writer {
  const w = new Writer().number(0);
  w.copy(count).byte(op.i32Const).signed(size).byte(op.i32GtU);
  for (const end of ends)
    w.copy(end).byte(op.i32Const).signed(size).copy(count).byte(op.i32Sub, op.i32GtU, op.i32Or);
  return w.byte(op.if, valueTypes.none).copy(trapOutOfBounds).byte(op.end);
}

function absolute(w: Writer, address: readonly number[]): Writer {
  return w.copy(address).copy(record).byte(op.i32Load, 2, 0, op.i32Add);
}

/**
 * run(list, count, unit, place, t, H): lets the instances whose records are listed (i32 each) step
 * from t by H, one after the other. Stores the number of the computing instance at `place`, from
 * `unit` on.
 */
export function runCode(step: number): number[] {
  const [list, remaining, unit, place, t, H] = [0, 1, 2, 3, 4, 5];
  const increase = (local: number, by: number): number[] => [
    ...get(local),
    op.i32Const,
    by,
    op.i32Add,
    op.localSet,
    local,
  ];
  const w = new Writer().number(0);
  w.byte(op.block, valueTypes.none, ...get(remaining), op.i32Eqz, op.brIf, 0, op.loop, valueTypes.none);
  w.byte(...get(place), ...get(unit), op.i32Store, 2, 0);
  w.byte(...get(t), ...get(H), ...get(list), op.i32Load, 2, 0, op.call)
    .number(step)
    .byte(op.drop);
  w.byte(...increase(list, 4), ...increase(unit, 1));
  w.byte(...get(remaining), op.i32Const, 1, op.i32Sub, op.localTee, remaining, op.brIf, 0);
  return w.byte(op.end, op.end, op.end).bytes;
}
