import { Finished } from '../../../fmu-sdk/host/fmi-driver/call-failure.ts';
import { FmuGoneError } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import type { Snapshot } from '../../../fmu-sdk/host/state/snapshot.ts';
import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { instantTolerance } from '../../../fmu-sdk/util/time/same-time.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Connection } from '../../system/system.ts';
import { InstanceFailure } from '../activity.ts';
import type { Coupling, CouplingContext, CouplingScheme } from '../coupling.ts';
import type { SchemeOption } from '../scheme-options.ts';
import { type SubstepColumns, SubstepLog } from '../substep-log.ts';
import { DriftCorrection, driftOption } from '../transfer/drift-correction.ts';
import { Handover } from '../transfer/handover.ts';
import { Scales } from '../transfer/nominal-scales.ts';
import { isScalarConnection, type ScalarConnections } from '../transfer/scalar-connections.ts';
import { loopNeeds, loopOptions } from './shared/algebraic-loop.ts';
import { type Gains, gainsOf, Substeps, stepOptions } from './shared/substeps.ts';

/** Options of schemes whose steps follow the error of the extrapolation. */
export const adaptiveOptions: Readonly<Record<string, SchemeOption>> = {
  tolerance: {
    what: 'Tolerance of the difference between extrapolated and new values, relative to the nominal value',
    default: 1e-3,
    least: 1e-12,
    most: 1,
  },
  absolute: {
    what: 'Absolute tolerance of a value without a nominal value, in its unit of measure',
    default: 1e-6,
    least: 0,
    most: 1e9,
  },
  integral: { what: 'Gain k_I of the controller', default: 0.3, least: 0.01, most: 2 },
  proportional: { what: 'Gain k_P of the controller', default: 0.4, least: 0, most: 2 },
  rejection: {
    what: 'Rejects steps that are too large, if all units support rollback',
    default: 'yes',
    of: ['yes', 'no'],
  },
  ...stepOptions,
  ...loopOptions,
};

/**
 * Jacobi with steps that follow the error of the extrapolation. After a step of h, order m is
 * compared with order m + 1. Inputs followed the polynomial p of order m through the past. The
 * polynomial of order m + 1 also meets the new output y. They differ most at the end of the step,
 * by
 *
 *     ε = max_i |y_i(t + h) − p_i(t + h)| / max(tolerance · nominal_i, absolute) = O(h^{m+1})
 *
 * (Busch & Schweizer 2011, Meyer, Kraft & Schweizer 2021). If ε > 1, the units are rolled back to t
 * and take a smaller step. Otherwise, with q = m + 1,
 *
 *     h ← h · safety · ε^{−k_I / q} · (ε_before / ε)^{k_P / q}        (PI control: Gustafsson 1994)
 *
 * by a factor from 0.2 to 2, and without growth directly after a rejected step. A step in which a
 * unit fails is repeated with half its size.
 */
export const adaptive: CouplingScheme = {
  name: 'adaptive',
  traits: {
    order: 'extrapolation',
    implicit: false,
    interfaceModels: false,
    adaptive: true,
    needs: [],
    uses: ['rollback'],
  },
  options: { ...adaptiveOptions, ...driftOption },
  alsoNeeds: loopNeeds,
  couple: (context) => {
    const coupling = new Adaptive(context);
    if (coupling.scalarConnections.size > 0) return coupling;
    throw new UserError(
      `run ${context.system.name}: adaptive needs connected real values to choose its steps, but the system does not have any. Choose jacobi.`,
    );
  },
};

/** Limits of the factor between successive steps. */
const [least, most] = [0.2, 2];
/** Number of step sizes that are stored for a message. */
const mostHistory = 12;

/**
 * Steps that follow the error of the extrapolation. Base class of schemes that also end steps for
 * other reasons.
 */
export class Adaptive implements Coupling {
  readonly scalarConnections: ScalarConnections;
  protected readonly handover: Handover;
  private readonly drift: DriftCorrection;
  private readonly steps: Substeps;
  protected readonly scales: Scales;
  private readonly log = new SubstepLog();
  private readonly predicted: Float64Array;
  protected readonly now: Float64Array;
  protected readonly gains: Gains;
  private readonly order: number;
  /** ε of the last try, and of the last accepted step. */
  private readonly error = Float64Array.of(1);
  private readonly before = Float64Array.of(1);
  /**
   * Start of the present step (its end after acceptance), and how far the last try came [s].
   * Methods share the numbers here, because arguments would be allocated on the heap.
   */
  protected readonly at: Float64Array = new Float64Array(1);
  private readonly size = new Float64Array(1);
  protected snapshots: Snapshot[] | undefined;
  protected canReject: boolean;
  /** Scalar connections with error control. */
  private readonly controlled: Int32Array;
  /** True if the present step was rejected at first. */
  private wasRejected = false;
  protected why = '"rejection" is "no"';
  private rejectedSteps = 0;
  private failedSteps = 0;
  private inaccurateSteps = 0;

