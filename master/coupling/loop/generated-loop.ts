import type { Instance } from '../../../fmu-sdk/host/instance.ts';
import { type Region, regionOf } from '../../../fmu-sdk/host/wasm/shared-memory.ts';
import type { BondResidual } from '../../energy/residual-energy.ts';
import { type LoopPlace, nobody, UnitFailure } from '../activity.ts';
import { Bonds } from './loop-bonds.ts';
import { loopModule, type Row } from './loop-module.ts';
import { historiesOf, segmentsOf, type Transfer } from './loop-transfers.ts';

/** Most rows of units of one module: each of them is code. */
const mostRows = 4000;
const placeBytes = 16;

/** The last loop of a memory, by what it is made of: instances that run again, as they were connected before, have the same code. */
const last = new WeakMap<Region['regions'], { key: string; loop: SystemLoop }>();

interface Functions {
  step(n: number, t: number, H: number): number;
  several(n: number, count: number, start: number, bonds: number, bondsEnd: number): number;
}

/**
 * The coupling loop of a system whose units all have regions of one memory, compiled: no call crosses from JavaScript to a unit,
 * and several steps are one call. Its results are those of the plain loop, bit for bit.
 */
export class SystemLoop {
  private readonly functions: Functions;
  private readonly region: Region;
  /** The unit that computes, `nobody` while values are exchanged; and the step in which it does. */
  readonly place: LoopPlace;
  /** Values of the past. */
  readonly histories: readonly Float64Array[];

  private constructor(
    functions: Functions,
    region: Region,
    place: number,
    histories: readonly Float64Array[],
  ) {
    this.functions = functions;
    this.region = region;
    this.histories = histories;
    const { buffer } = region.regions;
    this.place = { unit: new Int32Array(buffer, place, 1), step: new Float64Array(buffer, place + 8, 1) };
  }

  /** Undefined where the units have no common memory, or what is exchanged is of a kind that has no code. */
  static of(
    instances: readonly Instance[],
    transfers: readonly Transfer[],
    step: number,
  ): SystemLoop | undefined {
    const places = instances.map(regionOf);
    const region = places[0];
    if (region === undefined) return undefined;
    const { regions } = region;
    const together = places.filter((each) => each?.regions === regions) as Region[];
    if (together.length < places.length) return undefined;
    try {
      const segments = segmentsOf(transfers, regions);
      const rows = rowsOf(together);
      if (segments === undefined || rows.length > mostRows) return undefined;
      const runs = [...new Set(together.map(({ run }) => run))];
      const place = regions.takeSmall(placeBytes);
      const plan = {
        segments,
        rows: rows.map((row) => ({ ...row, run: runs.indexOf(row.run) })),
        runs: runs.length,
      };
      const key = JSON.stringify([plan, step, place, together.map(({ record }) => record)]);
      const known = last.get(regions);
      if (known?.key === key) return known.loop;
      const module = new WebAssembly.Module(loopModule({ ...plan, step, place }) as BufferSource);
      const imports = { shared: { memory: regions.memory }, run: { ...runs } } as WebAssembly.Imports;
      const { exports } = new WebAssembly.Instance(module, imports);
      const loop = new SystemLoop(
        exports as unknown as Functions,
        region,
        place,
        historiesOf(segments, regions),
      );
      last.set(regions, { key, loop });
      return loop;
    } catch (error) {
      // There is no room for it.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** Communication step n from t by H [s]: false where a value that is exchanged is not finite. Throws a `UnitFailure`. */
  step(n: number, t: number, H: number): boolean {
    try {
      return this.functions.step(n, t, H) === 0;
    } catch (thrown) {
      throw this.failure(t, thrown);
    }
  }

  /**
   * Several communication steps, the i-th from start + i h to start + (i + 1) h, each followed by the bonds' residuals.
   *
   * @returns undefined where the bonds' values stand in other memory
   */
  several(bonds: readonly BondResidual[], start: number, h: number): Several | undefined {
    const kept = Bonds.of(bonds, this.region.regions);
    if (kept === undefined) return undefined;
    return (n, count) => {
      kept.put();
      try {
        return this.functions.several(n, count, start, kept.at, kept.end);
      } catch (thrown) {
        throw this.failure(start + this.place.step[0] * h, thrown);
      } finally {
        kept.take();
      }
    };
  }

  private failure(t: number, thrown: unknown): unknown {
    const unit = this.place.unit[0];
    return unit === nobody ? thrown : new UnitFailure(unit, t, thrown);
  }
}

/** A coupling that may do several steps in one call. */
export interface DoesSeveral {
  several: SystemLoop['several'];
}

/** Does steps n … n + count − 1. Says how many were done: fewer where a value that is exchanged is not finite. */
export type Several = (n: number, count: number) => number;

/** Neighbours with one module, in the order of the system; their records' addresses are listed in the memory. */
function rowsOf(places: readonly Region[]): (Omit<Row, 'run'> & Pick<Region, 'run'>)[] {
  const { regions } = places[0];
  const list = regions.takeSmall(4 * places.length);
  new Uint32Array(regions.buffer, list, places.length).set(places.map(({ record }) => record));
  const rows: (Omit<Row, 'run'> & Pick<Region, 'run'>)[] = [];
  for (const [k, { run }] of places.entries()) {
    const last = rows[rows.length - 1];
    if (last?.run === run) last.count++;
    else rows.push({ run, list: list + 4 * k, first: k, count: 1 });
  }
  return rows;
}
