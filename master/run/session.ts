import type { Variable } from '../../fmu-sdk/description/description.ts';
import { elementCount } from '../../fmu-sdk/description/description.ts';
import { UserError } from '../../fmu-sdk/error.ts';
import { Finished } from '../../fmu-sdk/host/drive/failure.ts';
import type { Instance, VariableView } from '../../fmu-sdk/host/instance.ts';
import { type Activity, type Coupling, cell, UnitFailure } from '../coupling/coupling.ts';
import { Inputs } from '../coupling/inputs.ts';
import { Jacobi } from '../coupling/jacobi.ts';
import { EnergyBalance, type EnergyEntry } from '../energy/balance.ts';
import { BondResidual, type ResidualTerm } from '../energy/residual.ts';
import { type Column, columnsOf } from '../observe/recorder.ts';
import { label } from '../system/label.ts';
import type { Bond, CheckedSystem, Connection, Port } from '../system/system.ts';
import { instantiateSealed } from './instances.ts';

/** Passes in which initial outputs may settle before the system is called an algebraic loop. */
const settlingPasses = 100;

/**
 * One run of a checked system in this thread: `start`, then `advance` until `done`. No `node:` module is used, so a
 * page can do the same.
 */
export class Session {
  readonly system: CheckedSystem;
  readonly instances: readonly Instance[];
  readonly residuals: BondResidual[];
  readonly balance: EnergyBalance;
  readonly columns: Column[];
  /** Number of communication steps of the run. */
  readonly steps: number;
  /** Steps done. */
  n = 0;
  /** The unit that has asked for the end of the simulation, and when [s]. */
  ended: { unit: number; time: number } | undefined;
  private readonly activity: Activity;
  private readonly coupling: Coupling;
  private readonly inputs: Inputs;
  /** Real variables that are exchanged or recorded. */
  private readonly watched: (VariableView & { port: Port })[];

  /** `instances` are the system's units in their order; left out, all of them are sealed units that run here. */
  constructor(
    system: CheckedSystem,
    activity: Activity = { cells: new Int32Array(3) },
    instances: readonly Instance[] = instantiateSealed(system, activity),
  ) {
    this.system = system;
    this.activity = activity;
    this.instances = instances;
    this.steps = Math.round((system.stopTime - system.startTime) / system.step);
    this.coupling = new Jacobi(system, this.instances, activity, () => this.refuseInvalid());
    this.inputs = new Inputs(system.inputs, this.instances);
    this.residuals = system.bonds.map((bond) => new BondResidual(this.termsOf(bond), orderOf(bond)));
    this.balance = new EnergyBalance(this.energies());
    this.watched = [...system.connections.map((c) => c.from), ...system.record.columns]
      .filter((port) => port.variable.type.startsWith('Float'))
      .map((port) => ({ ...this.instances[port.unit].view(port.variable), port }));
    this.columns = columnsOf(system, this.instances, this.residuals, this.balance);
  }

  /** Simulation time after n steps [s]. */
  time(n: number = this.n): number {
    return this.ended?.time ?? this.system.startTime + n * this.system.step;
  }

  /** Sets parameters, initializes the units and lets their outputs settle. */
  start(): void {
    const { instances, system } = this;
    system.units.forEach(({ values }, k) => {
      for (const { variable, value } of values) write(instances[k], variable, value);
    });
    this.inputs.set(system.startTime, system.step);
    let passes = 0;
    do {
      if (passes++ > settlingPasses)
        throw new UserError(
          `initialize ${system.name}: initial outputs do not settle in ${settlingPasses} passes; ` +
            `the units form an algebraic loop at the start${system.loops.map((loop) => `: ${loop}`).join('; and')}. ` +
            'Break it with a unit whose output does not depend on its input at once.',
        );
      instances.forEach((instance, k) => {
        this.activity.cells[cell.unit] = k;
        this.guard(k, () => instance.initialize(system.startTime));
      });
    } while (this.coupling.settle());
    instances.forEach((instance, k) => {
      this.activity.cells[cell.unit] = k;
      this.guard(k, () => instance.exitInitialization());
    });
    this.checkSteps();
    this.checkFinite();
    this.balance.start();
  }

  /** Does up to `count` communication steps; fewer at the end. */
  advance(count: number): void {
    const { coupling, inputs, residuals, balance, system } = this;
    const end = Math.min(this.steps, this.n + count);
    try {
      for (; this.n < end; this.n++) {
        coupling.step(this.n, system.startTime + this.n * system.step);
        for (let i = 0; i < residuals.length; i++) residuals[i].update(system.step);
        balance.update();
        inputs.set(this.time(this.n + 1), system.step);
      }
    } catch (error) {
      if (!(error instanceof UnitFailure)) throw error;
      const { unit, time, thrown } = error;
      if (!(thrown instanceof Finished)) this.explain(unit, time, thrown);
      this.ended = { unit, time: thrown.time };
    }
  }

