import type { Connection, CoupledCase } from '../program.ts';
import { seconds } from '../time.ts';
import { copyState, type UnitState } from '../unit.ts';
import { NotPosed, UnitRun } from './run.ts';

/** Values of all units at one communication point. */
export interface CoupledRow {
  readonly time: number;
  readonly states: readonly UnitState[];
}

/** Values of all units at one instant, before and after its events. */
export interface CoupledInstant {
  /** Time in grains. It is whole unless a state event decides it. */
  readonly at: number;
  readonly before: readonly UnitState[];
  readonly after: readonly UnitState[];
}

/** Most passes of values between units at one instant. */
const mostPasses = 30;

/**
 * Runs units that exchange values at communication points. There, outputs of the left limits pass to
 * inputs. Then all units with an event that is due, or with a changed discrete input, handle it.
 * Outputs pass again, until no unit has an event (super-dense time: 3.0.2, 2.1.3).
 */
export function runCoupled({ programs, connections, experiment }: CoupledCase): CoupledRow[] {
  const units = programs.map((program) => new UnitRun({ program, experiment }));
  const rows: CoupledRow[] = [];
  const add = (step: number): void => {
    const time = seconds(experiment.start + step * experiment.step);
    rows.push({ time, states: units.map(({ state }) => copyState(state)) });
  };
  for (const unit of units) Object.assign(unit.state, inputsOf(units, connections, unit));
  for (const unit of units) unit.start();
  settle(units, connections);
  add(0);
  for (let step = 0; step < experiment.steps; step++) {
    for (const unit of units) unit.approach(step);
    settle(units, connections);
    add(step + 1);
  }
  return rows;
}

/**
 * Runs units that exchange values at every event of any unit. All units go to the first event, and
 * handle it as at a communication point.
 */
export function runAtEvents({ programs, connections, experiment }: CoupledCase): CoupledInstant[] {
  const units = programs.map((program) => new UnitRun({ program, experiment }));
  const instants: CoupledInstant[] = [];
  const values = () => units.map(({ state }) => copyState(state));
  for (const unit of units) Object.assign(unit.state, inputsOf(units, connections, unit));
  for (const unit of units) unit.start();
  settle(units, connections);
  instants.push({ at: experiment.start, before: values(), after: values() });
  for (let step = 1; step <= experiment.steps; step++) {
    const end = experiment.start + step * experiment.step;
    for (let at = Number.NEGATIVE_INFINITY; at < end; ) {
      at = Math.min(...units.map((unit) => unit.firstEvent(end)));
      for (const unit of units) unit.goTo(at);
      const before = values();
      settle(units, connections);
      instants.push({ at, before, after: values() });
    }
  }
  return instants;
}

/** Iterates over the events of one instant. */
function settle(units: readonly UnitRun[], connections: readonly Connection[]): void {
  for (let passes = 0; passes < mostPasses; passes++) {
    const inputs = units.map((unit) => inputsOf(units, connections, unit));
    const busy = units.filter((unit, k) => unit.waits || differs(inputs[k].m, unit.state.m));
    units.forEach((unit, k) => {
      if (busy.includes(unit)) unit.handle(inputs[k].u, inputs[k].m);
      else unit.state.u = inputs[k].u;
    });
    if (busy.length === 0) return;
  }
  throw new NotPosed('values between units do not settle');
}

function inputsOf(
  units: readonly UnitRun[],
  connections: readonly Connection[],
  unit: UnitRun,
): { u: number[]; m: number[] } {
  const inputs = { u: [...unit.state.u], m: [...unit.state.m] };
  for (const { from, to } of connections)
    if (units[to.unit] === unit) inputs[to.group][to.index] = units[from.unit].state[from.group][from.index];
  return inputs;
}

function differs(values: readonly number[], others: readonly number[]): boolean {
  return values.some((value, k) => value !== others[k]);
}
