import {
  control,
  ended,
  type LoopableInstance,
  type LoopBuilder,
  type LoopParts,
  loopOf,
  type RunnableLoop,
} from '../../../fmu-sdk/host/fast-path/multi-step-loop.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { CommunicationPoints } from '../../../fmu-sdk/util/time/communication-points.ts';
import type { BondResidual } from '../../energy/residual-energy.ts';
import { cell, InstanceFailure } from '../activity.ts';
import type { RunBatch } from './generated-loop.ts';
import type { Transfer } from './loop-transfers.ts';

/** Number of steps in advance the first time. It grows fourfold as long as all are used. */
const firstCount = 64;

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
  private loop: RunnableLoop | undefined;
  /** First step of the rows in advance, their number, and whether the loop ended after them. */
  private firstAhead = Number.NaN;
  private stepsAhead = 0;
  private endsAhead = false;
  private wanted = firstCount;
  /** True if the last steps in advance ended with the first one. */
  private isCrowded = false;
  private readonly loops: LoopBuilder;
  /** Value of its `changes` when all units were last checked. */
  private looked = -1;

  /** True if the loop runs in another process, and so ends early after some time. */
  get limitsTime(): boolean {
    return this.loops.limitsTime === true;
  }

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
    const row = n - this.firstAhead;
    if (row < this.stepsAhead) {
      this.loop?.rows?.show(row);
      return true;
    }
    const c = this.control;
    if (row !== this.stepsAhead || !this.endsAhead) {
      this.single(t, H);
      return this.steps(n, 1);
    }
    // The loop ended in this step.
    this.forgetAhead();
    this.loop?.rows?.finish();
    this.single(t, H);
    c[control.count] = 1;
    return this.goOn();
  }

  private single(t: number, H: number): void {
    const c = this.control;
    c[control.single] = 1;
    c[control.t] = t;
    c[control.H] = H;
  }

  private forgetAhead(): void {
    this.firstAhead = Number.NaN;
    this.endsAhead = false;
  }

  /**
   * Makes steps from n on in advance, up to `count` of them, because nothing else will change their
   * values. `step` then shows them one by one, with their failures. Returns the number of steps that
   * are known, or −1 if that is not possible.
   */
  foresee(n: number, count: number, points: CommunicationPoints): number {
    const c = this.control;
    this.forgetAhead();
    if (this.isCrowded) {
      this.isCrowded = false;
      return 0;
    }
    this.lookAtAll();
    this.loop ??= this.make(this.members);
    const rows = this.loop?.rows;
    if (rows === undefined) return -1;
    this.place(points);
    c[control.n] = n;
    c[control.count] = Math.min(count, this.wanted, rows.most);
    c[control.from] = 0;
    c[control.row] = 0;
    const most = c[control.count];
    this.stepsAhead = rows.run();
    this.firstAhead = n;
    this.endsAhead = rows.isOver;
    this.isCrowded = this.stepsAhead === 0;
    const isWhole = this.stepsAhead === most;
    this.wanted = isWhole ? Math.min(4 * most, rows.most) : Math.max(firstCount, this.stepsAhead);
    return this.stepsAhead + Number(this.endsAhead);
  }

  /**
   * Returns a function that runs several communication steps between these points, each followed by
   * the residuals of the bonds.
   */
  several(bonds: readonly BondResidual[], points: CommunicationPoints): RunBatch {
    this.bonds = bonds;
    this.records = new Float64Array(3 * bonds.length);
    this.loop = undefined;
    this.points = points;
    return (n, count) => {
      const c = this.control;
      this.place(points);
      this.put();
      try {
        this.steps(n, count);
        return c[control.n] - n;
      } finally {
        this.take();
      }
    };
  }

  /** Lets the loop step from point to point. */
  private place(points: CommunicationPoints): void {
    const c = this.control;
    c[control.single] = 0;
    c[control.start] = points.start;
    c[control.pace] = points.pace;
    c[control.scale] = points.scale;
  }

  private lookAtAll(): void {
    const { members, loops } = this;
    if (this.looked === loops.changes) return;
    this.looked = loops.changes;
    for (let k = 0; k < members.length; k++) this.look(k);
  }

  private steps(n: number, count: number): boolean {
    const { control: c } = this;
    c[control.n] = n;
    c[control.count] = count;
    c[control.from] = 0;
    c[control.row] = 0;
    this.lookAtAll();
    this.runLoop();
    return this.goOn();
  }

  private runLoop(): void {
    this.loop ??= this.make(this.members);
    if (this.loop === undefined) throw new Error('the loop cannot be created again');
    this.loop.run();
  }

  /** Continues until the loop is done. Returns false if an exchanged value is not finite. */
  private goOn(): boolean {
    const { control: c } = this;
    while (c[control.end] !== ended.done) {
      if (c[control.end] === ended.invalid) return false;
      this.stepUnit(c[control.unit]);
      this.runLoop();
    }
    return true;
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
    if (this.parts[k] !== member.parts) this.loop = undefined;
  }

  private make(members: readonly LoopableInstance[]): RunnableLoop | undefined {
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
