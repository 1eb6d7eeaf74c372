import { Finished } from '../../../fmu-sdk/host/fmi-driver/call-failure.ts';
import { FmuGoneError } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { type Stateful, type StateVisitor, visitRequired } from '../../../fmu-sdk/util/state/stateful.ts';
import type { CommunicationPoints } from '../../../fmu-sdk/util/time/communication-points.ts';
import { decimalTime } from '../../../fmu-sdk/util/time/decimal-time.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type Activity, cell, InstanceFailure, nobody } from '../../coupling/activity.ts';
import type { Coupling, CouplingContext, CouplingScheme } from '../../coupling/coupling.ts';
import { PointEvents } from '../../coupling/events/point-events.ts';
import { mayLookAhead } from '../../coupling/fast-path/choose-fast-path.ts';
import type { BatchCoupling, Foresee } from '../../coupling/fast-path/generated-loop.ts';
import { optionsOf } from '../../coupling/scheme-options.ts';
import { solvesLoops } from '../../coupling/schemes/shared/algebraic-loop.ts';
import type { SubstepColumns } from '../../coupling/substep-log.ts';
import { FileInputs } from '../../coupling/transfer/file-inputs.ts';
import { InitialValues } from '../../coupling/transfer/initial-values.ts';
import { TransmissionLines } from '../../coupling/transmission-lines.ts';
import type { Balance } from '../../energy/balance-observer.ts';
import type { JointEnergies } from '../../energy/joint-energies.ts';
import type { Residuals } from '../../energy/residual-observer.ts';
import type { Column, Ending, InnerView } from '../../observe/observer.ts';
import { communicationPoints } from '../../system/communication-points.ts';
import { requireChecked } from '../../system/require-checked.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { Evidence } from '../../verdict/evidence.ts';
import type { VerdictLimits } from '../../verdict/thresholds.ts';
import { writeGivenValues } from '../instances/apply-start-values.ts';
import { instantiateCores } from '../instances/core-instances.ts';
import { readerOf } from '../instances/element-reader.ts';
import { namedFor } from '../instances/open-instances.ts';
import { schemeOf } from '../scheme/scheme-choice.ts';
import { type RunMonitor, requireSessionOptions, type SessionOptions } from '../session-options.ts';
import { BatchedSteps } from './batched-steps.ts';
import { checkSteps } from './check-steps.ts';
import { couplingContext } from './coupling-context.ts';
import { refuseBeyond, refuseTransferred } from './non-finite-check.ts';
import { SessionObservers } from './session-observers.ts';

/** Steps after which a unit is asked again whether it can look ahead. */
const stepsBetweenQueries = 64;

const never = (): boolean => false;

const notBegun = 'the session has not begun. Call start() first.';

/**
 * Run of a checked system in this thread. Does not use `node:` modules, so it also works in a web
 * page.
 *
 * Call order: `start` → `advance`* until `done` → `end`. `row` records the present communication
 * point. `start` records the first point itself.
 *
 * @example
 * const session = new Session(system);
 * session.start();
 * while (!session.done) session.advance(100);
 * session.end('finished');
 */
export class Session implements InnerView, Stateful {
  readonly instances: readonly Instance[];
  /** Number of communication steps of the run. */
  readonly steps: number;
  /** Unit that requested the end of the simulation, and its time [s]. */
  ended: { unit: number; time: number } | undefined;
  readonly activity: Activity;
  readonly atOnce: Set<number> = new Set();
  /** True if the monitor abandoned the run, so that its results are discarded. */
  abandoned = false;
  private readonly monitor: RunMonitor | undefined;
  private nextInspection: number;
  private readonly coupling: Coupling;
  private readonly inputs: FileInputs;
  /** Handles events at communication points. Undefined if no unit has events. */
  private readonly points: Pick<Coupling, 'waits' | 'handle' | 'visitState'> | undefined;
  /** True if events inside steps and at communication points have rows. */
  private readonly showsEvents: boolean;
  private readonly observers: SessionObservers;
  /** Transmission lines, if the system has any. */
  private readonly lines: TransmissionLines | undefined;
  /** True if the coupling scheme solves for values at the end of each step. */
  readonly implicit: boolean;
  /** True if the coupling scheme reports parts of steps to the observers itself. */
  private readonly reportsSubsteps: boolean;
  private readonly decimal: (t: number) => number;
  private readonly grid: CommunicationPoints;
  /** Batches of steps, available if nothing inspects the system between steps. */
  private readonly batches: BatchedSteps | undefined;
  /** Makes steps in advance, and the step before which it is asked again. */
  private readonly foresee: Foresee | undefined;
  private nextLookAhead = Number.POSITIVE_INFINITY;
  /** Step before which steps in advance are known. */
  private knownUntil = 0;
  /** Evidence for the verdict on the run. */
  readonly evidence: Evidence;
  /** Limits of the verdict. */
  readonly limits: VerdictLimits;
  private checked: CheckedSystem;
  private stepsDone = 0;
  /**
   * Part of the present communication step that observers have seen, for schemes with substeps [s].
   */
  private partDone = 0;
  /** Reason why methods may not be called now. Empty if they may. */
  private blockedReason: string = notBegun;
  /** True if some units have completed the failed step and others have not. */
  private failedInStep = false;

