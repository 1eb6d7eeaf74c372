import { UserError } from '../../fmu-sdk/error.ts';
import type { VariableView } from '../../fmu-sdk/host/instance.ts';
import { label } from '../system/label.ts';
import type { Port } from '../system/system.ts';
import type { InnerView, Observer } from './observer.ts';
import { groupedByView, type Placed } from './places.ts';

/** Ends a run in which an exchanged or recorded real variable has become NaN or infinite, at the next row. */
export class FiniteCheck implements Observer {
  private readonly run: InnerView;
  private readonly watched: readonly (VariableView & { port: Port })[];
  /** Of those that are doubles each element once. */
  private readonly groups: readonly Placed[];
  private readonly single: boolean;

  constructor(run: InnerView) {
    const { system, instances } = run;
    this.run = run;
    this.watched = [...system.connections.map((c) => c.from), ...system.record.columns]
      .filter((port) => port.variable.type.startsWith('Float'))
      .map((port) => ({ ...instances[port.unit].view(port.variable), port }));
    const elements = this.watched.flatMap(({ view, offset, length }) =>
      view instanceof Float64Array ? Array.from({ length }, (_, i) => ({ view, at: offset + i, k: 0 })) : [],
    );
    this.groups = groupedByView(elements).map((group) => ({
      ...group,
      places: Int32Array.from(new Set(group.places)),
    }));
    this.single = this.watched.some(({ view }) => !(view instanceof Float64Array));
  }

  /** Throws the UserError that names variable, value and time. */
  row(): void {
    const { groups } = this;
    // 0, or NaN where one of them is not finite; two sums, since each waits for what was added to it before.
    let even = 0;
    let odd = 0;
    for (let g = 0; g < groups.length; g++) {
      const { view, places } = groups[g];
      const last = places.length - 1;
      for (let i = 0; i < last; i += 2) {
        even += view[places[i]] * 0;
        odd += view[places[i + 1]] * 0;
      }
      if (last % 2 === 0) even += view[places[last]] * 0;
    }
    if (even + odd !== 0 || this.single) this.look();
  }

  private look(): void {
    const { watched } = this;
    for (let k = 0; k < watched.length; k++) {
      const { view, offset, length } = watched[k];
      for (let i = 0; i < length; i++)
        if (!Number.isFinite(view[offset + i])) this.refuse(watched[k].port, view[offset + i]);
    }
  }

  private refuse(port: Port, value: unknown): never {
    const { system, time } = this.run;
    throw new UserError(
      `step ${system.units[port.unit].name}: ${label(port, system.units)} is ${value} at t = ${Number(time().toPrecision(15))} s. ` +
        `The run has become unstable or the unit is wrong: try a smaller step than H = ${system.step} s, or another order.`,
    );
  }
}
