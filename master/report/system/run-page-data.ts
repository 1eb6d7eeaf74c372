import type { InterfaceKind } from '../../../fmu-sdk/host/fmi-api.ts';
import type { SceneBody } from '../report-model.ts';

/** What stands in a page of a run as JSON: the contract between `pack-run.ts` and the page's script. */
export interface RunPageData {
  title: string;
  /** First and last time of the page's clock [s]. */
  start: number;
  end: number;
  columns: PackedColumn[];
  groups: ColumnGroup[];
  scene: PageScene | null;
  bonds: PageBond[];
  /** What the run needs to be done again; null where the page cannot. */
  again: Again | null;
  /** Times at which units have said something [s], in order. */
  marks: number[];
  /** Whether the run goes on, and its rows are to be asked for. */
  live: boolean;
}

/** A column: its values, and the times that they belong to, as places and counts of doubles in the page's values. */
export interface PackedColumn {
  name: string;
  unitOfMeasure: string;
  times: [at: number, count: number];
  values: [at: number, count: number];
}

/** Columns of one unit of measure that share a pair of axes; those at first shown are `chosen`. */
export interface ColumnGroup {
  title: string;
  unitOfMeasure: string;
  log: boolean;
  columns: string[];
  chosen: string[];
}

/** A drawing whose points are columns, constants [m], or lie between two others. */
export interface PageScene {
  points: Record<string, PagePoint>;
  bodies: SceneBody[];
}

/** `at`: 0 at `from`, 1 at `to`, 2 as far again beyond. */
export type PagePoint = { x: string | number; y: string | number } | { from: string; to: string; at: number };

/** A power bond of the diagram: what the coupling itself has given, and the energy that it has carried where that is known. */
export interface PageBond {
  name: string;
  unitOfMeasure: string;
  energy: number;
  magnitude: number;
  carried?: number;
}

/** What of a unit a page runs, without its bytes: a core module, or those of a component with what links them. */
export type PageBinary =
  | { form: 'core' }
  | {
      form: 'component';
      kind: InterfaceKind;
      solver?: string;
      tolerance?: number;
      own?: 'coSimulation' | 'modelExchange';
      translated?: { key: string; exports: string[]; declarations: string; files: string[] };
    };

/** A unit of a page: its description as JSON, and what of it runs. */
export interface PageUnit<Bytes> {
  path: string;
  description: string;
  binary: PageBinary;
  bytes: Bytes[];
}

/** A system, its units, and what may be changed of it. */
export interface Again {
  system: AgainSystem;
  prefix: boolean;
  /** Descriptions of archives and what of them runs, its bytes as base64 of what is deflated, by the paths that the system uses. */
  units: PageUnit<string>[];
  /** Rows of the file that drives inputs as JSON (base64 of what is deflated), or null. */
  inputs: string | null;
  fields: AgainField[];
  schemes: string[];
  /** `fingerprint` of the recorded columns of the run that the page shows, all rows of them. */
  fingerprint: string;
}

/** A parameter that the page lets change. */
export interface AgainField {
  unit: string;
  name: string;
  value: string;
  unitOfMeasure: string;
  description: string;
  /** Of a number: the ends of its slider. */
  range?: [low: number, high: number];
  whole?: boolean;
  /** Of an enumeration or a Boolean: what it can be. */
  items?: string[];
}

/** What the page's script knows of a `system.json`; the worker knows all of it. */
export interface AgainSystem {
  units: Record<string, object>;
  connections?: object[];
  algorithm: { scheme: string; step: number };
}

/** What the page sets of a system, as `SystemSettings` has it. */
export interface AgainSettings {
  set?: string[];
  step?: number;
  order?: 0 | 1 | 2;
  scheme?: string;
}

/** What the page says to its worker: once what there is, then what to run, and to stop it. */
export type Said =
  | {
      kind: 'units';
      system: AgainSystem;
      prefix: boolean;
      units: PageUnit<Uint8Array>[];
      inputs: Uint8Array | null;
    }
  | { kind: 'run'; id: number; settings: AgainSettings }
  | { kind: 'stop' };

/** What it answers. */
export type Answered =
  | { kind: 'progress'; id: number; share: number }
  | { kind: 'failed'; id: number; message: string }
  | Done;

/** A run in the page is over. Columns are moved, not copied. */
export interface Done {
  kind: 'done';
  id: number;
  outcome: string;
  columns: { name: string; unitOfMeasure: string; data: Float64Array }[];
  bonds: PageBond[];
  ownColumns: OwnColumn[];
  notes: string[];
  /** Time simulated, and wall time of the steps [s]. */
  simulated: number;
  seconds: number;
  fingerprint: string;
}

/** A column that has times of its own [s]. */
export interface OwnColumn {
  name: string;
  unitOfMeasure: string;
  time: Float64Array;
  data: Float64Array;
}