  constructor(system: CheckedSystem, options: SessionOptions = {}) {
    requireChecked('start a session', system);
    requireSessionOptions(system, options);
    const activity = options.activity ?? { cells: new Int32Array(3) };
    this.checked = system;
    this.decimal = decimalTime(system.startTime, system.step);
    this.grid = communicationPoints(system);
    this.activity = activity;
    activity.cells[cell.run]++;
    this.instances = options.instances ?? instantiateCores(system, activity);
    this.steps = Math.round((system.stopTime - system.startTime) / system.step);
    this.inputs = new FileInputs(system, this.instances);
    this.observers = new SessionObservers(this, this.displayTime, options);
    const scheme = schemeOf(system, options.couplings);
    this.lines = TransmissionLines.of(system, this.inputs.instances);
    this.monitor = options.monitor;
    this.nextInspection = this.monitor === undefined ? Number.POSITIVE_INFINITY : 0;
    const { events = false, unitSteps = false, adaptive = false } = scheme.traits;
    const isAlone = system.units.length === 1 && system.connections.length === 0;
    this.showsEvents = options.events === true && (isAlone || events);
    const ticks = {
      passesTicks: !events && !unitSteps && !adaptive,
      keepsTicks: isAlone && !this.showsEvents,
    };
    const context = this.contextOf(scheme, options, ticks.passesTicks);
    this.coupling = scheme.couple(context);
    this.points = this.coupling.handle === undefined ? PointEvents.of(context, ticks) : this.coupling;
    this.reportsSubsteps = scheme.traits.adaptive === true;
    this.implicit = scheme.traits.implicit || solvesLoops(system.options ?? {});
    this.limits = options.limits ?? {};
    this.evidence = new Evidence(this, {
      bonds: this.residuals.bonds,
      balance: this.balance.energies,
      steps: this.steps,
      implicit: this.implicit,
    });
    this.batches = this.batchesOf(this.coupling);
    if (this.showsEvents && isAlone)
      this.inputs.instances[0].seeEvents?.((t) => this.observers.event(this.decimal(t)));
    this.foresee = options.foresight === true && mayLookAhead() ? this.foresight(this.coupling) : undefined;
    if (this.foresee !== undefined) this.nextLookAhead = 0;
  }

  private contextOf(scheme: CouplingScheme, options: SessionOptions, ticksApart: boolean): CouplingContext {
    const { system, activity, atOnce, observers } = this;
    return couplingContext(system, this.lines?.instances ?? this.inputs.instances, {
      activity,
      atOnce,
      ticksApart,
      options: optionsOf(scheme, system.options ?? {}, system.name),
      bonds: observers.residuals.bonds,
      joints: observers.joints,
      extrapolations: options.extrapolations,
      integrators: options.integrators,
      drive: (t, h) => this.inputs.set(t, h),
      stepped: (h) => this.reportSubstep(h),
      event: (t) => {
        if (options.events === true) observers.event(this.decimal(t));
      },
      refuseInvalid: () => this.refuseInvalid(),
    });
  }

  /** Returns batches of steps, if bonds are all that sees the system between two steps. */
  private batchesOf(coupling: Coupling & Partial<BatchCoupling>): BatchedSteps | undefined {
    const { system, observers } = this;
    if (system.inputs.length > 0 || this.lines !== undefined || !observers.hasOnlyBonds) return undefined;
    if (this.points !== undefined) return undefined;
    const batches = coupling.several?.(observers.residuals.bonds, this.grid);
    return batches && new BatchedSteps(batches, coupling.limitsTime);
  }

