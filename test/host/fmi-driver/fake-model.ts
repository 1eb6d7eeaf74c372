import type { Status } from '../../../fmu-sdk/host/fmi-api.ts';

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
 * What a fake unit computes, by value reference. All that it remembers is plain data in `data`, so that its state can be
 * kept and given back.
 */
export interface FakeModel {
  data: Data;
  time: number;
  get(reference: number): (number | bigint)[];
  set(reference: number, value: (number | bigint)[]): void;
  /** Names of the entries of `data` that are continuous states, and of their derivatives' value references. */
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
  /** Sizes may follow from structural parameters. */
  configured?(): void;
}
