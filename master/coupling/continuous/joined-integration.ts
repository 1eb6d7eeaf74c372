import type { RunMode } from '../../../fmu-sdk/host/choice/host.ts';
import { NotFinite } from '../../../fmu-sdk/host/fmi-driver/call-failure.ts';
import { Integration } from '../../../fmu-sdk/host/fmi-driver/integration/integration-run.ts';
import type { ContinuousInstance } from '../../../fmu-sdk/host/instance/continuous-instance.ts';
import { SolverFailure } from '../../../fmu-sdk/solver/ode-integrator.ts';
import { integrators } from '../../../fmu-sdk/solver/solver-registry.ts';
import { withNoun } from '../../../fmu-sdk/util/printable.ts';
import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { instantTolerance } from '../../../fmu-sdk/util/time/same-time.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { lastTime } from '../../system/checks/check-times.ts';
import { cell, InstanceFailure } from '../activity.ts';
import type { Coupling, CouplingContext } from '../coupling.ts';
import { EventAccumulation } from '../events/event-accumulation.ts';
import {
  type EventConnection,
  eventConnectionOf,
  ranksOf,
  SuperDense,
  waitForPriorities,
} from '../events/super-dense.ts';
import { followedInputs } from '../transfer/following-instance.ts';
import type { UnitInputs } from '../transfer/unit-inputs.ts';
import { isContinuous } from './evaluation-order.ts';
import { continuousEventConnection, heldEventConnection } from './event-connections.ts';
import { EvaluationRefused, JoinedModel } from './joined-model.ts';

/** Couples units as one system. */
export class JoinedIntegration implements Coupling {
  private readonly units: readonly ContinuousInstance[];
  private readonly model: JoinedModel;
  private readonly integration: Integration;
  private readonly exchange: ReturnType<CouplingContext['exchange']>;
  private readonly around: SuperDense;
  private readonly accumulation: EventAccumulation;
  private readonly wires: readonly EventConnection[];
  /** Inputs of units that files drive inside communication steps. */
  private readonly files: readonly UnitInputs[];
  /** Flags of units with an event. */
  private readonly marks: Uint8Array;
  /** Index of the computing unit in this group. */
  private readonly at = new Int32Array(1);
  private near = 0;
  private events = 0;
  private steps = 0;

  constructor(private readonly context: CouplingContext) {
    const { system, instances, options, integrators: more } = context;
    this.units = partsOf(context);
    this.files = instances.flatMap((instance) => followedInputs(instance) ?? []);
    this.model = new JoinedModel(this.units, instances, system.connections, {
      tolerance: Number(options.tolerance),
      loopTolerance: Number(options.loopTolerance),
      reportUnit: this.reportUnit,
    });
    const method = integrators.with(more).named(String(options.solver), `run ${system.name}`);
    this.integration = new Integration(
      this.model,
      method,
      lastTime(system),
      instances.map(({ name }) => name).join(', '),
    );
    this.exchange = context.exchange(system.connections);
    this.wires = system.connections.map((connection) =>
      eventConnectionOf(
        context,
        connection,
        isContinuous(connection)
          ? continuousEventConnection(instances, connection)
          : heldEventConnection(context, connection),
      ),
    );
    this.marks = new Uint8Array(this.units.length);
    this.around = new SuperDense({
      name: system.name,
      units: this.units.length,
      nameOf: (k) => instances[k].name,
      ranks: ranksOf(system.units),
      most: Number(options.passes),
      connections: this.wires,
      hasPendingEvent: (k, t) => this.marks[k] === 1 || this.units[k].due(t),
      handle: (k, t) => this.handleUnit(k, t),
      look: (t) => this.look(t),
    });
    this.accumulation = new EventAccumulation(system);
    waitForPriorities(context);
  }

  get notes(): readonly string[] {
    const { model, integration, context } = this;
    const names = context.instances.map(({ name }) => name).join(', ');
    const events = this.events > 0 ? `; ${withNoun(this.events, 'event')}` : '';
    const notes = [
      `${names}: one system of ${model.n} states, integrated by ${integration.method.name} in ${this.steps} substeps with ${model.evaluations} evaluations${events}.`,
    ];
    for (const loop of model.loops)
      notes.push(
        `Algebraic loop of ${loop.path}: ${loop.solved} solutions by ${loop.iterations} iterations with ${loop.jacobians} Jacobians by ${loop.by}.`,
      );
    return notes;
  }

  private readonly reportUnit = (unit: number): void => {
    this.at[0] = unit;
    this.context.activity.cells[cell.unit] = this.context.inRun?.(unit) ?? unit;
  };

  settle(): boolean {
    return this.exchange.settle();
  }

  initialized(t: number): void {
    try {
      this.join(t);
    } catch (thrown) {
      this.explain(t, thrown);
    }
  }

