import {
  control,
  ended,
  type LoopableInstance,
  type LoopBuilder,
  type LoopParts,
  loopOf,
} from '../../../fmu-sdk/host/fast-path/multi-step-loop.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { CommunicationPoints } from '../../../fmu-sdk/util/time/communication-points.ts';
import type { BondResidual } from '../../energy/residual-energy.ts';
import { cell, InstanceFailure } from '../activity.ts';
import type { RunBatch } from './generated-loop.ts';
import type { Transfer } from './loop-transfers.ts';

/**
 * Coupling loop of a system whose units are all called by one program outside JavaScript. One call
 * crosses the border for a step of all units or for a series of steps.
 *
 * A unit is stepped from JavaScript if it returns a status other than OK, has an early event, or
 * needs inputs other than real values. Results equal the interpreted loop's bit for bit.
 */
export class CalledLoop implements Stateful {
  private readonly control: Float64Array = new Float64Array(control.size);
  private readonly history: Float64Array;
  private readonly until: Float64Array;
  private bonds: readonly BondResidual[] = [];
  private records: Float64Array = new Float64Array(0);
  /** Communication points of several steps. */
  private points: CommunicationPoints | undefined;
  /** Parts of the units when the loop was created. */
  private parts: LoopParts[] = [];
  private run: (() => void) | undefined;
  private readonly loops: LoopBuilder;
  /** Value of its `changes` when all units were last checked. */
  private looked = -1;

  private constructor(
    private readonly instances: readonly Instance[],
    private readonly members: readonly LoopableInstance[],
    private readonly transfers: readonly Transfer[],
    private readonly h: number,
    private readonly cells: Int32Array,
  ) {
    this.loops = members[0].loops;
    this.history = new Float64Array(2 * transfers.length);
    this.until = new Float64Array(members.length);
  }

  /** Creates the loop. Returns undefined if a unit or a value does not support it. */
  static of(
    instances: readonly Instance[],
    transfers: readonly Transfer[],
    h: number,
    cells: Int32Array,
  ): CalledLoop | undefined {
    const members = instances.flatMap((instance) => loopOf(instance) ?? []);
    if (members.length === 0 || members.length < instances.length) return undefined;
    if (members.some(({ loops }) => loops !== members[0].loops)) return undefined;
    const loop = new CalledLoop(instances, members, transfers, h, cells);
    return loop.make([]) === undefined ? undefined : loop;
  }

  /**
   * Runs communication step n from t by H [s]. Returns false if an exchanged value is not finite.
   * Throws a `InstanceFailure`.
   */
  step(n: number, t: number, H: number): boolean {
    const c = this.control;
    c[control.single] = 1;
    c[control.t] = t;
    c[control.H] = H;
    return this.steps(n, 1);
  }

  /**
   * Returns a function that runs several communication steps between these points, each followed by
   * the residuals of the bonds.
   */
  several(bonds: readonly BondResidual[], points: CommunicationPoints): RunBatch {
    this.bonds = bonds;
    this.records = new Float64Array(3 * bonds.length);
    this.run = undefined;
    this.points = points;
    return (n, count) => {
      const c = this.control;
      c[control.single] = 0;
      c[control.start] = points.start;
      c[control.pace] = points.pace;
      c[control.scale] = points.scale;
      this.put();
      try {
        this.steps(n, count);
        return c[control.n] - n;
      } finally {
        this.take();
      }
    };
  }

  private steps(n: number, count: number): boolean {
    const { members, loops, control: c } = this;
    c[control.n] = n;
    c[control.count] = count;
    c[control.from] = 0;
    if (this.looked !== loops.changes) {
      this.looked = loops.changes;
      for (let k = 0; k < members.length; k++) this.look(k);
    }
    for (;;) {
      this.run ??= this.make(members);
      if (this.run === undefined) throw new Error('the loop cannot be created again');
      this.run();
      if (c[control.end] === ended.done) return true;
      if (c[control.end] === ended.invalid) return false;
      this.stepUnit(c[control.unit]);
    }
  }

  /** Steps a unit from JavaScript that needs attention. */
  private stepUnit(k: number): void {
    const { control: c, points } = this;
    const single = c[control.single] === 1;
    const n = c[control.n];
    const t = single || points === undefined ? c[control.t] : points.at(n);
    const H = single || points === undefined ? c[control.H] : points.at(n + 1) - t;
    const end = c[control.end];
    try {
      if (end === ended.aside) this.instances[k].step(t, H);
      else this.members[k].resume(t, H, end === ended.calls ? 'calls' : 'slopes', c[control.status]);
    } catch (thrown) {
      throw new InstanceFailure(k, t, thrown);
    }
    c[control.from] = k + 1;
    this.look(k);
  }

  private look(k: number): void {
    const member = this.members[k];
    this.until[k] = member.until;
    if (this.parts[k] !== member.parts) this.run = undefined;
  }

  private make(members: readonly LoopableInstance[]): (() => void) | undefined {
    const { h, control, cells, transfers, history, bonds, records, until } = this;
    const units = members.map(({ parts }) => parts);
    this.parts = units;
    const places = { unitCell: cell.unit, stepsCell: cell.steps };
    const plan = { step: h, control, cells, ...places, transfers, history, bonds, records, units, until };
    return this.loops.make(plan);
  }

  private put(): void {
    const { bonds, records } = this;
    for (let i = 0; i < bonds.length; i++) {
      for (let k = 0; k < 3; k++) records[3 * i + k] = bonds[i].values[k];
    }
  }

  private take(): void {
    const { bonds, records } = this;
    for (let i = 0; i < bonds.length; i++) {
      for (let k = 0; k < 3; k++) bonds[i].values[k] = records[3 * i + k];
    }
  }

  visitState(state: StateVisitor): void {
    state.array('history', this.history);
  }
}
