import type { InterfaceKind } from '../../host/instance/fmi-api.ts';
import type { RollbackProof } from '../../host/state/rollback-proof.ts';

/** Comparison of one interface with one reference that belongs to the FMU. */
export interface ReferenceScore {
  /** File of the results, or name of the experiment inside the FMU. */
  name: string;
  /** Number of compared columns. */
  columns: number;
  /** True if every column is within its tolerance. */
  passed: boolean;
  /** Tolerance relative to the largest magnitude of a column. */
  tolerance: number;
  /** Column with the largest deviation, as a share of what is allowed. */
  worst?: {
    column: string;
    /** Largest deviation, or null if a value is missing. */
    largest: number | null;
    allowed: number;
    /** Time of the largest deviation [s]. */
    time: number;
  };
  /** Columns without a variable of the FMU. */
  missing: string[];
  /** Solver of model exchange, if only results of this solver pass. */
  solver?: string;
  /** Options that were ignored, with their file and the reason. */
  ignored?: readonly string[];
  /** Why the experiment could not run. */
  why?: string;
}

/** Result of one interface of an FMU: one row of the board. */
export interface InterfaceScore {
  kind: InterfaceKind;
  /** True if the interface ran to the end of an experiment. */
  ran: boolean;
  /** Why it did not run. */
  why?: string;
  references: ReferenceScore[];
  rollback: RollbackScore;
}

/** Rollback of one interface, or why it is not possible. */
export type RollbackScore = RollbackProof | { why: string };

/** Number of pairs of FMU and interface by result. */
export interface PairCount {
  pairs: number;
  ran: number;
  /** Pairs that ran and have a reference. */
  compared: number;
  equal: number;
  rolledBack: number;
}

/** Returns true if a repeated step gives equal values. */
export function rollsBack({ rollback }: InterfaceScore): boolean {
  return 'by' in rollback && rollback.differing.length === 0;
}

/** References that ran, so that there is something to compare. */
export function comparedOf({ references }: InterfaceScore): ReferenceScore[] {
  return references.filter(({ why }) => why === undefined);
}

/** Returns true if the interface has a reference and every one of them passes. */
export function equalsReferences(score: InterfaceScore): boolean {
  const compared = comparedOf(score);
  return compared.length > 0 && compared.every(({ passed }) => passed);
}

/** Counts pairs by result. */
export function pairCountOf(scores: readonly InterfaceScore[]): PairCount {
  const count = (holds: (score: InterfaceScore) => boolean): number => scores.filter(holds).length;
  return {
    pairs: scores.length,
    ran: count(({ ran }) => ran),
    compared: count((score) => comparedOf(score).length > 0),
    equal: count(equalsReferences),
    rolledBack: count(rollsBack),
  };
}
