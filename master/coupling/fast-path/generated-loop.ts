import { type Region, regionOf } from '../../../fmu-sdk/host/fast-path/shared-memory.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { CommunicationPoints } from '../../../fmu-sdk/util/time/communication-points.ts';
import type { BondResidual } from '../../energy/residual-energy.ts';
import { InstanceFailure, type LoopPlace, nobody } from '../activity.ts';
import { Bonds } from './loop-bonds.ts';
import { loopModule, type Row } from './loop-module.ts';
import { historiesOf, segmentsOf, type Transfer } from './loop-transfers.ts';

/** Limit of rows of units in one module. Each row adds code. */
const mostRows = 4000;
const placeBytes = 16;

/**
 * Last loop of a memory with its key. Instances that run again with equal connections reuse the
 * code.
 */
const last = new WeakMap<Region['regions'], { key: string; loop: SystemLoop }>();

interface Functions {
  step(n: number, t: number, H: number): number;
  several(n: number, count: number, start: number, bonds: number, bondsEnd: number): number;
}

/**
 * Compiled coupling loop of a system whose units share one memory. Calls do not cross from
 * JavaScript to a unit, and several steps are one call. Results equal the interpreted loop's
 * bit for bit.
 */
export class SystemLoop implements Stateful {
  /** Computing unit (`nobody` while values are exchanged), and the current step. */
  readonly place: LoopPlace;

  private constructor(
    private readonly functions: Functions,
    private readonly region: Region,
    place: number,

    /** Past values. */
    readonly histories: readonly Float64Array[],
  ) {
    const { buffer } = region.regions;
    this.place = { unit: new Int32Array(buffer, place, 1), step: new Float64Array(buffer, place + 8, 1) };
  }

  /**
   * Creates the loop. Returns undefined if the units do not share a memory, or a connection is not
   * supported by generated code.
   */
  static of(
    instances: readonly Instance[],
    transfers: readonly Transfer[],
    step: number,
  ): SystemLoop | undefined {
    const places = instances.map(regionOf);
    const region = places[0];
    if (region === undefined) return undefined;
    const { regions } = region;
    const together = places.filter((place) => place?.regions === regions) as Region[];
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
      // The memory is too small.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /**
   * Runs communication step n from t by H [s]. Returns false if an exchanged value is not finite.
   * Throws a `InstanceFailure`.
   */
  step(n: number, t: number, H: number): boolean {
    try {
      return this.functions.step(n, t, H) === 0;
    } catch (thrown) {
      throw this.failure(t, thrown);
    }
  }

  /**
   * Returns a function that runs several communication steps between these points, each followed by
   * the residuals of the bonds.
   *
   * @returns undefined if the values of the bonds are in another memory, or points are not sums
   */
  several(bonds: readonly BondResidual[], points: CommunicationPoints): RunBatch | undefined {
    const bondMemory = Bonds.of(bonds, this.region.regions);
    if (bondMemory === undefined || points.scale !== 1) return undefined;
    return (n, count) => {
      bondMemory.put();
      try {
        return this.functions.several(n, count, points.start, bondMemory.at, bondMemory.end);
      } catch (thrown) {
        throw this.failure(points.at(this.place.step[0]), thrown);
      } finally {
        bondMemory.take();
      }
    };
  }

  private failure(t: number, thrown: unknown): unknown {
    const unit = this.place.unit[0];
    return unit === nobody ? thrown : new InstanceFailure(unit, t, thrown);
  }

  visitState(state: StateVisitor): void {
    for (let k = 0; k < this.histories.length; k++) state.array('history', this.histories[k]);
  }
}

/** Coupling that may run several steps in one call. */
export interface BatchCoupling {
  several: SystemLoop['several'];
  readonly foresee?: Foresee | undefined;
  /** True if a call of several steps ends early after some time. */
  readonly limitsTime?: boolean | undefined;
}

/**
 * Makes steps from n on in advance, up to `count` of them, if nothing else changes the values. `step`
 * then shows them. Returns the number of steps that are known, or −1 if that is never possible.
 */
export type Foresee = (n: number, count: number, points: CommunicationPoints) => number;

/**
 * Runs steps n … n + count − 1. Returns the number of completed steps, which is smaller if an
 * exchanged value is not finite.
 */
export type RunBatch = (n: number, count: number) => number;

/**
 * Groups adjacent units with one module, in the order of the system. The addresses of their records
 * are listed in the memory.
 */
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
