import type { SharedMemory } from '../../../fmu-sdk/host/fast-path/shared-memory.ts';
import type { NumericArray } from '../../../fmu-sdk/host/instance/instance.ts';
import { type Move, moveOf } from './element-moves.ts';

/** Element that is passed from an output to an input. */
export interface Transfer {
  source: NumericArray;
  from: number;
  target: NumericArray;
  to: number;
  /** Data of a real input. Missing for other numbers, which are copied. */
  real?: {
    order: number;
    /** Slot of [u, u', u''] in the target. */
    slot: number;
    factor?: number;
    offset?: number;
  };
}

/** Adjacent transfers of one kind. Their records start at address `at`. */
export interface Segment {
  at: number;
  count: number;
  /** Size of a record [bytes]. */
  size: number;
  move: Move;
  real: boolean;
  order: number;
  converted: boolean;
}

/** Offsets of the parts of a record. A record of order 0 without conversion ends after `target`. */
export const record = {
  source: 0,
  target: 4,
  slot: 8,
  factor: 16,
  offset: 24,
  y1: 32,
  y2: 40,
  size: 48,
  small: 8,
} as const;

/** Limit of segments. Each segment adds code. */
const mostSegments = 1000;

/**
 * Writes transfers as records into the shared memory, in their order.
 *
 * @returns undefined if a transfer is not inside the memory, or of an unsupported kind
 */
export function segmentsOf(transfers: readonly Transfer[], regions: SharedMemory): Segment[] | undefined {
  const segments: { segment: Segment; transfers: Transfer[] }[] = [];
  for (const transfer of transfers) {
    const kind = kindOf(transfer);
    if (kind === undefined) return undefined;
    const last = segments[segments.length - 1];
    if (last !== undefined && same(last.segment, kind)) last.transfers.push(transfer);
    else segments.push({ segment: kind, transfers: [transfer] });
  }
  if (segments.length > mostSegments) return undefined;
  for (const { segment, transfers: segmentTransfers } of segments) {
    segment.count = segmentTransfers.length;
    segment.at = regions.takeSmall(segmentTransfers.length * segment.size);
    const view = new DataView(regions.buffer, segment.at, segmentTransfers.length * segment.size);
    for (const [i, transfer] of segmentTransfers.entries())
      if (!write(transfer, view, i * segment.size, regions)) return undefined;
  }
  return segments.map(({ segment }) => segment);
}

/** Returns the histories of records: [y1, y2] for each of order 1 and 2. */
export function historiesOf(segments: readonly Segment[], { buffer }: SharedMemory): Float64Array[] {
  return segments
    .filter(({ order }) => order > 0)
    .flatMap(({ at, count, size }) =>
      Array.from({ length: count }, (_, i) => new Float64Array(buffer, at + i * size + record.y1, 2)),
    );
}

function kindOf({ source, target, real }: Transfer): Segment | undefined {
  const move = moveOf(source, target);
  if (move === undefined) return undefined;
  const converted = real?.factor !== undefined;
  const order = real?.order ?? 0;
  const size = order > 0 || converted ? record.size : record.small;
  return { at: 0, count: 0, size, move, real: real !== undefined, order, converted };
}

function same(a: Segment, b: Segment): boolean {
  return (
    a.real === b.real &&
    a.order === b.order &&
    a.converted === b.converted &&
    String(a.move.load) === String(b.move.load) &&
    String(a.move.store) === String(b.move.store)
  );
}

function write(
  { source, from, target, to, real }: Transfer,
  view: DataView,
  at: number,
  regions: SharedMemory,
): boolean {
  const [a, b] = [regions.addressOf(source, from), regions.addressOf(target, to)];
  if (a === undefined || b === undefined) return false;
  view.setUint32(at + record.source, a, true);
  view.setUint32(at + record.target, b, true);
  if (real !== undefined && real.order > 0) {
    const slot = regions.addressOf(target, real.slot);
    if (slot === undefined) return false;
    view.setUint32(at + record.slot, slot, true);
  }
  if (real?.factor !== undefined) {
    view.setFloat64(at + record.factor, real.factor, true);
    view.setFloat64(at + record.offset, real.offset ?? 0, true);
  }
  return true;
}
