import type { InnerModule, InnerUnit } from '../../fmu-sdk/build/pack/inner-units.ts';
import type { LoopFunctions } from '../../fmu-sdk/build/pack/pack-module.ts';
import type { SharedMemory } from '../../fmu-sdk/host/fast-path/shared-memory.ts';
import { loopCode, loopTypes, type Row } from '../coupling/fast-path/loop-module.ts';
import type { Segment } from '../coupling/fast-path/loop-transfers.ts';
import { transferCode } from '../coupling/fast-path/transfer-code.ts';

/** Bytes of the number of the computing unit and of the step, which the loop writes. */
const placeBytes = 16;
const valueTypes: Readonly<Record<number, string>> = { 127: 'i32', 126: 'i64', 125: 'f32', 124: 'f64' };

/** Communication step [s], memory of the pack, and the units that the loop does not step. */
export interface LoopSettings {
  step: number;
  memory: SharedMemory;
  isApart: (unit: number) => boolean;
}

/**
 * Returns the functions of the generated loop of a system, for the module of its pack.
 *
 * @param others values that a sequence of units does not set, for all units or for each of them
 */
export function packedLoop(
  units: readonly InnerUnit[],
  segments: readonly Segment[],
  others: readonly (readonly Segment[])[],
  { step, memory, isApart }: LoopSettings,
): LoopFunctions {
  const place = memory.takeSmall(placeBytes);
  const rows = rowsOf(units, memory, isApart);
  const named = (types: readonly number[]): string[] => types.map((type) => valueTypes[type]);
  return {
    types: [...loopTypes, ...others.map(() => loopTypes[0])].map(([params, results]) => ({
      params: named(params),
      results: named(results),
    })),
    code: (runs, first) => [
      ...loopCode(
        {
          segments,
          rows: rows.map(({ module, ...row }) => ({ ...row, run: runs.get(module) as number })),
          step,
          place,
        },
        first,
      ),
      ...others.map((rest) => transferCode(rest, step)),
    ],
  };
}

/** Groups adjacent units of one module, in the order of the system. */
function rowsOf(
  units: readonly InnerUnit[],
  memory: SharedMemory,
  isApart: (unit: number) => boolean,
): (Omit<Row, 'run'> & { module: InnerModule })[] {
  const list = memory.takeSmall(4 * units.length);
  const view = new DataView(memory.buffer);
  const rows: (Omit<Row, 'run'> & { module: InnerModule })[] = [];
  units.forEach(({ module, record }, k) => {
    view.setUint32(list + 4 * k, record, true);
    if (isApart(k)) return;
    const last = rows.at(-1);
    if (last?.module === module && last.first + last.count === k) last.count++;
    else rows.push({ module, list: list + 4 * k, first: k, count: 1 });
  });
  return rows;
}
