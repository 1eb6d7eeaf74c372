import type { ModelDescription, Variable } from '../../../description/description.ts';
import { type Stateful, type StateVisitor, visitAll } from '../../../util/state/stateful.ts';
import { instantTolerance } from '../../../util/time/same-time.ts';
import type { ContinuousInstance, JointEvaluation } from '../../instance/continuous-instance.ts';
import { type FmiApi, type FmiCall, io, type Status, status } from '../../instance/fmi-api.ts';
import { type Expect, failedOp } from '../call-failure.ts';
import type { ClockSchedule } from '../events/clock-schedule.ts';
import type { EventMode } from '../events/event-mode.ts';
import { stateName } from '../jacobian/state-names.ts';
import type { InputPolynomials } from '../variables/input-polynomials.ts';
import type { StringValues } from '../variables/string-values.ts';
import { getting, loadAll, setting, storeAll, type VariableAccess } from '../variables/variable-access.ts';
import { type Group, groupsOf } from '../variables/variable-groups.ts';
import type { Memory } from '../variables/variable-memory.ts';
import type { ContinuousModel } from './continuous-model.ts';

/** Access of a part of a larger system to its model-exchange driver. */
export interface Parts {
  readonly calls: FmiApi;
  readonly description: ModelDescription;
  readonly memory: Memory;
  readonly exchange: VariableAccess;
  readonly polynomials: InputPolynomials;
  readonly model: ContinuousModel;
  readonly events: EventMode;
  readonly clocks: ClockSchedule;
  readonly expect: Expect;
  readonly texts: StringValues;
  /**
   * Actions of the driver: begin a communication step, read outputs, accept a step, handle an
   * event, end a step.
   */
  begin(t: number, H: number): void;
  readOutputs(): void;
  completed(t: number): boolean;
  handle(t: number): void;
  finish(t: number, indicators: Float64Array, first: number): void;
}

/** One visit with its calls. */
interface Prepared {
  readonly sets: readonly Group[];
  readonly gets: readonly Group[];
  readonly ops: readonly FmiCall[];
  readonly make: () => Status;
}

/** A model-exchange FMU whose states an external integrator combines with others. */
export class ContinuousPart implements ContinuousInstance, Stateful {
  readonly description: ModelDescription;
  moving = false;
  private visits: readonly Prepared[] = [];
  /** External continuous inputs with the values last set. */
  private outside: readonly Group[] = [];
  private planned: { visits: readonly JointEvaluation[]; inside: readonly Variable[] } = {
    visits: [],
    inside: [],
  };
  private origin = 0;
  private near = 0;

  constructor(private readonly parts: Parts) {
    this.description = parts.description;
  }

  /** Saves or restores the external inputs last set. They depend on the set of watched variables. */
  visitSent(state: StateVisitor): void {
    visitAll(this.outside, state);
  }

  get x(): Float64Array {
    return this.parts.model.x;
  }
  get dx(): Float64Array {
    return this.parts.model.dx;
  }
  get z(): Float64Array {
    return this.parts.model.z;
  }
  get nominals(): Float64Array {
    return this.parts.model.sizes;
  }

  plan(visits: readonly JointEvaluation[], inside: readonly Variable[]): void {
    this.planned = { visits, inside };
    this.prepare();
  }

  private prepare(): void {
    const { calls, exchange, memory } = this.parts;
    const { visits, inside } = this.planned;
    const names = new Set(inside.map(({ name }) => name));
    const others = exchange.watched.continuous.filter(({ variable }) => !names.has(variable.name));
    this.outside = groupsOf(calls, others);
    loadAll(this.outside);
    const groups = (variables: readonly Variable[]): Group[] =>
      groupsOf(
        calls,
        variables.map((variable) => memory.slot(variable)),
      );
    this.visits = visits.map((visit) => {
      const sets = [...(visit.first ? this.outside : []), ...groups(visit.inputs)];
      const gets = groups(visit.outputs);
      const ops = this.operations(visit, sets, gets);
      return { sets, gets, ops, make: calls.batch(ops) };
    });
  }

  private operations(
    { first, what }: JointEvaluation,
    sets: readonly Group[],
    gets: readonly Group[],
  ): FmiCall[] {
    const { x, dx, z } = this;
    const ops: FmiCall[] = first ? [{ op: 'setTime' }] : [];
    ops.push(...setting(sets));
    if (first && x.length > 0) ops.push({ op: 'setContinuousStates', doubles: x });
    ops.push(...getting(gets));
    if (what === 'derivatives' && dx.length > 0)
      ops.push({ op: 'getContinuousStateDerivatives', doubles: dx });
    if (what === 'indicators' && z.length > 0) ops.push({ op: 'getEventIndicators', doubles: z });
    return ops;
  }

  begin(t: number, H: number): void {
    const { exchange, polynomials, events } = this.parts;
    const { stale } = exchange;
    this.parts.begin(t, H);
    if (stale) this.prepare();
    this.origin = t;
    this.near = instantTolerance(t, H);
    this.moving = polynomials.moving();
    events.clearClocks();
  }

  nextEvent(before: number): number {
    const next = this.parts.events.next();
    return next < before ? next : Number.POSITIVE_INFINITY;
  }

  due(t: number): boolean {
    const { events, clocks, texts } = this.parts;
    const { outside, near } = this;
    // The integrator meets time events exactly.
    if (events.nextEventTime <= t || clocks.next() <= t + near) return true;
    if (texts.waiting || events.hasNewInputs()) return true;
    for (let i = 0; i < outside.length; i++) if (outside[i].jumped()) return true;
    return false;
  }

  load(t: number): void {
    const { calls, polynomials } = this.parts;
    calls.registers[io.time] = t;
    if (this.moving) polynomials.evaluate(t - this.origin);
  }

  visit(number: number): boolean {
    const { sets, gets, ops, make } = this.visits[number];
    const { expect, calls } = this.parts;
    loadAll(sets);
    const answer = make();
    if (answer === status.discard) return false;
    if (answer > status.warning) expect(answer, failedOp(ops as FmiCall[], calls.registers));
    storeAll(gets);
    return true;
  }

  getStates(): void {
    this.parts.model.getStates();
  }

  readOutputs(): void {
    this.parts.readOutputs();
  }

  completed(t: number): boolean {
    return this.parts.completed(t);
  }

  handle(t: number): void {
    this.parts.events.clearClocks();
    this.parts.handle(t);
    loadAll(this.outside);
  }

  finish(t: number, indicators: Float64Array, first: number): void {
    this.parts.finish(t, indicators, first);
  }

  directional(
    unknowns: Uint32Array,
    knowns: Uint32Array,
    seed: Float64Array,
    sensitivity: Float64Array,
  ): boolean {
    const { calls, description } = this.parts;
    return (
      description.modelExchange?.providesDirectionalDerivatives === true &&
      calls.directionalDerivative(unknowns, knowns, seed, sensitivity) <= status.warning
    );
  }

  nameOf(i: number, what: 'state' | 'derivative'): string {
    return stateName(this.description, i)[what];
  }

  visitState(state: StateVisitor): void {
    this.origin = state.number('origin', this.origin);
    this.near = state.number('near', this.near);
    this.moving = state.boolean('moving', this.moving);
  }
}
