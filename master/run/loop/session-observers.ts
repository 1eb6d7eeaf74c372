import { type Stateful, type StateVisitor, visitRequired } from '../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { Balance } from '../../energy/balance-observer.ts';
import { JointEnergies } from '../../energy/joint-energies.ts';
import { Residuals } from '../../energy/residual-observer.ts';
import { Joints } from '../../joints/joint-solver.ts';
import { createObserver } from '../../observe/custom-observer.ts';
import { FiniteCheck } from '../../observe/finite-check.ts';
import type { Column, Ending, InnerView, Observer, RunView } from '../../observe/observer.ts';
import { variableColumns } from '../../observe/variable-columns.ts';
import type { SessionOptions } from '../session-options.ts';

/** Observers of a session, built-in ones first, and their columns. */
export class SessionObservers implements Stateful {
  readonly residuals: Residuals;
  readonly balance: Balance;
  readonly finite: FiniteCheck;
  /** Solver and energies of joints, if the system has joints. */
  readonly joints: Joints | undefined;
  readonly jointEnergies: JointEnergies | undefined;
  /** Recorded variables, followed by the columns of the observers. */
  readonly columns: Column[];
  /** True if bonds are all that processes every step. */
  readonly hasOnlyBonds: boolean;
  private readonly all: readonly Observer[];
  /** Observers that process rows. */
  private readonly recorders: readonly Required<Pick<Observer, 'row'>>[];
  /** Objects that process every step: bonds, balance, observers. */
  private readonly steppers: readonly { step(H: number): void }[];
  private readonly name: string;

  /** @param time returns the present time as results have it [s] */
  constructor(session: InnerView, time: () => number, options: SessionOptions) {
    const { system, instances, reader } = session;
    this.name = system.name;
    this.finite = new FiniteCheck(session);
    this.columns = this.finite.collected(variableColumns(system, instances));
    this.residuals = this.observe(new Residuals(session));
    this.balance = this.observe(new Balance(session));
    this.joints = system.joints && new Joints(system, instances);
    this.jointEnergies = this.joints && this.observe(new JointEnergies(this.joints));
    const view = (): RunView => ({ system, columns: [...this.columns], time, reader });
    const others = [
      ...(options.observers ?? []).map((kind) => this.observe(createObserver(kind, view()))),
      ...(options.inner ?? []).map((kind) => this.observe(kind.observe(view()))),
    ];
    this.all = [this.finite, this.residuals, this.balance, ...others];
    this.recorders = this.all.filter((observer) => observer.row !== undefined) as Required<
      Pick<Observer, 'row'>
    >[];
    this.steppers = [
      ...this.residuals.bonds,
      ...(this.balance.energies.empty ? [] : [this.balance]),
      ...(this.jointEnergies === undefined ? [] : [this.jointEnergies]),
      ...others.filter((observer) => observer.step !== undefined),
    ] as { step(H: number): void }[];
    this.hasOnlyBonds = this.steppers.length === this.residuals.bonds.length;
  }

  private observe<T extends Observer>(observer: T): T {
    const names = new Set(['time', ...this.columns.map(({ name }) => name)]);
    for (const column of observer.columns ?? []) {
      if (names.has(column.name))
        throw new UserError(
          `observe ${this.name}: two columns are named "${column.name}". Rename one of them.`,
        );
      names.add(column.name);
      this.columns.push(column);
    }
    return observer;
  }

  start(): void {
    for (const observer of this.all) observer.start?.();
  }

  /** Processes a step or a part of one by h [s]. */
  step(h: number): void {
    const { steppers } = this;
    for (let i = 0; i < steppers.length; i++) steppers[i].step(h);
  }

  event(t: number): void {
    for (const observer of this.all) observer.event?.(t);
  }

  row(t: number): void {
    const { recorders } = this;
    for (let i = 0; i < recorders.length; i++) recorders[i].row(t);
  }

  /** Notifies all observers of the end of the run, even if one of them throws. */
  end(ending: Ending): void {
    const thrown: unknown[] = [];
    for (const observer of this.all)
      try {
        observer.end?.(ending);
      } catch (error) {
        thrown.push(error);
      }
    if (thrown.length > 0) throw thrown[0];
  }

  visitState(state: StateVisitor): void {
    for (const observer of this.all) visitRequired(`an observer of ${this.name}`, observer, state);
    this.jointEnergies?.visitState(state);
  }
}
