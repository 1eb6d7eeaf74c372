import type { Variable } from '../../../fmu-sdk/description/description.ts';
import type { Integrand } from '../../../fmu-sdk/host/fmi-driver/integration/integration-run.ts';
import { StateJacobian } from '../../../fmu-sdk/host/fmi-driver/jacobian/state-jacobian.ts';
import type {
  ContinuousInstance,
  JointEvaluation,
} from '../../../fmu-sdk/host/instance/continuous-instance.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { SparseMatrix } from '../../../fmu-sdk/solver/linear-algebra/sparse-matrix.ts';
import type { Tolerance } from '../../../fmu-sdk/solver/ode-integrator.ts';
import { type Stateful, type StateVisitor, visitAll } from '../../../fmu-sdk/util/state/stateful.ts';
import type { Connection } from '../../system/system.ts';
import { ConnectionLoop } from './connection-loop.ts';
import { continuousConnectionsOf, passValue } from './continuous-connections.ts';
import { isContinuous, keyOf, type Source, type Stage, sourcesOf, stagesOf } from './evaluation-order.ts';
import type { Stop } from './evaluation-stop.ts';
import { JoinedDerivatives } from './joined-slopes.ts';
import { joinedStructure } from './joined-structure.ts';
import { LoopJacobian } from './loop-jacobian.ts';

/**
 * Absolute tolerance of a state relative to the relative tolerance times the nominal value, as for
 * a single unit (FMI 2.0.4, 2.1.5).
 */
const absoluteShare = 0.01;

/** Quantities that are read from a unit at the end of an evaluation. */
const ends = ['values', 'derivatives', 'indicators'] as const;
type End = (typeof ends)[number];

/** Unit of the group. */
interface Member {
  readonly unit: ContinuousInstance;
  /** Offsets of its states and event indicators in the joined vectors. */
  readonly states: number;
  readonly indicators: number;
  /** Last visits, by the quantity that is read. */
  readonly last: Readonly<Record<End, number>>;
}

/** Receives the unit that computes. */
export type ReportUnit = (unit: number) => void;

/** Relative tolerances of the states and of loops, and the receiver of the computing unit. */
export interface JoinedModelOptions {
  readonly tolerance: number;
  readonly loopTolerance: number;
  readonly reportUnit: ReportUnit;
}

/**
 * Joins model-exchange units and their connections to one problem ẋ = f(t, x), where x holds the
 * states of all units. Outputs are read and passed on in the order of their dependencies. A
 * `ConnectionLoop` solves outputs that depend on each other.
 *
 * Call order: `join` after the units have been initialized → other methods.
 */
export class JoinedModel implements Integrand, Stateful {
  n = 0;
  x: Float64Array = new Float64Array(0);
  z: Float64Array = new Float64Array(0);
  dx: Float64Array = new Float64Array(0);
  readonly tolerance: Tolerance;
  moving = false;
  readonly driven: boolean;
  readonly sources: readonly Source[];
  readonly stages: readonly Stage[];
  loops: ConnectionLoop[] = [];
  evaluations = 0;
  /** Loop that refused the last evaluation, and the reason. */
  refusal: { loop: ConnectionLoop; how: string } | undefined;
  private members: Member[] = [];
  private stops: Stop[] = [];
  private sizes: Float64Array = new Float64Array(0);
  private stateJacobian!: StateJacobian;
  private slopes: JoinedDerivatives | undefined;
  private readonly loopTolerance: number;
  private readonly reportUnit: ReportUnit;

  constructor(
    private readonly units: readonly ContinuousInstance[],
    private readonly instances: readonly Instance[],
    connections: readonly Connection[],
    { tolerance, loopTolerance, reportUnit }: JoinedModelOptions,
  ) {
    this.loopTolerance = loopTolerance;
    this.reportUnit = reportUnit;
    this.tolerance = { relative: tolerance, absolute: new Float64Array(0) };
    this.sources = sourcesOf(connections.filter(isContinuous));
    const descriptions = units.map(({ description }) => description);
    this.stages = stagesOf(this.sources, descriptions);
    const inside = new Set(connections.map(({ to }) => keyOf(to)));
    this.driven = descriptions.some(({ variables }, unit) =>
      variables.some(
        (variable) =>
          variable.causality === 'input' &&
          variable.variability === 'continuous' &&
          !inside.has(keyOf({ unit, variable })),
      ),
    );
  }