  /**
   * @param smooth connections with error control
   * @param apart connections that the scheme transfers itself
   */
  constructor(
    protected readonly context: CouplingContext,
    smooth: (connection: Connection) => boolean = () => true,
    apart: (connection: Connection) => boolean = () => false,
  ) {
    const { system, options } = context;
    this.handover = new Handover(context, apart);
    this.scalarConnections = this.handover.scalarConnections;
    this.drift = new DriftCorrection(context, this.scalarConnections);
    this.steps = new Substeps(context);
    this.scales = new Scales(this.scalarConnections, Number(options.absolute) / Number(options.tolerance));
    [this.predicted, this.now] = [0, 1].map(() => new Float64Array(this.scalarConnections.size));
    this.controlled = Int32Array.from(
      system.connections
        .filter((c) => isScalarConnection(c) && smooth(c))
        .flatMap((c) => this.scalarConnections.indexesOf(c)),
    );
    this.canReject = options.rejection !== 'no';
    this.order = this.scalarConnections.highest;
    this.gains = gainsOf(options);
  }

  get notes(): readonly string[] {
    const { steps, canReject, rejectedSteps, failedSteps, inaccurateSteps, why } = this;
    const notes = [steps.note];
    notes.push(
      canReject
        ? `Rejected steps: ${rejectedSteps}${failedSteps > 0 ? `, ${failedSteps} of them because a unit failed` : ''}.`
        : `Steps are not rejected: ${why}.`,
    );
    if (inaccurateSteps > 0)
      notes.push(
        `Steps that exceed the tolerance: ${inaccurateSteps}${canReject ? ', all of the smallest size' : ''}.`,
      );
    return [...notes, ...this.drift.notes, ...this.handover.notes];
  }

  get ownSteps(): SubstepColumns {
    return this.log.columns;
  }

  settle(): boolean {
    return this.handover.settle();
  }

  step(n: number, t: number, H: number): void {
    const { steps, log, error, at, size } = this;
    steps.begin(t, H);
    at[0] = t;
    for (let h = steps.next(); h > 0; h = steps.next()) {
      this.context.drive(at[0], h);
      this.handover.begin(n, at[0], h);
      this.drift.begin();
      this.keep();
      size[0] = h;
      this.stepWithRetries();
      if (size[0] > 0) {
        if (error[0] > 1) this.inaccurateSteps++;
        log.add(at, size, error, true);
        this.context.stepped(size[0]);
        steps.done();
        this.control();
        at[0] += size[0];
      }
      this.reached();
    }
  }

  /** Called at the end of a step. */
  protected reached(): void {}

  /**
   * Steps all units from t by h, or less if the scheme ends the step early. Returns how far they
   * came.
   */
  protected advanceUnits(t: number, h: number): number {
    const { context } = this;
    for (let k = 0; k < context.instances.length; k++) context.advance(k, t, h);
    return h;
  }

  /**
   * Takes one step of the present size, or of a smaller size that is accepted, which then is the
   * present size.
   */
  private stepWithRetries(): void {
    const { steps, log, error, gains, at, size } = this;
    const t = at[0];
    this.wasRejected = false;
    for (let stepWithRetries = 1; ; stepWithRetries++) {
      const h = size[0];
      const failed = this.advance();
      let wanted = 0.5 * h;
      if (failed === undefined) {
        if (size[0] === 0) return;
        if (size[0] < h) steps.cut(size[0], 2 * instantTolerance(t, h));
        this.compare();
        if (!(error[0] > 1) || !this.canReject) return;
        wanted = size[0] * Math.max(least, Math.min(0.9, gains.safety * error[0] ** (-1 / this.power)));
      } else {
        size[0] = h;
        error[0] = Number.NaN;
      }
      const smaller = steps.shorter(wanted);
      if (smaller === 0) {
        if (failed === undefined) return;
        this.refuse(t, h, stepWithRetries, failed);
      }
      this.wasRejected = true;
      log.add(at, size, error, false);
      this.rejectedSteps++;
      if (failed !== undefined) this.failedSteps++;
      this.back();
      size[0] = smaller;
      this.scalarConnections.repeatStep(smaller);
      this.context.drive(t, smaller);
    }
  }

