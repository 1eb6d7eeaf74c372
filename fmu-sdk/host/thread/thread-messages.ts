import type { ComponentForm } from '../component/open-component.ts';
import type { InterfaceKind, NumericType } from '../instance/fmi-api.ts';

/** Cells shared by an FMU's thread and the thread that waits for it. */
export const cell = { task: 0, answered: 1, called: 2 } as const;

/** Questions to an FMU's thread. Each gets one `ThreadAnswer`. */
export type Question =
  | { ask: 'load'; form: ComponentForm }
  | { ask: 'open'; form: number; kind: InterfaceKind; name: string }
  | { ask: 'values'; unit: number; type: NumericType; references: Uint32Array; count: number }
  | { ask: 'call'; unit: number; method: string; operands: unknown[]; registers: Float64Array; values?: Sent }
  | { ask: 'close'; unit: number };

/** Contents of a buffer: of `values`, by their number, or of a list of doubles. */
export interface Sent {
  number: number | undefined;
  view: ArrayBufferView;
}

export type Answer =
  | { kind: 'given'; result: unknown; registers?: Float64Array; operands?: unknown[]; view?: ArrayBufferView }
  | { kind: 'refused'; message: string; user: boolean };
