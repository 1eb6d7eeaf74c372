import type { ComponentForm } from '../component/component-host.ts';
import type { InterfaceKind, NumericType } from '../fmi-api.ts';

/** Cells that the thread of a unit shares with the one that waits for it. */
export const cell = { task: 0, answered: 1, called: 2 } as const;

/** What the thread that waits asks of the thread of a unit; each is answered by one `Answer`. */
export type Question =
  | { ask: 'load'; form: ComponentForm }
  | { ask: 'open'; form: number; kind: InterfaceKind; name: string }
  | { ask: 'values'; unit: number; type: NumericType; references: Uint32Array; count: number }
  | { ask: 'call'; unit: number; method: string; operands: unknown[]; registers: Float64Array; values?: Sent }
  | { ask: 'close'; unit: number };

/** The content of a buffer: of `values`, by their number, or of a list of doubles. */
export interface Sent {
  number: number | undefined;
  view: ArrayBufferView;
}

export type Answer =
  | { kind: 'given'; result: unknown; registers?: Float64Array; operands?: unknown[]; view?: ArrayBufferView }
  | { kind: 'refused'; message: string; user: boolean };
