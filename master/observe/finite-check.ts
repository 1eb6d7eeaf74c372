import type { VariableView } from '../../fmu-sdk/host/instance/instance.ts';
import type { StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { ElementPort, Port } from '../system/system.ts';
import { variableLabel } from '../system/variable-label.ts';
import type { Column, InnerView, Observer } from './observer.ts';

/** Elements of a variable, from `from` up to `to`, and their memory. */
interface WatchedRange extends Pick<VariableView, 'view' | 'offset'> {
  readonly port: Port;
  readonly from: number;
  readonly to: number;
}

/**
 * Collects all recorded or exchanged real numbers at each row, before other observers read them.
 * Ends the run if one of them is NaN or infinite. Reading memory dominates both tasks, so it is
 * done once.
 */
export class FiniteCheck implements Observer {
  private readonly watched: readonly WatchedRange[];
  /**
   * Elements of type double, each once, grouped by view. `values[i]` is the value of element i at
   * the last row or event.
   */
  private readonly groups: readonly { readonly view: Float64Array; readonly places: Int32Array }[];
  private readonly values: Float64Array;
  /** Index i of an element by its view and position. */
  private readonly numbers = new Map<Float64Array, Map<number, number>>();
  private readonly single: boolean;

  constructor(private readonly run: InnerView) {
    const { system, instances } = run;
    this.watched = [...system.record.columns, ...system.connections.map((c): ElementPort => c.from)]
      .filter((port) => port.variable.type.startsWith('Float'))
      .map(({ element, ...port }) => {
        const { view, offset, length } = instances[port.unit].view(port.variable);
        const range = element === undefined ? { from: 0, to: length } : { from: element, to: element + 1 };
        return { view, offset, port, ...range };
      });
    for (const { view, offset, from, to } of this.watched) {
      if (!(view instanceof Float64Array)) continue;
      const viewNumbers = this.numbers.get(view) ?? new Map<number, number>();
      this.numbers.set(view, viewNumbers);
      for (let at = offset + from; at < offset + to; at++) viewNumbers.set(at, 0);
    }
    let count = 0;
    for (const viewNumbers of this.numbers.values())
      for (const at of viewNumbers.keys()) viewNumbers.set(at, count++);
    this.groups = [...this.numbers].map(([view, viewNumbers]) => ({
      view,
      places: Int32Array.from(viewNumbers.keys()),
    }));
    this.values = new Float64Array(count);
    this.single = this.watched.some(({ view }) => !(view instanceof Float64Array));
  }

  /** Returns the columns with the collected values as their source. */
  collected(columns: readonly Column[]): Column[] {
    return columns.map((column) => {
      const { place } = column;
      const at = place && this.numbers.get(place.view)?.get(place.at);
      return at === undefined ? column : { ...column, place: { view: this.values, at } };
    });
  }

  /**
   * Collects and checks the values, as `event` does. Throws a UserError with variable, value and
   * time.
   */
  row(): void {
    // The sum is 0, or NaN if one value is not finite.
    if (this.bring() !== 0 || this.single) this.look(this.run.time());
  }

  event(t: number): void {
    if (this.bring() !== 0 || this.single) this.look(t);
  }

  private bring(): number {
    const { groups, values } = this;
    // Two independent sums avoid waiting for each addition.
    let [even, odd] = [0, 0];
    let k = 0;
    for (let g = 0; g < groups.length; g++) {
      const { view, places } = groups[g];
      let i = 0;
      for (; i + 1 < places.length; i += 2) {
        const a = view[places[i]];
        const b = view[places[i + 1]];
        values[k++] = a;
        values[k++] = b;
        even += a * 0;
        odd += b * 0;
      }
      if (i < places.length) {
        const a = view[places[i]];
        values[k++] = a;
        even += a * 0;
      }
    }
    return even + odd;
  }

  private look(t: number): void {
    const { watched } = this;
    for (let k = 0; k < watched.length; k++) {
      const { view, offset, from, to, port } = watched[k];
      for (let i = from; i < to; i++)
        if (!Number.isFinite(view[offset + i])) this.refuse(port, i, view[offset + i], t);
    }
  }

  private refuse(port: Port, element: number, value: unknown, t: number): never {
    const { system } = this.run;
    throw new UserError(
      `step ${system.units[port.unit].name}: ${variableLabel({ ...port, element }, system.units)} is ${value} at t = ${Number(t.toPrecision(15))} s. ` +
        `The run is unstable or the FMU is wrong. Try a smaller step than H = ${system.step} s, or another order.`,
    );
  }

  visitState(state: StateVisitor): void {
    state.array('values', this.values);
  }
}
