import { createDriver } from '../../../fmu-sdk/host/fmi-driver/create-driver.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Method } from '../../../fmu-sdk/solver/ode-integrator.ts';
import { instanceProxy } from '../../../master/coupling/instance-proxy.ts';
import type { ObserverKind } from '../../../master/observe/observer.ts';
import { Session } from '../../../master/run/loop/session.ts';
import type { CheckedSystem, Connection, Order } from '../../../master/system/system.ts';
import { FakeCalls } from '../../host/fmi-driver/fake-calls.ts';
import type { Hybrid } from './units.ts';

/** Units, and what feeds what as unit.variable. */
export interface HybridSystem {
  units: Readonly<Record<string, Hybrid>>;
  connections: readonly (readonly [string, string])[];
  stopTime: number;
}

export interface How {
  step: number;
  scheme?: string;
  order?: Order;
  options?: Record<string, number | string>;
  /** Tolerance of the units' integrators. */
  tolerance?: number;
  /** Name of their integrator. */
  solver?: string;
  /** Units that do not report their events: all of them, or those listed. */
  silent?: boolean | readonly string[];
  observers?: readonly ObserverKind[];
  groups?: CheckedSystem['groups'];
  /** Integrators in addition to those of the package. */
  integrators?: readonly Method[];
  /** Values over time of inputs, by unit.variable. */
  driven?: Readonly<Record<string, { times: number[]; values: number[] | Uint8Array[] }>>;
  /** Interface by which units run, of one or of all. */
  kind?: Kind | Readonly<Record<string, Kind>>;
  /** Priorities of units, by their names. */
  priority?: Readonly<Record<string, number>>;
  /** Receives notes of the units. */
  noted?: (words: string) => void;
}

type Kind = 'modelExchange' | 'coSimulation' | 'scheduledExecution';

/** A run of the units that has not begun. */
export function sessionOf(
  { units, connections, stopTime }: HybridSystem,
  {
    step,
    scheme = 'hybrid',
    order = 2,
    options,
    tolerance = 1e-11,
    solver,
    silent = false,
    observers,
    groups,
    integrators,
    driven = {},
    kind = 'modelExchange',
    priority = {},
    noted,
  }: How,
): { session: Session; instances: readonly Instance[] } {
  const names = Object.keys(units);
  const kindOf = (name: string): Kind => (typeof kind === 'string' ? kind : (kind[name] ?? 'modelExchange'));
  const instances = names.map((name) => {
    const { model, description } = units[name];
    const unit = createDriver(new FakeCalls(3, kindOf(name), model), description, name, {
      tolerance,
      solver,
      ...(noted && { noted }),
    });
    return silent === true || (silent !== false && silent.includes(name)) ? instanceProxy(unit, {}) : unit;
  });
  const port = (words: string): Connection['from'] => {
    const [unitName, variableName] = words.split('.');
    const variable = units[unitName].description.variables.find(({ name }) => name === variableName);
    if (variable === undefined) throw new Error(`no ${words}`);
    return { unit: names.indexOf(unitName), variable };
  };
  const system: CheckedSystem = {
    name: 'hybrid',
    units: names.map((name, k) => ({
      name,
      description: instances[k].description,
      binary: { form: 'fake', kind: kindOf(name) } as never,
      priority: priority[name],
      values: [],
    })),
    connections: connections.map(([from, to]) => ({ from: port(from), to: port(to), order })),
    loops: [],
    bonds: [],
    interfaceModels: [],
    lines: [],
    scheme,
    options,
    groups,
    step,
    order,
    startTime: 0,
    stopTime,
    record: { columns: [], every: 1, prefix: true },
    inputs: Object.entries(driven).map(([name, { times, values }]) => ({
      port: port(name),
      element: 0,
      times: Float64Array.from(times),
      values:
        values[0] instanceof Uint8Array ? (values as Uint8Array[]) : Float64Array.from(values as number[]),
    })),
    stepSeconds: 1000,
    wallSeconds: 1000,
  };
  return { session: new Session(system, { instances, observers, integrators, events: true }), instances };
}

/**
 * Runs the system to its end. Returns the times of the events of each unit, and the scheme's
 * report.
 */
export function ran(
  problem: HybridSystem,
  how: How,
): { times(unit: string): number[]; notes: readonly string[] } {
  const { session } = sessionOf(problem, how);
  session.start();
  session.advance(session.steps);
  session.end('finished');
  return {
    times: (unit) => problem.units[unit].model.data.times as number[],
    notes: session.notes,
  };
}
