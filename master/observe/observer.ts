import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import type { StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import type { CheckedSystem } from '../system/system.ts';

/** Quantity that a run can record: its name in results, its unit of measure, and how to read it. */
export interface Column {
  name: string;
  unit: string;
  read(): number | bigint;
  /** Set for 64-bit integers, which `read` returns as bigint. */
  readonly whole?: 'Int64' | 'UInt64';
  /**
   * Location of a real number in memory: at a row or an event, `view[at]` equals the result of
   * `read`. Custom code receives only `read`, because a write to memory would affect others.
   * Columns of custom observers are read with `read` only.
   */
  readonly place?: { readonly view: Float64Array; readonly at: number };
}

/**
 * View of a run for observers. It is read-only and does not expose the memory of FMUs, so that an
 * observer cannot change the run.
 */
export interface RunView {
  readonly system: CheckedSystem;
  /** Recorded variables, and the columns of earlier observers. */
  readonly columns: readonly Column[];
  /** Returns the present communication point [s]. */
  time(): number;
  /**
   * Returns a function that reads element `element` (flat, from 0) of a variable, named as in a
   * system file: `unit.variable`.
   */
  reader(name: string, element?: number): () => number | bigint;
}

/**
 * Additional view for the observers of this package: the instances, to read many variables at once.
 */
export interface InnerView extends RunView {
  readonly instances: readonly Instance[];
}

/**
 * Kind of observer, which creates one observer for each run. Look up variables in `observe`.
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

/** Ending of a run. For `failed` the caller receives an error. */
export type Ending = 'finished' | 'interrupted' | 'failed';

/**
 * Observes a run without changing it, as residuals, balance, recorder and progress do.
 *
 * Call order: `start` → `row` → (`step`+ → `row`)* → `end`. After `start` and after each `step`,
 * the inputs are ũ(t_n) and the outputs are y(t_n). `step` and `row` must not allocate memory.
 */
export interface Observer {
  /** Columns that it adds to the results. Their names must be unique. */
  readonly columns?: readonly Column[];
  /** Called when the FMUs are initialized, at the start time. */
  start?(): void;
  /** Called after a communication step of H [s]. */
  step?(H: number): void;
  /** Called at each recorded point t [s]: the start, every `record.every` steps, and the end. */
  row?(t: number): void;
  /**
   * Called before and after an event at t [s] inside a communication step, for a single FMU and for
   * schemes with events.
   */
  event?(t: number): void;
  /** Called at the end of the run, whatever its outcome. */
  end?(ending: Ending): void;
  /**
   * Saves or restores the state of the observer. A run with an observer without this method cannot
   * write checkpoints, and cannot step back.
   */
  visitState?(state: StateVisitor): void;
}