  get done(): boolean {
    return this.n >= this.steps || this.ended !== undefined;
  }

  /** Throws when an exchanged or recorded variable is NaN or infinite at the present communication point. */
  checkFinite(): void {
    const { watched } = this;
    for (let k = 0; k < watched.length; k++) {
      const { view, offset, length } = watched[k];
      for (let i = 0; i < length; i++)
        if (!Number.isFinite(view[offset + i])) this.refuse(watched[k].port, view[offset + i]);
    }
  }

  private refuse(port: Port, value: unknown): never {
    throw new UserError(
      `step ${this.system.units[port.unit].name}: ${label(port, this.system.units)} is ${value} at t = ${this.time()} s. ` +
        `The run has become unstable or the unit is wrong: try a smaller step than H = ${this.system.step} s, or another order.`,
    );
  }

  private refuseInvalid(): never {
    this.checkFinite();
    throw new UserError(`step: a value that is exchanged at t = ${this.time()} s is not finite.`);
  }

  private checkSteps(): void {
    const { step, units, interfaceModels } = this.system;
    const counts = this.instances.map((instance, k) => {
      const h = instance.internalStep();
      const n = h > 0 ? Math.round(step / h) : 1;
      if (h > 0 && (n < 1 || Math.abs(n * h - step) > 1e-9 * step))
        throw new UserError(
          `run ${this.system.name}: the communication step H = ${step} s is no whole multiple of the internal step ` +
            `h = ${h} s of ${units[k].name}. Choose H = ${Math.max(1, n) * h} s, or another h.`,
        );
      return n;
    });
    for (const model of interfaceModels) {
      const fast = model.ports.map((port) => port.force.unit);
      if (new Set(fast.map((k) => counts[k])).size > 1)
        throw new UserError(
          `interface model ${model.name}: ${fast.map((k) => `${units[k].name} (h = ${this.instances[k].internalStep()} s)`).join(' and ')} ` +
            'have different internal steps. Give them the same.',
        );
    }
  }

  private guard(unit: number, action: () => void): void {
    try {
      action();
    } catch (thrown) {
      this.explain(unit, this.system.startTime, thrown);
    }
  }

  private explain(unit: number, time: number, thrown: unknown): never {
    if (thrown instanceof UserError) throw thrown;
    const { name } = this.system.units[unit];
    throw new UserError(
      `step ${name}: the unit stopped at t = ${time} s: ${this.instances[unit].reasonOf(thrown)}. ` +
        'Look at its inputs there, or ask who made it.',
    );
  }

  private termsOf(bond: Bond): ResidualTerm[] {
    const place = (port: Port): { view: Float64Array; offset: number } => {
      const { view, offset } = this.instances[port.unit].view(port.variable);
      return { view: view as Float64Array, offset };
    };
    return bond.terms.flatMap(({ effort, flow, weight }) => {
      const [e, eIn, f, fIn] = [effort.from, effort.to, flow.from, flow.to].map(place);
      return Array.from({ length: elementCount(effort.from.variable) }, (_, i) => ({
        weight,
        effort: e.view,
        effortAt: e.offset + i,
        effortInput: eIn.view,
        effortInputAt: eIn.offset + i,
        flow: f.view,
        flowAt: f.offset + i,
        flowInput: fIn.view,
        flowInputAt: fIn.offset + i,
      }));
    });
  }

  private energies(): EnergyEntry[] {
    return this.instances.flatMap((instance) =>
      instance.description.variables
        .filter((v) => v.energy !== undefined && v.type === 'Float64')
        .flatMap((v) => {
          const { view, offset, length } = instance.view(v);
          const sign = v.energy === 'supplied' ? -1 : 1;
          return Array.from(
            { length },
            (_, i): EnergyEntry => ({ view: view as Float64Array, at: offset + i, sign }),
          );
        }),
    );
  }
}

function orderOf(bond: Bond): number {
  return Math.max(
    ...bond.terms.flatMap(({ effort, flow }: { effort: Connection; flow: Connection }) => [
      effort.order,
      flow.order,
    ]),
  );
}

function write(instance: Instance, variable: Variable, value: (number | bigint)[] | Uint8Array[]): void {
  if (variable.type === 'String' || variable.type === 'Binary') {
    value.forEach((x, i) => {
      instance.setBytes(variable, i, x as Uint8Array);
    });
    return;
  }
  const { view, offset } = instance.view(variable);
  value.forEach((x, i) => {
    view[offset + i] = x as number;
  });
}
