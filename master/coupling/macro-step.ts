import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { ReducedModel } from '../interface-model/interface-model.ts';
import type { InterfaceModel } from '../system/system.ts';
import { type Activity, cell, InstanceFailure } from './activity.ts';

/** Float64 element in a unit's memory. */
interface Place {
  view: Float64Array;
  at: number;
}

interface FastInput {
  value: Place;
  /** Slot of [u, u', u''] in the same memory. */
  slot: number;
  /** Output of the mechanism at t_n. */
  source: Place;
}

interface FastPort {
  force: Place;
  velocity: FastInput;
  position: FastInput | undefined;
}

/**
 * Macro step of fast units with their interface model (Fig. 3 of Rahikainen et al. 2020). Before
 * each internal step the model gives every fast unit its velocity and position as polynomials.
 * After it, the unit's force is passed to the model. At the end the inputs have the model's
 * prediction for t_n + H.
 */
export class MacroStep {
  readonly units: number[];
  private readonly members: Instance[];
  private readonly ports: FastPort[];
  private readonly model: ReducedModel;
  private readonly mass: Place;
  private readonly force: Place;
  private readonly activity: Activity;

  constructor(model: InterfaceModel, instances: readonly Instance[], activity: Activity) {
    const place = (port: InterfaceModel['mass']): Place => {
      const { view, offset } = instances[port.unit].view(port.variable);
      return { view: view as Float64Array, at: offset };
    };
    const input = (c: InterfaceModel['ports'][number]['velocity']): FastInput => ({
      value: place(c.to),
      slot: instances[c.to.unit].polynomial(c.to.variable).offset,
      source: place(c.from),
    });
    this.units = [...new Set(model.ports.map((port) => port.force.unit))];
    this.members = this.units.map((unit) => instances[unit]);
    this.ports = model.ports.map((port) => ({
      force: place(port.force),
      velocity: input(port.velocity),
      position: port.position === undefined ? undefined : input(port.position),
    }));
    this.model = new ReducedModel(model.ports.length);
    this.mass = place(model.mass);
    this.force = place(model.force);
    this.activity = activity;
  }

  /** Reads the mechanism's state at t_n. Call it before any unit steps. */
  prepare(): void {
    const { model, mass, force, ports } = this;
    model.freeze(mass.view, mass.at, force.view, force.at);
    for (let k = 0; k < ports.length; k++) {
      const { velocity, position } = ports[k];
      model.velocity[k] = velocity.source.view[velocity.source.at];
      if (position !== undefined) model.position[k] = position.source.view[position.source.at];
    }
  }

  step(t: number, H: number): void {
    const { members, units, activity } = this;
    let n = 1;
    for (let k = 0; k < members.length; k++) {
      activity.cells[cell.unit] = units[k];
      try {
        n = members[k].begin(t, H);
        if (!(n >= 1)) throw new RangeError(`the unit returns ${n} internal steps for H = ${H} s`);
      } catch (thrown) {
        throw new InstanceFailure(units[k], t, thrown);
      }
    }
    const h = H / n;
    for (let i = 0; i < n; i++) {
      this.predict(i * h);
      for (let k = 0; k < members.length; k++) {
        activity.cells[cell.unit] = units[k];
        try {
          members[k].micro(i);
        } catch (thrown) {
          throw new InstanceFailure(units[k], t + i * h, thrown);
        }
      }
      this.model.advance(h);
    }
  }

  /**
   * Writes the model's motion from time τ after t_n as polynomials about t_n to the inputs of fast
   * units.
   */
  private predict(tau: number): void {
    const { model, ports } = this;
    for (let k = 0; k < ports.length; k++) model.lambda[k] = ports[k].force.view[ports[k].force.at];
    model.accelerate();
    for (let k = 0; k < ports.length; k++) {
      const { velocity, position } = ports[k];
      const a = model.acceleration[k];
      const w = model.velocity[k];
      write(velocity, w - a * tau, a, 0, w);
      if (position !== undefined) {
        const s = model.position[k];
        write(position, s - w * tau + 0.5 * a * tau * tau, w - a * tau, a, s);
      }
    }
  }
}

/** Sets u(t_n), u', u'' and the present value of an input. */
function write(input: FastInput, u: number, d1: number, d2: number, now: number): void {
  const { view, at } = input.value;
  view[input.slot] = u;
  view[input.slot + 1] = d1;
  view[input.slot + 2] = d2;
  view[at] = now;
}
