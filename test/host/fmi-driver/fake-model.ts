import type { Status } from '../../../fmu-sdk/host/instance/fmi-api.ts';

export type Data = Record<string, number | number[]>;

export interface EventResult {
  again?: boolean;
  terminate?: boolean;
  valuesChanged?: boolean;
  nominalsChanged?: boolean;
  nextEventTime?: number;
}

export interface StepResult {
  status?: Status;
  lastTime?: number;
  eventNeeded?: boolean;
  terminate?: boolean;
  early?: boolean;
}

/**
 * Computation of a fake FMU, by value reference. Its whole state is in `data`, so that it can be
 * saved and restored.
 */
export interface FakeModel {
  data: Data;
  time: number;
  get(reference: number): (number | bigint)[];
  set(reference: number, value: (number | bigint)[]): void;
  /**
   * Entries of `data` that are continuous states, and the value references of their derivatives.
   */
  states?: string[];
  derivatives?(dx: Float64Array): boolean | undefined;
  indicators?(): number[];
  update?(): EventResult;
  completed?(): { enterEventMode?: boolean; terminate?: boolean };
  nominals?(): number[];
  partial?(unknown: number, known: number): number;
  doStep?(t: number, h: number): StepResult;
  /** FMI 2.0 input derivatives. */
  setInputDerivative?(reference: number, order: number, value: number): void;
  activate?(clock: number, t: number): { update?: boolean };
  setClock?(clock: number): void;
  getClock?(clock: number): boolean;
  getString?(reference: number): string;
  setString?(reference: number, value: string): void;
  getBinary?(reference: number): Uint8Array;
  setBinary?(reference: number, value: Uint8Array): void;
  getInterval?(clock: number): { interval: number; qualifier: number };
  /** Adapts sizes that depend on structural parameters. */
  configured?(): void;
}
