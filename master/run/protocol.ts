import type { CheckedSystem } from '../system/system.ts';

/** What the thread that watches sends to the thread that computes. */
export interface Job {
  system: CheckedSystem;
  /** CSV file to write; none when left out. */
  csv?: string;
  /** Whether the recorded columns come back in memory. */
  collect: boolean;
}

export interface BondSummary {
  name: string;
  unit: string;
  /** Σ δE and Σ |δE| at the end. */
  energy: number;
  magnitude: number;
}

export interface ResultColumn {
  name: string;
  unit: string;
  data: Float64Array;
}

/** What a run came to. */
export interface RunResult {
  name: string;
  outcome: 'finished' | 'interrupted';
  step: number;
  order: number;
  /** Whether any units are connected. */
  coupled: boolean;
  startTime: number;
  /** Simulation time reached [s]. */
  time: number;
  steps: number;
  /** Name of the unit that has asked for the end before the stop time. */
  endedBy?: string;
  /** Wall time of the communication steps, recording included [s]. */
  wallSeconds: number;
  /** Algebraic loops, which the coupling cuts by a delay of one step. */
  loops: string[];
  bonds: BondSummary[];
  /** B(t) − B(t₀) and its largest magnitude [J]. */
  balance: { drift: number; largest: number; empty: boolean; unitsWithout: string[] };
  csv?: string;
  columns: ResultColumn[];
}

export type Reply = { kind: 'done'; result: RunResult } | { kind: 'failed'; message: string; user: boolean };