  private join(t: number): void {
    const { model, integration, units, context } = this;
    const { step } = context.system;
    for (let k = 0; k < units.length; k++) {
      this.reportUnit(k);
      units[k].begin(t, step);
    }
    model.join();
    this.near = instantTolerance(t, step);
    integration.now = t;
    model.getStates();
    model.place(t, model.x);
    this.iterateEvents(t);
    integration.allocate();
    integration.create();
    integration.restart();
    this.end(t);
  }

  step(_n: number, t: number, H: number): void {
    try {
      this.follow(t, t + H);
    } catch (thrown) {
      this.explain(t, thrown);
    }
  }

  /** Advances to the end in pieces that end at rows of input files. */
  private follow(t: number, end: number): void {
    let from = t;
    let stop = this.nextRow(from, end);
    while (stop < end) {
      this.drive(from, stop);
      this.advance(from, stop);
      if (this.jumpsAt(stop) || this.due(stop)) this.notifyEvent(stop);
      from = stop;
      stop = this.nextRow(from, end);
    }
    if (from > t) this.drive(from, end);
    this.advance(from, end);
  }

  /** Returns the first row of an input file inside a step, or ∞. */
  private nextRow(t: number, end: number): number {
    const { files } = this;
    let next = Number.POSITIVE_INFINITY;
    for (let k = 0; k < files.length; k++) next = Math.min(next, files[k].nextStop(t, end - t));
    return next;
  }

  private jumpsAt(t: number): boolean {
    const { files } = this;
    for (let k = 0; k < files.length; k++) if (files[k].jumpsAt(t, 0)) return true;
    return false;
  }

  /** Sets the inputs of files from t to `end` [s]. */
  private drive(t: number, end: number): void {
    const { files } = this;
    for (let k = 0; k < files.length; k++) files[k].set(t, end - t);
  }

  /** Advances from t to `end` [s]. Events at the end wait. */
  private advance(t: number, end: number): void {
    const { model, integration, units } = this;
    this.near = instantTolerance(t, end - t);
    this.accumulation.begin(t, end - t);
    model.moving = false;
    for (let k = 0; k < units.length; k++) {
      this.reportUnit(k);
      units[k].begin(t, end - t);
      if (units[k].moving) model.moving = true;
    }
    // The integrator's look-ahead is invalid if inputs have started to move.
    if (model.moving && integration.isAhead(this.near)) integration.restart();
    if (this.due(t)) this.event(t);
    while (integration.now < end - this.near)
      if (this.toward(end) && integration.now < end - this.near) this.event(t);
    integration.stand();
    model.moving = false;
    this.end(end);
  }

  waits(t: number): boolean {
    return this.due(Math.max(t, this.integration.now));
  }

  handle(t: number, jumped?: Uint8Array): void {
    const { marks } = this;
    if (jumped !== undefined) for (let k = 0; k < marks.length; k++) if (jumped[k] === 1) marks[k] = 1;
    try {
      this.event(t, false);
      this.readOutputs();
    } catch (thrown) {
      this.explain(t, thrown);
    }
  }

  /**
   * Takes a step of the integrator, at most to the end. Returns true if there is an event at the
   * new time.
   */
  private toward(end: number): boolean {
    const { integration, units, marks, model } = this;
    const next = this.together(this.next(end + 2 * this.near), end + 2 * this.near);
    const bound = next <= end + this.near ? Math.max(next, integration.now) : end;
    let isEvent = false;
    if (bound > integration.now) {
      this.steps++;
      isEvent = integration.toward(bound, this.next(Number.POSITIVE_INFINITY));
      if (isEvent) {
        integration.stand();
        model.getStates();
        model.crossed(integration.before, marks);
      }
      for (let k = 0; k < units.length; k++) {
        const { modelExchange } = units[k].description;
        if (modelExchange?.needsCompletedIntegratorStep !== true) continue;
        integration.stand();
        this.reportUnit(k);
        if (units[k].completed(integration.now)) marks[k] = 1;
        if (marks[k] === 1) isEvent = true;
      }
    }
    return isEvent || integration.now >= next;
  }

  /** Returns the next time event of any unit before a time [s]. */
  private next(before: number): number {
    const { units } = this;
    let next = Number.POSITIVE_INFINITY;
    for (let k = 0; k < units.length; k++) next = Math.min(next, units[k].nextEvent(before));
    return next;
  }

  /**
   * Returns the last time event that equals the first one up to rounding, so that simultaneous
   * events are handled together.
   */
  private together(first: number, before: number): number {
    const { units } = this;
    let last = first;
    for (let k = 0; k < units.length; k++) {
      const t = units[k].nextEvent(before);
      if (t > last && t <= first + this.near) last = t;
    }
    return last;
  }

  private due(t: number): boolean {
    const { units, marks } = this;
    for (let k = 0; k < units.length; k++) if (marks[k] === 1 || units[k].due(t)) return true;
    return false;
  }

