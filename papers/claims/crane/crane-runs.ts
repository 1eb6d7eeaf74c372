import type { ParameterValue, SystemFile } from '../../../master/system/system.ts';
import { column, largestDifference, maximum, minimum, type Outcome } from '../../claim-outcome.ts';
import type { Lab } from '../../paper-runs.ts';

/** One way of coupling the crane. What is left out is as in `systems/`. */
export interface CraneSetting {
  crane?: 'single' | 'double';
  coupling?: 'force' | 'pressure';
  formulation?: 'ALI1' | 'ALI3P';
  integrator?: 'forwardEuler' | 'rk4' | 'trapezoidal';
  /** Communication step [s]. */
  H?: number;
  /** Hydraulic step [s]. */
  h?: number;
  /** Input of the actuators: polynomials (false) or the interface model. */
  model?: boolean;
}

/** The work cycle in this setting: lengths and rates of the actuators recorded. */
export function cycle(lab: Lab, setting: CraneSetting): Promise<Outcome> {
  const { crane = 'single', coupling = 'force' } = setting;
  return lab.run(`crane-${crane}-${coupling}`, (system) => {
    set(system, 'crane', { formulation: setting.formulation });
    for (const unit of Object.keys(system.units).filter((name) => name.startsWith('actuator')))
      set(system, unit, { integrator: setting.integrator, h: setting.h });
    system.algorithm.step = setting.H ?? system.algorithm.step;
    system.record = { variables: lengths(crane) };
    if (setting.model) system.interfaceModels = [interfaceModel(crane)];
  });
}

/** Mechanism and hydraulics in one unit at 1 ms: the paper's reference. */
export function monolithic(lab: Lab, crane: 'single' | 'double'): Promise<Outcome> {
  return lab.run(`crane-${crane}-monolithic`, (system) => {
    system.record = { variables: lengths(crane) };
  });
}

function lengths(crane: 'single' | 'double'): string[] {
  return crane === 'single'
    ? ['crane.s', 'crane.s_dot']
    : ['crane.s1', 'crane.s2', 'crane.s1_dot', 'crane.s2_dot'];
}

function set(system: SystemFile, unit: string, values: Record<string, ParameterValue | undefined>): void {
  const definedValues = Object.entries(values).filter(([, value]) => value !== undefined);
  system.units[unit].parameters = {
    ...system.units[unit].parameters,
    ...(Object.fromEntries(definedValues) as Record<string, ParameterValue>),
  };
}

function interfaceModel(crane: 'single' | 'double'): NonNullable<SystemFile['interfaceModels']>[number] {
  const actuators = crane === 'single' ? ['actuator'] : ['actuator1', 'actuator2'];
  return {
    name: 'boom',
    mass: 'crane.M_eff',
    force: 'crane.Q_eff',
    ports: actuators.map((a) => ({ force: `${a}.F_s`, velocity: `${a}.s_dot`, position: `${a}.s` })),
  };
}

/**
 * Largest differences of the actuator's length and rate from the reference, as shares of their
 * ranges. Single crane.
 */
export async function errors(lab: Lab, setting: CraneSetting): Promise<{ length: number; rate: number }> {
  const [run, truth] = await Promise.all([cycle(lab, setting), monolithic(lab, 'single')]);
  const share = (name: string): number =>
    largestDifference(run, truth, [name]) / (maximum(column(truth, name)) - minimum(column(truth, name)));
  return { length: share('crane.s'), rate: share('crane.s_dot') };
}