  /** Allocates buffers and prepares calls. */
  join(): void {
    const { units } = this;
    const plans = units.map((): JointEvaluation[] => []);
    const visited = new Set<number>();
    const fresh = units.map((): Variable[] => []);
    const visit = (unit: number, outputs: readonly Variable[]): number => {
      const first = !visited.has(unit);
      visited.add(unit);
      return plans[unit].push({ first, inputs: fresh[unit].splice(0), outputs }) - 1;
    };
    this.stops = this.stages.map((stage) => this.stopOf(stage, visit, fresh));
    const last = units.map((_, unit) => {
      const [first, inputs] = [!visited.has(unit), fresh[unit].splice(0)];
      const at = (what: End): number =>
        plans[unit].push({ first, inputs, outputs: [], ...(what === 'values' ? {} : { what }) }) - 1;
      return { values: at('values'), derivatives: at('derivatives'), indicators: at('indicators') };
    });
    const inside = units.map((_, unit) =>
      this.sources.flatMap(({ connections }) =>
        connections.filter(({ to }) => to.unit === unit).map(({ to }) => to.variable),
      ),
    );
    units.forEach((item, unit) => {
      item.plan(plans[unit], inside[unit]);
    });
    this.allocate(last);
  }

  /** Returns the visits of a stage. `fresh` are inputs that the units have not received yet. */
  private stopOf(
    { loop, sources }: Stage,
    visit: (unit: number, outputs: readonly Variable[]) => number,
    fresh: Variable[][],
  ): Stop {
    const stageSources = sources.map((s) => this.sources[s]);
    const continuousConnections = sources.flatMap((s) =>
      continuousConnectionsOf(this.sources[s], s, this.instances),
    );
    const markFreshInputs = (): void => {
      for (const { connections } of stageSources)
        for (const { to } of connections)
          if (!fresh[to.unit].includes(to.variable)) fresh[to.unit].push(to.variable);
    };
    const members = [...new Set(stageSources.map(({ unit }) => unit))];
    if (loop) markFreshInputs();
    const visits = members.map((unit) => ({
      unit,
      visit: visit(
        unit,
        stageSources.filter((source) => source.unit === unit).map(({ variable }) => variable),
      ),
    }));
    if (!loop) {
      markFreshInputs();
      return { ...visits[0], sources, connections: continuousConnections };
    }
    const { units } = this;
    const evaluate = (): boolean => {
      for (let k = 0; k < visits.length; k++) {
        this.reportUnit(visits[k].unit);
        if (!units[visits[k].unit].visit(visits[k].visit)) return false;
      }
      return true;
    };
    const jacobian = new LoopJacobian(continuousConnections, this.sources, units);
    return {
      unit: -1,
      visit: -1,
      sources,
      connections: continuousConnections,
      loop: new ConnectionLoop(continuousConnections, evaluate, jacobian, this.loopTolerance),
    };
  }

  private allocate(last: readonly Member['last'][]): void {
    let [states, indicators] = [0, 0];
    this.members = this.units.map((unit, k) => {
      const member = { unit, states, indicators, last: last[k] };
      states += unit.x.length;
      indicators += unit.z.length;
      return member;
    });
    this.loops = this.stops.flatMap(({ loop }) => loop ?? []);
    this.n = states;
    this.x = new Float64Array(states);
    this.dx = new Float64Array(states);
    this.sizes = new Float64Array(states);
    this.z = new Float64Array(indicators);
    this.tolerance.absolute = new Float64Array(states);
    const structure = joinedStructure(this.units, this.sources, this.stages);
    this.slopes = JoinedDerivatives.of(this.units, this.sources, this.stops, states);
    this.stateJacobian = new StateJacobian(this, this.sizes, structure, this.slopes);
    this.updateNominals();
  }

  /** Updates nominal values of states, which may have changed. */
  updateNominals(): void {
    const { sizes, tolerance } = this;
    for (const { unit, states } of this.members)
      for (let i = 0; i < unit.nominals.length; i++) {
        sizes[states + i] = unit.nominals[i];
        tolerance.absolute[states + i] = absoluteShare * tolerance.relative * unit.nominals[i];
      }
  }

