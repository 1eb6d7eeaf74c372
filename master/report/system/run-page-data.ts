import type { InterfaceKind } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import type { SceneBody } from '../report-model.ts';

/** Data of a run page as JSON, which `pack-run.ts` writes and the script of the page reads. */
export interface RunPageData {
  title: string;
  /** First and last time of the clock [s]. */
  start: number;
  end: number;
  columns: PackedColumn[];
  groups: ColumnGroup[];
  scene: PageScene | null;
  bonds: PageBond[];
  /** Data to run again, or null if the page cannot. */
  again: Again | null;
  /** Times of FMU messages [s], in order. */
  marks: number[];
  /** True for a live run, whose rows the page requests. */
  live: boolean;
}

/** Column: its values and times, as positions and counts of doubles in the values of the page. */
export interface PackedColumn {
  name: string;
  unit: string;
  times: [at: number, count: number];
  values: [at: number, count: number];
}

/** Columns with one unit of measure that share axes. `chosen` are shown by default. */
export interface ColumnGroup {
  title: string;
  unit: string;
  log: boolean;
  columns: string[];
  chosen: string[];
}

/** Drawing whose points are columns, constants [m], or between two others. */
export interface PageScene {
  points: Record<string, PagePoint>;
  bodies: SceneBody[];
}

/** Position of a point: `at` is 0 at `from`, 1 at `to`, and 2 at twice the distance. */
export type PagePoint = { x: string | number; y: string | number } | { from: string; to: string; at: number };

/** Power bond or joint of the diagram: its residual energy, and the energy that it transferred, if known. */
export interface PageBond {
  name: string;
  unit: string;
  energy: number;
  magnitude: number;
  carried?: number;
  /** Residual energy as the share that the verdict judges. Default: not judged. */
  share?: number;
}

/** Returns the bonds and joints of a run, each with the share that its verdict judges. */
export function pageBonds({ bonds, joints, verdict }: BondResults): PageBond[] {
  const judged = new Map(
    (verdict?.grounds ?? [])
      .filter(({ rule }) => rule === 'bond' || rule === 'joint')
      .map(({ subject, value }) => [subject, value]),
  );
  return [...bonds, ...joints].map((bond) => {
    const share = judged.get(bond.name);
    return share === undefined ? bond : { ...bond, share };
  });
}

type BondResults = { readonly verdict?: Verdict | undefined } & Readonly<
  Record<'bonds' | 'joints', readonly PageBond[]>
>;

/**
 * Executable part of an FMU without its bytes: a core module, or modules of a component with their
 * link function.
 */
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

/** Unit of a page: its description as JSON, and its executable part. */
export interface PageUnit<Bytes> {
  path: string;
  description: string;
  binary: PageBinary;
  bytes: Bytes[];
}

/** System with its units and adjustable settings. */
export interface Again {
  system: AgainSystem;
  prefix: boolean;
  /**
   * Descriptions and executable parts by the archive paths of the system. Bytes are deflated
   * base64.
   */
  units: PageUnit<string>[];
  /** Rows of the input file as JSON (deflated base64), or null. */
  inputs: string | null;
  fields: AgainField[];
  schemes: string[];
  /** `fingerprint` of all rows of the recorded columns of the run. */
  fingerprint: string;
}

/** Parameter that the page can change. */
export interface AgainField {
  unit: string;
  name: string;
  value: string;
  unitOfMeasure: string;
  description: string;
  /** Ends of the slider of a number. */
  range?: [low: number, high: number];
  whole?: boolean;
  /** Possible values of an enumeration or a Boolean. */
  items?: string[];
}

/** Part of `system.json` that the script of the page uses. The worker uses all of it. */
export interface AgainSystem {
  units: Record<string, object>;
  connections?: object[];
  algorithm: { scheme: string; step: number };
}

/** Settings of a system that the page changes, as in `SystemSettings`. */
export interface AgainSettings {
  set?: string[];
  step?: number;
  order?: 0 | 1 | 2;
  scheme?: string;
}

/** Message of the page to its worker: first the data, then runs, and requests to stop. */
export type WorkerRequest =
  | {
      kind: 'units';
      system: AgainSystem;
      prefix: boolean;
      units: PageUnit<Uint8Array>[];
      inputs: Uint8Array | null;
    }
  | { kind: 'run'; id: number; settings: AgainSettings }
  | { kind: 'stop' };

/** Answer of the worker. */
export type WorkerAnswer =
  | { kind: 'progress'; id: number; share: number }
  | { kind: 'failed'; id: number; message: string }
  | RunDone;

/** Completed run in the page. Columns are transferred, not copied. */
export interface RunDone {
  kind: 'done';
  id: number;
  outcome: string;
  verdict: Verdict;
  columns: { name: string; unit: string; data: Float64Array }[];
  bonds: PageBond[];
  ownColumns: ColumnWithTimes[];
  notes: string[];
  /** Simulated time, and wall time of the steps [s]. */
  simulated: number;
  seconds: number;
  fingerprint: string;
}

/** Column with separate times [s]. */
export interface ColumnWithTimes {
  name: string;
  unit: string;
  time: Float64Array;
  data: Float64Array;
}