  /**
   * Handles an event at the present time, in a communication step from t [s]. Reports it to the
   * observers if `shows`.
   */
  private event(t: number, shows = true): void {
    const { integration, near } = this;
    const { now } = integration;
    const isInside = now > t + near;
    integration.stand();
    if (shows && isInside) this.notifyEvent(now);
    this.markDue(now);
    this.events++;
    this.iterateEvents(now);
    this.accumulation.note(now, near, this.around.origin);
    integration.restart();
    if (shows) this.notifyEvent(isInside ? now : t);
  }

  /** Marks units with an event, because an evaluation at the event hides that their inputs jump. */
  private markDue(t: number): void {
    const { units, marks } = this;
    for (let k = 0; k < units.length; k++) if (units[k].due(t)) marks[k] = 1;
  }

  private notifyEvent(t: number): void {
    if (this.context.event === undefined) return;
    this.readOutputs();
    this.context.event(t);
  }

  /** Lets units handle pending events at t [s] until nothing changes. */
  private iterateEvents(t: number): void {
    const { wires } = this;
    for (let i = 0; i < wires.length; i++) wires[i].keep?.();
    this.around.run(t);
    this.marks.fill(0);
  }

  private handleUnit(k: number, t: number): boolean {
    this.reportUnit(k);
    this.units[k].handle(t);
    this.marks[k] = 0;
    return true;
  }

  /** Updates all outputs after states may have changed. */
  private look(t: number): void {
    const { model } = this;
    model.updateNominals();
    model.getStates();
    model.place(t, model.x);
    this.readOutputs();
  }

  private readOutputs(): void {
    const { units } = this;
    for (let k = 0; k < units.length; k++) {
      this.reportUnit(k);
      units[k].readOutputs();
    }
  }

  private end(t: number): void {
    this.readOutputs();
    this.model.finish(t, this.integration.before);
  }

  /** Converts an error in a step from t [s] to one that names the group or the called unit. */
  private explain(t: number, thrown: unknown): never {
    const { context, integration, model, at } = this;
    const { system, instances } = context;
    if (thrown instanceof UserError || thrown instanceof InstanceFailure) throw thrown;
    if (thrown instanceof EvaluationRefused) thrown.loop.refuse(system.name, thrown.time, thrown.how);
    const names = instances.map(({ name }) => name).join(', ');
    if (thrown instanceof NotFinite)
      throw new UserError(
        `step ${system.name}: the integration of ${names} by ${integration.method.name} stopped after t = ${integration.now} s: ${thrown.message}. Check its inputs there, or contact its author.`,
      );
    if (!(thrown instanceof SolverFailure)) {
      const unit = context.inRun?.(at[0]) ?? at[0];
      throw new InstanceFailure(unit, t, thrown);
    }
    const { refusal } = model;
    if (refusal !== undefined) refusal.loop.refuse(system.name, integration.now, refusal.how);
    throw new UserError(
      `step ${system.name}: the integration of ${names} by ${integration.method.name} stopped at t = ${integration.now} s: ${thrown.message}. ` +
        'Check the values there, or try another "solver" or "tolerance".',
    );
  }

  visitState(state: StateVisitor): void {
    const { system } = this.context;
    const { method, savesState } = this.integration;
    if (!savesState)
      throw new UserError(
        `save the state of ${system.name}: the solver "${method.name}" lacks visitState(), which checkpoints and steps back need. Add it, or choose another "solver".`,
      );
    this.model.visitState(state);
    this.integration.visitState(state);
    this.around.visitState(state);
    this.accumulation.visitState(state);
    state.array('marks', this.marks);
    this.near = state.number('near', this.near);
    this.events = state.number('events', this.events);
    this.steps = state.number('steps', this.steps);
  }
}

/** Returns the parts of the units for the integration. Refuses units without one. */
function partsOf({ system, instances }: CouplingContext): ContinuousInstance[] {
  return instances.map((instance, k) => {
    const { name, binary } = system.units[k];
    const { solver } = binary as Partial<RunMode>;
    if (solver !== undefined)
      throw new UserError(
        `run ${system.name}: ${name} has the solver "${solver}", but the coupling scheme "continuous" integrates it with others. Remove it there, and set "options": { "solver": "${solver}" } of the scheme.`,
      );
    if (instance.continuous !== undefined) return instance.continuous;
    const lines = system.lines?.some(({ ends }) => ends.some(({ flow }) => flow.unit === k)) === true;
    throw new UserError(
      `run ${system.name}: the coupling scheme "continuous" integrates model-exchange units, but ${name} ${lines ? 'has a transmission line, which steps by H' : 'steps by itself'}. ` +
        (lines
          ? 'Remove the line, or choose another scheme.'
          : 'Run it as model exchange ("interface": "me"), or move it out of the group.'),
    );
  });
}