  /**
   * Sets all units to (t, x) and reads the requested quantity. Returns false if a unit refuses this
   * or a loop cannot be solved.
   */
  private evaluate(t: number, x: Float64Array, end: End): boolean {
    const { members, stops } = this;
    this.refusal = undefined;
    if (x !== this.x) this.x.set(x);
    for (let k = 0; k < members.length; k++) {
      const { unit, states } = members[k];
      this.reportUnit(k);
      for (let i = 0; i < unit.x.length; i++) unit.x[i] = x[states + i];
      unit.load(t);
    }
    for (let s = 0; s < stops.length; s++) if (!this.stop(stops[s])) return false;
    for (let k = 0; k < members.length; k++) {
      this.reportUnit(k);
      if (!members[k].unit.visit(members[k].last[end])) return false;
    }
    return true;
  }

  private stop({ unit, visit, connections, loop }: Stop): boolean {
    if (loop !== undefined) {
      const how = loop.solve();
      if (how !== undefined) this.refusal = { loop, how };
      return how === undefined;
    }
    this.reportUnit(unit);
    if (!this.units[unit].visit(visit)) return false;
    for (let i = 0; i < connections.length; i++)
      passValue(connections[i], Number(connections[i].view[connections[i].at]));
    return true;
  }

  derivatives(t: number, x: Float64Array, dx: Float64Array): boolean {
    this.evaluations++;
    if (!this.evaluate(t, x, 'derivatives')) return false;
    const { members } = this;
    for (let k = 0; k < members.length; k++) {
      const { unit, states } = members[k];
      for (let i = 0; i < unit.dx.length; i++) this.dx[states + i] = unit.dx[i];
    }
    dx.set(this.dx);
    return true;
  }

  jacobian(t: number, x: Float64Array, f: Float64Array): SparseMatrix {
    this.slopes?.renew();
    return this.stateJacobian.evaluate(t, x, f);
  }

  place(t: number, x: Float64Array): void {
    if (!this.evaluate(t, x, 'values')) this.refuse(t);
  }

  indicators(t: number, x: Float64Array): void {
    if (!this.evaluate(t, x, 'indicators')) this.refuse(t);
    this.gather();
  }

  private refuse(t: number): never {
    if (this.refusal !== undefined) throw new EvaluationRefused(this.refusal.loop, t, this.refusal.how);
    throw new Error(`the unit refuses the integrated states at t = ${t} s`);
  }

  private gather(): void {
    for (let k = 0; k < this.members.length; k++) {
      const { unit, indicators } = this.members[k];
      for (let i = 0; i < unit.z.length; i++) this.z[indicators + i] = unit.z[i];
    }
  }

  getStates(): void {
    for (let k = 0; k < this.members.length; k++) {
      const { unit, states } = this.members[k];
      this.reportUnit(k);
      unit.getStates();
      for (let i = 0; i < unit.x.length; i++) this.x[states + i] = unit.x[i];
    }
    this.gather();
  }

  /** Ends the communication step of all units at t [s], with the accepted event indicators. */
  finish(t: number, accepted: Float64Array): void {
    for (let k = 0; k < this.members.length; k++) {
      const { unit, indicators } = this.members[k];
      unit.finish(t, accepted, indicators);
    }
  }

  /** Marks units with an event indicator that has changed its domain. */
  crossed(before: Float64Array, marks: Uint8Array): void {
    for (let k = 0; k < this.members.length; k++) {
      const { unit, indicators } = this.members[k];
      for (let i = 0; i < unit.z.length; i++)
        if (before[indicators + i] > 0 !== this.z[indicators + i] > 0) marks[k] = 1;
    }
  }

  notFinite(): string | undefined {
    for (const { unit, states } of this.members)
      for (let i = 0; i < unit.x.length; i++)
        for (const [what, values] of [
          ['state', this.x],
          ['derivative', this.dx],
        ] as const)
          if (!Number.isFinite(values[states + i]))
            return `${this.instances[this.units.indexOf(unit)].name}.${unit.nameOf(i, what)} is ${values[states + i]}`;
    return undefined;
  }

  visitState(state: StateVisitor): void {
    this.evaluations = state.number('evaluations', this.evaluations);
    this.moving = state.boolean('moving', this.moving);
    state.array('x', this.x);
    state.array('z', this.z);
    state.array('dx', this.dx);
    state.array('sizes', this.sizes);
    state.array('absolute', this.tolerance.absolute);
    this.stateJacobian.visitState(state);
    visitAll(this.loops, state);
  }
}

/** Error of a loop that cannot be solved at the present point of the group. */
export class EvaluationRefused extends Error {
  constructor(
    readonly loop: ConnectionLoop,
    readonly time: number,
    readonly how: string,
  ) {
    super(how);
  }
}
