import { isFastPathOn } from '../../../fmu-sdk/host/fast-path/fast-path-switch.ts';
import { SharedMemory } from '../../../fmu-sdk/host/fast-path/shared-memory.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { CommunicationPoints } from '../../../fmu-sdk/util/time/communication-points.ts';
import type { BondResidual } from '../../energy/residual-energy.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { type Activity, cell, inLoop } from '../activity.ts';
import { CalledLoop } from './called-loop.ts';
import { type Foresee, type RunBatch, SystemLoop } from './generated-loop.ts';
import type { Transfer } from './loop-transfers.ts';

/**
 * Transfer and steps of all units in one call outside TypeScript. Results equal those of the plain
 * loop bit for bit.
 */
export interface Stepper extends Stateful {
  /**
   * Runs communication step n from t by H [s]. Returns false if an exchanged value is not finite.
   *
   * @throws InstanceFailure
   */
  step(n: number, t: number, H: number): boolean;
  /**
   * Returns a function that runs several communication steps between these points, each followed by
   * the residuals of the bonds. Undefined if that is not possible.
   */
  several(bonds: readonly BondResidual[], points: CommunicationPoints): RunBatch | undefined;
  /** See `BatchCoupling`. */
  readonly foresee?: Foresee;
  readonly limitsTime?: boolean;
}

/** Number of units from which on one shared memory is smaller than one memory per unit. */
const manyUnits = 16;
/**
 * Number of unit steps from which on a shared memory pays off. It saves 0.05 to 0.1 µs per step,
 * and moving a unit costs time.
 */
const manySteps = 200_000;

/** Returns what fmukit FMUs of a system share: a memory if that pays off, otherwise nothing. */
export function sharedBy({ units, startTime, stopTime, step }: CheckedSystem): Map<unknown, unknown> {
  const isLong = units.length >= manyUnits || (units.length * (stopTime - startTime)) / step >= manySteps;
  return isLong ? sharedMemory() : new Map();
}

/** Returns a memory for fmukit FMUs to share. Nothing if the fast path is off. */
export const sharedMemory = (): Map<unknown, unknown> =>
  new Map(isFastPathOn() ? [[SharedMemory, new SharedMemory()]] : []);

/** Returns whether an isolated FMU may make steps ahead in one message to its process. */
export const mayLookAhead = (): boolean => isFastPathOn();

/** Returns the fast stepper of a system. Undefined if its units or values need the plain loop. */
export function fastStepper(
  instances: readonly Instance[],
  transfers: readonly Transfer[] | undefined,
  step: number,
  activity: Activity,
): Stepper | undefined {
  if (transfers === undefined || !isFastPathOn()) return undefined;
  const generated = SystemLoop.of(instances, transfers, step);
  if (generated === undefined) return CalledLoop.of(instances, transfers, step, activity.cells);
  activity.show?.(generated.place);
  return new GeneratedStepper(generated, activity.cells);
}

/** Generated loop that marks for the watching thread that it reports the computing unit itself. */
class GeneratedStepper implements Stepper {
  constructor(
    private readonly loop: SystemLoop,
    private readonly cells: Int32Array,
  ) {}

  step(n: number, t: number, H: number): boolean {
    this.cells[cell.unit] = inLoop;
    return this.loop.step(n, t, H);
  }

  visitState(state: StateVisitor): void {
    this.loop.visitState(state);
  }

  several(bonds: readonly BondResidual[], points: CommunicationPoints): RunBatch | undefined {
    const several = this.loop.several(bonds, points);
    if (several === undefined) return undefined;
    return (n, count) => {
      this.cells[cell.unit] = inLoop;
      return several(n, count);
    };
  }
}