  /**
   * Advances all units over one step. Returns the failure of a unit if the step can be repeated.
   */
  private advance(): InstanceFailure | undefined {
    const { scalarConnections, at, size, canReject } = this;
    for (let i = 0; i < scalarConnections.size; i++) scalarConnections.extrapolate(i);
    this.drift.correct(size[0]);
    if (!canReject) {
      size[0] = this.advanceUnits(at[0], size[0]);
      return undefined;
    }
    try {
      size[0] = this.advanceUnits(at[0], size[0]);
    } catch (thrown) {
      if (!(thrown instanceof InstanceFailure)) throw thrown;
      const { thrown: cause } = thrown;
      if (cause instanceof Finished || cause instanceof FmuGoneError || cause instanceof UserError)
        throw thrown;
      return thrown;
    }
    return undefined;
  }

  /** Computes ε of the last step. Infinite if a value is not finite. */
  private compare(): void {
    const { scalarConnections, predicted, now, scales, error, gains, controlled, size } = this;
    let largest = 0;
    let finite = 0;
    scalarConnections.predict(predicted, size[0]);
    for (let j = 0; j < controlled.length; j++) {
      const i = controlled[j];
      scalarConnections.readOutput(i, now);
      finite += now[i] * 0;
      scales.update(i, now);
      largest = Math.max(largest, Math.abs(now[i] - predicted[i]) * scales.weights[i]);
    }
    error[0] = finite === 0 ? Math.max(1e-10, largest / gains.tolerance) : Number.POSITIVE_INFINITY;
  }

  /** Power of h with which the error decreases. */
  private get power(): number {
    return 1 + Math.min(this.order, this.scalarConnections.historyLength - 1);
  }

  /** Computes the size of the next step. */
  private control(): void {
    const { gains, error, before, steps, power, wasRejected: smaller } = this;
    const h = this.size[0];
    const { safety, integral, proportional } = gains;
    const was = steps.desiredSize;
    const gain = safety * error[0] ** (-integral / power) * (before[0] / error[0]) ** (proportional / power);
    let wanted = h * Math.min(smaller ? 1 : most, Math.max(least, gain));
    // A step that a communication point has shortened does not affect the step size much.
    if (!smaller && h < 0.99 * was)
      wanted = Math.max(wanted, Math.min(was, safety * h * error[0] ** (-1 / power)));
    before[0] = error[0];
    steps.desiredSize = Math.max(steps.smallest, wanted);
  }

  /** Saves all units. If one does not support rollback, no snapshot is used. */
  private keep(): void {
    const { context } = this;
    if (!this.canReject) return;
    if (this.snapshots !== undefined) {
      for (let k = 0; k < this.snapshots.length; k++) this.snapshots[k].take();
      return;
    }
    const rejectedSteps: Snapshot[] = [];
    try {
      for (const instance of context.instances) rejectedSteps.push(instance.snapshot());
      this.snapshots = rejectedSteps;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      for (const rejectedStep of rejectedSteps) rejectedStep.release();
      this.canReject = false;
      this.why = messageOf(error).replace(/\.$/, '');
    }
  }

  protected back(): void {
    const { snapshots = [] } = this;
    for (let k = 0; k < snapshots.length; k++) snapshots[k].restore();
  }

  private refuse(t: number, h: number, stepWithRetries: number, failure: InstanceFailure): never {
    const { unit, thrown } = failure;
    if (stepWithRetries === 1) throw failure;
    const { system, instances } = this.context;
    const { time, size, accepted: stood } = this.log.columns;
    const sizes = [...size].filter((_, k) => time[k] === t && stood[k] === 0);
    const recentSizes = [...sizes, h].slice(-mostHistory);
    const words = recentSizes.map((value) => String(Number(value.toPrecision(6)))).join(', ');
    throw new InstanceFailure(
      unit,
      t,
      new UserError(
        `step ${system.units[unit].name}: the FMU stopped at t = ${t} s, in each of ${stepWithRetries} tried steps${recentSizes.length < stepWithRetries ? `, the last ${recentSizes.length}` : ''} of ${words} s: ` +
          `${instances[unit].reasonOf(thrown)}. Check its inputs there, use a smaller "smallest", or contact its author.`,
      ),
    );
  }

  visitState(state: StateVisitor): void {
    this.handover.visitState(state);
    this.drift.visitState(state);
    this.steps.visitState(state);
    this.scales.visitState(state);
    this.log.visitState(state);
    state.array('error', this.error);
    state.array('before', this.before);
    state.array('size', this.size);
    this.rejectedSteps = state.number('rejectedSteps', this.rejectedSteps);
    this.failedSteps = state.number('failedSteps', this.failedSteps);
    this.inaccurateSteps = state.number('inaccurateSteps', this.inaccurateSteps);
  }
}