  /** Returns how steps are made in advance, if all inputs of the system are constant. */
  private foresight(coupling: Coupling & Partial<BatchCoupling>): Foresee | undefined {
    const { units, connections, inputs } = this.system;
    if (inputs.length > 0 || this.lines !== undefined) return undefined;
    const [first] = this.instances;
    if (units.length === 1 && connections.length === 0 && first.foresee !== undefined)
      return (n, count, points) => first.foresee?.((k) => points.at(n + k), count) ?? -1;
    return coupling.foresee;
  }

  get residuals(): Residuals {
    return this.observers.residuals;
  }

  get balance(): Balance {
    return this.observers.balance;
  }

  /** Energies of joints, if the system has joints. */
  get jointEnergies(): JointEnergies | undefined {
    return this.observers.jointEnergies;
  }

  /** Recorded variables, followed by the columns of the observers. */
  get columns(): readonly Column[] {
    return this.observers.columns;
  }

  /** Simulation time after n steps [s]. */
  readonly time = (n: number = this.n): number => this.ended?.time ?? this.grid.at(n);

  /**
   * Time for results and messages, without rounding errors: 2.51 instead of 2.5100000000000002 [s].
   */
  readonly displayTime = (): number => this.decimal(this.time() + this.partDone);

  readonly reader = (name: string, element = 0): (() => number | bigint) =>
    readerOf(this.system, this.instances, name, element);

  /** Calls `begin` and records the first point. */
  start(): void {
    this.begin();
    this.row();
  }

  /** Sets parameters, initializes the units, and iterates until their outputs settle. */
  begin(): void {
    const { instances, system } = this;
    if (this.blockedReason !== notBegun)
      throw new UserError(`start ${system.name}: this session has already begun. Create a new session.`);
    this.blockedReason = '';
    writeGivenValues(system, instances);
    this.inputs.set(system.startTime, system.step);
    this.lines?.settle();
    this.settle();
    refuseBeyond(system, instances, this.displayTime());
    this.callUnits((instance) => instance.exitInitialization());
    instances.forEach((instance, k) => {
      instance.setNominalStep?.(system.units[k].step ?? system.step);
    });
    checkSteps(system, instances);
    this.lines?.start();
    if (this.ended === undefined) this.handleStart(system.startTime);
    this.observers.start();
    this.evidence.start(this.time());
  }

  /** Handles events at the start time [s]. */
  private handleStart(t: number): void {
    const { coupling, points } = this;
    try {
      coupling.initialized?.(t);
      if (coupling.handle === undefined && points?.waits?.(t) === true) points.handle?.(t);
    } catch (error) {
      this.failed(error);
    }
  }

  private settle(): void {
    const { system, instances, coupling } = this;
    const values = new InitialValues(system, instances);
    let passes = 0;
    do {
      if (passes++ > values.most) this.refuseLoops(values);
      this.callUnits((instance) => instance.initialize(system.startTime));
    } while (values.mustSolve() ? values.settle() : coupling.settle());
  }

  private refuseLoops({ most, history }: InitialValues): never {
    const { name, loops } = this.system;
    throw new UserError(
      `initialize ${name}: initial values do not settle in ${most} passes because the units form an algebraic loop at the start` +
        `${loops.map((loop) => `: ${loop}`).join('; and')}. ${history === '' ? '' : `Changes in the last passes, as a share of the values: ${history}. `}` +
        'Use better start values, or break the loop with a unit whose output does not depend directly on its input.',
    );
  }

  /**
   * Runs up to `count` communication steps. Stops earlier at the end of the run, or if `stop`
   * returns true.
   */
  advance(count: number, stop: () => boolean = never): void {
    const { name } = this.system;
    this.admit('advance');
    if (this.failedInStep)
      throw new UserError(
        `advance ${name}: the session failed in the middle of a step. Create a new session.`,
      );
    if (!(count >= 0) || (count !== Infinity && !Number.isInteger(count)))
      throw new UserError(`advance ${name}: expected a whole number of steps, 0 or more, got ${count}.`);
    this.blockedReason = 'the session is in the middle of a step. Observers must not advance it.';
    try {
      this.advanceTo(Math.min(this.steps, this.n + count), stop);
    } catch (error) {
      this.failedInStep = true;
      this.failed(error);
      this.failedInStep = false;
    } finally {
      this.blockedReason = '';
    }
  }

