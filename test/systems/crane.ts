import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { Session } from '../../master/run/loop/session.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { Order, ParameterValue, SystemFile } from '../../master/system/system.ts';
import { interfaceModel } from '../../start/crane-cases.ts';
import { root } from '../run-fmu.ts';

export interface Setting {
  crane?: 'single' | 'double';
  coupling?: 'force' | 'pressure';
  formulation?: 'ALI1' | 'ALI3P';
  integrator?: 'forwardEuler' | 'rk4' | 'trapezoidal';
  /** Communication step [s]. */
  H?: number;
  /** Hydraulic step [s]. */
  h?: number;
  /** Order of every input but the joystick's signal, which stays linear. */
  order?: Order;
  model?: boolean;
  stopTime?: number;
}

/** The crane of `systems/` in another setting. What is left out is as there. */
export async function crane(setting: Setting): Promise<Session> {
  const { crane: kind = 'single', coupling = 'force', model = false } = setting;
  const file = join(root, `systems/crane-${kind}-${coupling}.json`);
  const system = JSON.parse(readFileSync(file, 'utf8')) as SystemFile;
  const set = (unit: string, values: Record<string, ParameterValue | undefined>): void => {
    const parameters = { ...system.units[unit].parameters };
    for (const [name, parameter] of Object.entries(values))
      if (parameter !== undefined) parameters[name] = parameter;
    system.units[unit].parameters = parameters;
  };
  set('crane', { formulation: setting.formulation });
  for (const unit of Object.keys(system.units))
    if (unit.startsWith('actuator')) set(unit, { integrator: setting.integrator, h: setting.h });
  system.algorithm.step = setting.H ?? system.algorithm.step;
  if (setting.order !== undefined)
    for (const c of system.connections ?? []) if (!c.to?.endsWith('U_ref')) c.order = setting.order;
  if (model) system.interfaceModels = [interfaceModel(kind)];
  system.stopTime = setting.stopTime ?? system.stopTime;
  const session = new Session(await resolveSystem(system, file));
  session.start();
  return session;
}

export interface Cycle {
  stable: boolean;
  /** Σ|δE| over all bonds [J]. Meaningless where the cycle was not stable. */
  residual: number;
  /** Drift of the energy balance [J]. */
  drift: number;
}

/** Settings of the system files. */
const usual: Setting = {
  ...{ crane: 'single', coupling: 'force', formulation: 'ALI3P', integrator: 'forwardEuler' },
  ...{ H: 1e-3, h: 1e-4, model: false },
};

const cycles = new Map<string, Promise<Cycle>>();

/**
 * The whole work cycle. Computed once for tests that compare the same setting with others. It is
 * unstable when a unit gives up, a value leaves the real numbers, or 100 J are invented.
 */
export function cycle(setting: Setting): Promise<Cycle> {
  const key = JSON.stringify(Object.entries({ ...usual, ...setting }).sort());
  const known = cycles.get(key) ?? computed(setting);
  cycles.set(key, known);
  return known;
}

async function computed(setting: Setting): Promise<Cycle> {
  const session = await crane(setting);
  let stable = true;
  try {
    session.advance(session.steps);
    session.checkFinite();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    stable = false;
  }
  const residual = session.residuals.bonds.reduce((sum, bond) => sum + bond.magnitude, 0);
  return { stable: stable && residual < 100, residual, drift: session.balance.energies.drift };
}

/** Reads a recorded quantity of a session by its CSV name. */
export function value(session: Session, name: string): number {
  const column = session.columns.find((c) => c.name === name);
  if (column === undefined) throw new Error(`no column ${name}`);
  return Number(column.read());
}

/** Rows of a CSV in test/reference as records of numbers. */
export function referenceRows(file: string): Record<string, number>[] {
  const [header, ...lines] = readFileSync(join(root, 'test/reference', file), 'utf8')
    .trim()
    .split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((text, i) => [names[i], Number(text)])));
}
