import { op, valueTypes } from '../../../fmu-sdk/wasm/opcodes.ts';
import { Writer } from '../../../fmu-sdk/wasm/wasm-writer.ts';
import { record, type Segment } from './loop-transfers.ts';

/**
 * Locals after the five operands of `several`, which contains the same code: the step, and a sum
 * that is not 0 if a value is not finite.
 */
export const n = 0;
export const finite = 6;
const [at, y, y1, y2, slot] = [5, 7, 8, 9, 10];
const { i32, f64, none } = valueTypes;
const get = (...locals: number[]): number[] => locals.flatMap((local) => [op.localGet, local]);
const address = (part: number): number[] => [...get(at), op.i32Load, 2, part];
const real = (part: number): number[] => [...get(at), op.f64Load, 3, part];
const constant = (value: number): number[] => [op.f64Const, ...new Writer().f64(value).bytes];

/**
 * Generates transfer(n) → Σ 0 y over the exchanged real values, like the `transfer` of the value
 * transfer.
 */
export function transferCode(segments: readonly Segment[], H: number): number[] {
  // Four unused locals, then the used ones by their numbers.
  const w = new Writer().number(3).number(5).byte(i32).number(4).byte(f64).number(1).byte(i32);
  return w.byte(...transfers(segments, H), ...get(finite), op.end).bytes;
}

/** Generates the body of `transferCode` without the result, which is added to `finite`. */
export function transfers(segments: readonly Segment[], H: number): number[] {
  const w = new Writer();
  for (const segment of segments) {
    w.byte(op.i32Const).signed(segment.at).byte(op.localSet, at, op.loop, none);
    w.byte(...(segment.real ? realTransfer(segment, H) : copy(segment)));
    w.byte(...get(at), op.i32Const)
      .signed(segment.size)
      .byte(op.i32Add, op.localTee, at);
    w.byte(op.i32Const).signed(segment.at + segment.count * segment.size);
    w.byte(op.i32LtU, op.brIf, 0, op.end);
  }
  return w.bytes;
}

function copy({ move }: Segment): number[] {
  return [...address(record.target), ...address(record.source), ...move.load, ...move.store];
}

function realTransfer({ move, converted, order }: Segment, H: number): number[] {
  const value = [...address(record.source), ...move.load];
  const inputValue = converted
    ? [...real(record.factor), ...value, op.f64Mul, ...real(record.offset), op.f64Add]
    : value;
  return [
    ...[...inputValue, op.localSet, y],
    ...[...get(finite, y), ...constant(0), op.f64Mul, op.f64Add, op.localSet, finite],
    ...[...address(record.target), ...get(y), op.f64Store, 3, 0],
    ...(order === 0 ? [] : polynomial(order, H)),
  ];
}

/**
 * Generates the slopes for the available history, which is then shifted by one value, like
 * `writeWithSlopes`.
 */
function polynomial(order: number, H: number): number[] {
  const linear = slopeTo(8, [...get(y, y1), op.f64Sub, ...constant(H), op.f64Div]);
  const enough = (steps: number): number[] => [...get(n), ...constant(steps), op.f64Ge];
  const slopes =
    order === 1
      ? [...enough(1), op.if, none, ...linear, op.end]
      : [
          ...enough(2),
          op.if,
          none,
          ...quadratic(H),
          op.else,
          ...enough(1),
          op.if,
          none,
          ...linear,
          op.end,
          op.end,
        ];
  return [
    ...[...real(record.y1), op.localSet, y1, ...real(record.y2), op.localSet, y2],
    ...[...address(record.slot), op.localSet, slot],
    ...slopes,
    ...[...get(at, y1), op.f64Store, 3, record.y2],
    ...[...get(at, y), op.f64Store, 3, record.y1],
  ];
}

function slopeTo(part: number, value: readonly number[]): number[] {
  return [...get(slot), ...value, op.f64Store, 3, part];
}

/**
 * Generates (3 y − 4 y₁ + y₂) / (2H) and (y − 2 y₁ + y₂) / H², in the order of operations of
 * `quadraticSlopes`.
 */
function quadratic(H: number): number[] {
  const times = (factor: number, local: number): number[] => [...constant(factor), ...get(local), op.f64Mul];
  const first = [...times(3, y), ...times(4, y1), op.f64Sub, ...get(y2), op.f64Add];
  const second = [...get(y), ...times(2, y1), op.f64Sub, ...get(y2), op.f64Add];
  return [
    ...slopeTo(8, [...first, ...constant(2 * H), op.f64Div]),
    ...slopeTo(16, [...second, ...constant(H * H), op.f64Div]),
  ];
}
