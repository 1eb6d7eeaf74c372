import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { connectedElements } from '../../system/connections/connected-elements.ts';
import type { Connection } from '../../system/system.ts';
import { cell, InstanceFailure } from '../activity.ts';
import type { Coupling, CouplingContext } from '../coupling.ts';
import { differs } from '../transfer/scalar-connections.ts';
import { DiscreteOutputs } from './discrete-outputs.ts';
import { type EventConnection, eventConnectionOf, isClock, ranksOf, SuperDense } from './super-dense.ts';

/** Limit of passes of values between units at one communication point. */
const mostPasses = 100;

/** How ticks of Clocks are treated at communication points. */
export interface TickTreatment {
  /** True if ticks are passed on here. Otherwise the scheme passes them with other values. */
  readonly passesTicks: boolean;
  /** True if a Clock shows all ticks of a step at its end. Otherwise only a tick at that time. */
  readonly keepsTicks: boolean;
}

/**
 * Events at communication points, for schemes that do not handle events of units together. All
 * events that are due at a communication point are handled in one event iteration, with the inputs
 * of that time.
 */
export class PointEvents implements Stateful, Required<Pick<Coupling, 'waits' | 'handle'>> {
  private readonly around: SuperDense;
  private readonly connections: readonly EventConnection[];
  /** Discrete outputs that feed units with events. */
  private readonly discrete: DiscreteOutputs;

  /** Returns undefined if no unit has events. */
  static of(context: CouplingContext, ticks: TickTreatment): PointEvents | undefined {
    return context.instances.some(({ eventful }) => eventful?.hasEvents === true)
      ? new PointEvents(context, ticks)
      : undefined;
  }

  private constructor(
    private readonly context: CouplingContext,
    private readonly ticks: TickTreatment,
  ) {
    const { system, instances } = context;
    this.connections = system.connections
      .filter((c) => !isClock(c) || (ticks.passesTicks && isTickConnection(instances, c)))
      .map((connection) => eventConnectionOf(context, connection, valueConnection(context, connection)));
    this.discrete = new DiscreteOutputs(
      system.connections.filter(({ to }) => instances[to.unit].eventful?.hasEvents === true),
      instances,
    );
    this.around = new SuperDense({
      name: system.name,
      units: instances.length,
      nameOf: (k) => instances[k].name,
      ranks: ranksOf(system.units),
      most: mostPasses,
      connections: this.connections,
      hasPendingEvent: (k, t) => instances[k].eventful?.waits(t) === true,
      handle: (k, t) => this.handleUnit(k, t),
    });
  }

  private handleUnit(k: number, t: number): boolean {
    const { instances, activity } = this.context;
    const { eventful } = instances[k];
    if (eventful?.hasEvents !== true) return false;
    activity.cells[cell.unit] = k;
    try {
      eventful.handle(t, this.ticks.keepsTicks);
    } catch (thrown) {
      throw new InstanceFailure(k, t, thrown);
    }
    return true;
  }

  waits(t: number): boolean {
    return this.around.hasPendingEvent(t) || this.around.started() || this.discrete.changed();
  }

  handle(t: number, jumped?: Uint8Array): void {
    const { connections } = this;
    for (let i = 0; i < connections.length; i++) connections[i].keep?.();
    this.around.run(t, true, jumped);
    this.discrete.save();
  }

  visitState(state: StateVisitor): void {
    this.around.visitState(state);
    this.discrete.visitState(state);
  }
}

/** Reports whether a connection passes ticks between two units with events. */
export function isTickConnection(instances: readonly Instance[], connection: Connection): boolean {
  const { from, to } = connection;
  return isClock(connection) && [from, to].every(({ unit }) => instances[unit].eventful?.hasEvents === true);
}

/**
 * Creates an event connection for a continuous value. The input gets the present output, but counts
 * as changed only if an event changed the output.
 */
function valueConnection(
  context: CouplingContext,
  connection: Connection,
): Pick<EventConnection, 'hand' | 'keep' | 'visitState'> | undefined {
  const { from, to } = connection;
  if (from.variable.variability !== 'continuous' || to.variable.type !== 'Float64') return undefined;
  const exchange = context.exchange([connection]);
  const { view, offset } = context.instances[from.unit].view(from.variable);
  const places = Int32Array.from(connectedElements(connection), ([out]) => offset + out);
  const was = new Float64Array(places.length);
  const keep = (): void => {
    for (let i = 0; i < places.length; i++) was[i] = Number(view[places[i]]);
  };
  const hand = (): boolean => {
    exchange.settle();
    let changed = false;
    for (let i = 0; i < places.length; i++) if (differs(Number(view[places[i]]), was[i])) changed = true;
    keep();
    return changed;
  };
  return { keep, hand, visitState: (state) => exchange.visitState(state) };
}