  private admit(operation: string): void {
    const { blockedReason, system } = this;
    if (blockedReason !== '') throw new UserError(`${operation} ${system.name}: ${blockedReason}`);
  }

  private advanceTo(end: number, stop: () => boolean): void {
    const { coupling, observers, system, activity, batches, reportsSubsteps, lines, grid, evidence } = this;
    while (batches !== undefined && this.usesBatch(end) && !stop()) {
      if (this.n >= this.nextInspection && this.checkAbandoned()) return;
      const done = batches.advance(this.n, Math.min(end, evidence.next));
      this.stepsDone += done;
      if (this.n === evidence.next) evidence.look(this.n, grid.at(this.n));
      activity.cells[cell.steps] = this.n;
      if (done === 0) this.refuseInvalid();
    }
    while (this.n < end && !stop()) {
      if (this.n >= this.nextInspection && this.checkAbandoned()) return;
      if (this.n >= this.nextLookAhead) this.announceSteps();
      const t = grid.at(this.n);
      if (lines !== undefined) lines.begin(system.step);
      // Steps from point to point, as other masters do, so that t + H equals the next point
      // exactly.
      coupling.step(this.n, t, grid.at(this.n + 1) - t);
      if (lines !== undefined) lines.end(system.step);
      this.partDone = 0;
      this.stepsDone++;
      if (!reportsSubsteps) observers.step(system.step);
      if (this.n === evidence.next) evidence.look(this.n, grid.at(this.n));
      activity.cells[cell.steps] = this.n;
      this.handlePoint(this.time());
    }
  }

  /** Reports whether the next steps up to `end` are a batch. Few steps are better made in advance. */
  private usesBatch(end: number): boolean {
    const isForeseen = this.n < this.knownUntil;
    const isAsked = this.nextLookAhead !== Number.POSITIVE_INFINITY;
    return this.n < end && !isForeseen && (!isAsked || end - this.n >= stepsBetweenQueries);
  }

  /**
   * Sets the inputs of a communication point t [s] and handles the events there. Shows the values
   * before them, and the values after them if the point is not a row.
   */
  private handlePoint(t: number): void {
    const { inputs, points, system, observers } = this;
    if (points === undefined) {
      inputs.set(t, system.step);
      return;
    }
    const isJump = inputs.jumpsAt(t, system.step);
    if (this.showsEvents && (isJump || points.waits?.(t) === true)) observers.event(this.displayTime());
    inputs.set(t, system.step);
    if (!isJump && points.waits?.(t) !== true) return;
    points.handle?.(t, inputs.jumped);
    const isRow = this.n % system.record.every === 0 || this.n === this.steps;
    if (this.showsEvents && !isRow) observers.event(this.displayTime());
  }

  private checkAbandoned(): boolean {
    this.nextInspection = this.monitor?.look(this) ?? Number.POSITIVE_INFINITY;
    this.abandoned = this.nextInspection === this.n;
    return this.abandoned;
  }

  /**
   * Converts an error of a unit to a UserError that names it, or to the end of the run that the
   * unit requested.
   */
  private failed(error: unknown): void {
    const { system } = this;
    if (!(error instanceof InstanceFailure)) throw error;
    const { unit, time, thrown } = error;
    this.stepsDone = Math.round((time - system.startTime) / system.step);
    this.partDone = 0;
    if (!(thrown instanceof Finished)) this.explain(unit, time, thrown);
    this.ended = { unit, time: thrown.time };
  }

  /** Notes of the coupling scheme on the run. */
  get notes(): readonly string[] {
    return [
      ...(this.coupling.notes ?? []),
      ...(this.lines?.notes(this.system.step) ?? []),
      ...this.inputs.notes,
    ];
  }

  /** Substeps of the coupling scheme. Undefined if it does not take substeps. */
  get ownSteps(): SubstepColumns | undefined {
    return this.coupling.ownSteps;
  }

  private reportSubstep(h: number): void {
    this.partDone += h;
    this.observers.step(h);
  }

