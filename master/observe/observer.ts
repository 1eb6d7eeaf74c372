import type { Instance } from '../../fmu-sdk/host/instance.ts';
import type { CheckedSystem } from '../system/system.ts';

/** A quantity that a run can record: its name in results, its unit of measure, and where it is read. */
export interface Column {
  name: string;
  unitOfMeasure: string;
  read(): number | bigint;
  /** For integers of 64 bits, which `read` gives as bigint. */
  readonly whole?: 'Int64' | 'UInt64';
  /**
   * Where a real number is read, if it stands in memory: at a row or an event `view[at]` is what `read` gives. Code of a user's own is given
   * `read` alone, as what it would write there others would read; of its own columns only `read` is asked.
   */
  readonly place?: { readonly view: Float64Array; readonly at: number };
}

/**
 * What an observer sees of a run. All of it is for reading: nothing here leads to a unit's memory, so that a run is the
 * same with an observer as without.
 */
export interface RunView {
  readonly system: CheckedSystem;
  /** Recorded variables, and the columns of the observers before this one. */
  readonly columns: readonly Column[];
  /** The present communication point [s]. */
  time(): number;
  /** Reads element `element` (flat, from 0) of a variable, named as in a system file: `unit.variable`. */
  reader(name: string, element?: number): () => number | bigint;
}

/** What the observers of this package see besides: the units themselves, for many variables at a time. */
export interface InnerView extends RunView {
  readonly instances: readonly Instance[];
}

/**
 * A kind of observer: makes one for each run. Everything that has a name is looked up here.
 *
 * @example
 * const ticker: ObserverKind = {
 *   name: 'ticker',
 *   observe: (run) => ({ row: () => console.log(run.time()) }),
 * };
 * await simulate(system, { observers: [ticker] });
 */
export interface ObserverKind {
  readonly name: string;
  observe(run: RunView): Observer;
}

/** How a run ended; `failed` with an error that its caller gets. */
export type Ending = 'finished' | 'interrupted' | 'failed';

/**
 * Looks at a run and never changes it: residuals, balance, recorder and progress are observers.
 *
 * Call order: `start` → `row` → (`step`+ → `row`)* → `end`. After `start` and after each `step` the inputs stand at
 * ũ(t_n) and the outputs at y(t_n). `step` and `row` allocate nothing.
 */
export interface Observer {
  /** Columns that it adds to the results, of names that no other column has. */
  readonly columns?: readonly Column[];
  /** The units are initialized, at the start time. */
  start?(): void;
  /** A communication step of H [s] is done. */
  step?(H: number): void;
  /** A point that is recorded: the start, every `record.every` steps, and the end; t [s]. */
  row?(t: number): void;
  /** An event inside a communication step, of a lone unit or of a system whose scheme hands them on: before it, and after it; t [s]. */
  event?(t: number): void;
  /** The run is over, whatever became of it. */
  end?(ending: Ending): void;
}
