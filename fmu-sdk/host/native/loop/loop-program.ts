import {
  control,
  type LoopBond,
  type LoopParts,
  type LoopPlan,
  type LoopTransfer,
  type LoopValues,
} from '../../fast-path/multi-step-loop.ts';
import type { NumericArray } from '../../wasm/numeric-array.ts';
import type { Handle } from '../addon.ts';

/** An FMU and the number of a batch of its calls. */
export interface LoopSeat {
  unit: Handle;
  batch: number;
}

/**
 * Use of a value by a loop: it reads it, changes it and needs it in later steps, or changes it for
 * others that read it after a step.
 */
export type Access = 'reads' | 'keeps' | 'shows';

/** A plan as numbers, in the order in which `loop_make` reads them. */
export class LoopProgram {
  readonly words: number[] = [];
  readonly reals: number[] = [];
  readonly arrays: NumericArray[] = [];
  readonly seats: LoopSeat[] = [];
  private readonly numbers = new Map<NumericArray, number>();

  whole(plan: LoopPlan): void {
    this.reals.push(plan.step);
    this.place(plan.control, 0, control.size, 'keeps');
    this.place(plan.cells, plan.unitCell, 1, 'keeps');
    this.place(plan.cells, plan.stepsCell, 1, 'keeps');
    const { transfers, history, bonds, records, units, until } = plan;
    const real = transfers.filter((transfer) => transfer.real !== undefined);
    this.all(real, (transfer, i) => this.wire(transfer, history, 2 * i));
    this.all(
      transfers.filter((transfer) => transfer.real === undefined),
      ({ source, from, target, to }) => this.move(source, from, target, to),
    );
    this.all(bonds, (bond, i) => this.bond(bond, records, 3 * i));
    const { rows = 0, inputColumns = [], outputColumns = [] } = plan;
    this.words.push(rows);
    this.all(inputColumns, ({ column, memory, at }) => {
      this.place(column, 0, rows);
      this.place(memory, at, 1, 'shows');
    });
    this.all(outputColumns, ({ column, memory, at }) => {
      this.place(column, 0, rows, 'keeps');
      this.place(memory, at);
    });
    this.all(units, (parts, k) => {
      const seat = parts.seat as LoopSeat;
      this.words.push(this.seats.push(seat) - 1, seat.batch);
      this.reals.push(parts.step);
      this.place(until, k);
      this.unit(parts);
    });
  }

  private all<T>(list: readonly T[], visit: (item: T, i: number) => void): void {
    this.words.push(list.length);
    list.forEach(visit);
  }

  /** Writes the place of this number of elements. */
  protected place(array: NumericArray, at: number, _length = 1, _access: Access = 'reads'): void {
    const number = this.numbers.get(array) ?? this.arrays.push(array) - 1;
    this.numbers.set(array, number);
    this.words.push(number, at);
  }

  /** Writes the places of a number and its target. */
  private move(source: NumericArray, from: number, target: NumericArray, to: number): void {
    this.place(source, from);
    this.place(target, to, 1, 'shows');
  }

  private wire({ source, from, target, to, real }: LoopTransfer, history: Float64Array, at: number): void {
    const { order = 0, slot = 0, factor, offset = 0 } = real ?? {};
    this.move(source, from, target, to);
    this.words.push(order);
    if (order > 0) {
      this.place(target, slot, 3, 'keeps');
      this.place(history, at, 2, 'keeps');
    }
    this.words.push(Number(factor !== undefined));
    if (factor !== undefined) this.reals.push(factor, offset);
  }

  private bond({ terms, trapezoidal }: LoopBond, records: Float64Array, at: number): void {
    this.place(records, at, 3, 'keeps');
    this.words.push(Number(trapezoidal));
    this.all(terms, (term) => {
      this.reals.push(term.weight);
      this.place(term.effort, term.effortAt);
      this.place(term.effortInput, term.effortInputAt);
      this.place(term.flow, term.flowAt);
      this.place(term.flowInput, term.flowInputAt);
    });
  }

  private unit({ sets, reads, watched, polynomials, slopes, times }: LoopParts): void {
    this.copies(sets, false);
    this.copies(reads, true);
    this.copies(watched, false);
    const { slots, memory, at } = polynomials;
    this.all([...at], (place, i) => {
      this.place(slots, 3 * i, 3, 'keeps');
      this.place(memory, place, 1, 'shows');
    });
    if (at.length === 0) this.words.push(0);
    else if ('coefficients' in slopes) {
      this.words.push(2);
      this.place(slopes.coefficients, 0, 3 * at.length, 'keeps');
    } else {
      this.words.push(1);
      this.place(slopes.highestOrderSet, 0, 1, 'keeps');
      for (const i of [0, 1])
        for (const [operand, access] of [
          [slopes.references[i], 'reads'],
          [slopes.orders[i], 'reads'],
          [slopes.values[i], 'keeps'],
        ] as const)
          this.place(operand, 0, (i + 1) * at.length, access);
    }
    this.all(times, ({ view, offset }) => this.place(view, offset, 1, 'shows'));
  }

  /** Writes copies between a memory and the buffers of calls, element by element. */
  private copies(groups: readonly LoopValues[], back: boolean): void {
    const all = groups.flatMap(({ values, memory, at }) =>
      Array.from(at, (place, i) => ({ buffer: values.view, inBuffer: values.offset + i, memory, place })),
    );
    this.all(all, ({ buffer, inBuffer, memory, place }) => {
      if (back) this.move(buffer, inBuffer, memory, place);
      else this.move(memory, place, buffer, inBuffer);
    });
  }
}