  /** Lets the next steps be made in advance. */
  private announceSteps(): void {
    this.activity.cells[cell.unit] = 0;
    const { n, grid } = this;
    const done = this.foresee?.(n, this.steps - n, grid) ?? -1;
    this.knownUntil = n + Math.max(0, done);
    this.nextLookAhead = done < 0 ? Number.POSITIVE_INFINITY : n + (done === 0 ? stepsBetweenQueries : done);
  }

  /** Marks that no unit computes. */
  clearActivity(): void {
    this.activity.cells[cell.unit] = nobody;
  }

  /** Lets every observer record the present communication point. */
  row(): void {
    this.admit('row');
    const t = this.displayTime();
    this.activity.cells[cell.unit] = nobody;
    this.observers.row(t);
  }

  /** Notifies all observers of the end of the run, even if one of them throws. */
  end(ending: Ending): void {
    this.admit('end');
    this.blockedReason = 'the session has ended. Create a new session.';
    if (ending !== 'failed') this.evidence.finish(this.n, this.time());
    this.observers.end(ending);
  }

  /**
   * Permits another `start`, with other values of the units. The caller resets the instances before,
   * and restores the state that the session had before `start`.
   */
  rewind(units: CheckedSystem['units']): void {
    this.checked = { ...this.checked, units };
    this.blockedReason = notBegun;
    this.knownUntil = 0;
    if (this.foresee !== undefined) this.nextLookAhead = 0;
  }

  /** The system of this run, with its present values. */
  get system(): CheckedSystem {
    return this.checked;
  }

  /** Number of completed steps. */
  get n(): number {
    return this.stepsDone;
  }

  get done(): boolean {
    return this.n >= this.steps || this.ended !== undefined;
  }

  /**
   * Refuses an exchanged or recorded value that is not finite at the present point.
   */
  checkFinite(): void {
    this.observers.finite.row();
  }

  private refuseInvalid(): never {
    this.checkFinite();
    refuseTransferred(this.system, this.instances, this.displayTime());
  }

  /**
   * Calls every unit once. Converts a failure to a UserError that names the unit, or to the end of
   * the run that the unit requested.
   */
  private callUnits(action: (instance: Instance) => void): void {
    this.instances.forEach((instance, k) => {
      this.activity.cells[cell.unit] = k;
      try {
        action(instance);
      } catch (thrown) {
        if (!(thrown instanceof Finished)) this.explain(k, this.system.startTime, thrown);
        this.ended ??= { unit: k, time: thrown.time };
      }
    });
  }

  private explain(unit: number, time: number, raw: unknown): never {
    const at = `t = ${Number(this.decimal(time).toPrecision(15))} s`;
    const thrown = namedFor(this.system.units[unit].name, this.system, raw);
    if (thrown instanceof FmuGoneError)
      throw new FmuGoneError(
        `${thrown.reason} This happened in the step from ${at}. Record the calls up to there (--record-calls, in code recordCalls), and repeat them with fmu replay.`,
        thrown.log,
        thrown.end,
      );
    if (thrown instanceof UserError) throw thrown;
    const { name } = this.system.units[unit];
    throw new UserError(
      `step ${name}: the FMU stopped at ${at}: ${this.instances[unit].reasonOf(thrown)}. ` +
        'Check its inputs there, or contact its author.',
    );
  }

  /** Saves or restores everything but the units, which have their own snapshots. */
  visitState(state: StateVisitor): void {
    const { name } = this.system;
    this.stepsDone = state.count('steps', this.stepsDone, this.steps);
    this.partDone = state.number('partDone', this.partDone);
    this.failedInStep = state.boolean('failedInStep', this.failedInStep);
    this.visitEnd(state);
    this.inputs.visitState(state);
    this.lines?.visitState(state);
    this.observers.joints?.visitState(state);
    visitRequired(`the coupling scheme of ${name}`, this.coupling, state);
    if (this.points !== undefined && this.points !== this.coupling)
      visitRequired(`the events of ${name}`, this.points, state);
    this.observers.visitState(state);
    this.evidence.visitState(state);
  }

  private visitEnd(state: StateVisitor): void {
    const { unit, time } = this.ended ?? { unit: 0, time: 0 };
    const hasEnded = state.boolean('ended', this.ended !== undefined);
    const ended = {
      unit: state.count('endUnit', unit, this.instances.length - 1),
      time: state.number('endTime', time),
    };
    this.ended = hasEnded ? ended : undefined;
  }
}
