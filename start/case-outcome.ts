import type { RunResult } from '../master/run/worker/run-protocol.ts';
import type { Case, CraneKind } from './crane-cases.ts';

/** A case and what came of it: a result, or why the run ended early. */
export interface Outcome {
  case: Case;
  result?: RunResult;
  failure?: string;
}

export function header(crane: CraneKind): string[] {
  const bonds = crane === 'single' ? ['Σ|δE| lift [J]'] : ['Σ|δE| lift [J]', 'Σ|δE| jib [J]'];
  return [
    'case',
    'final error [m]',
    ...bonds,
    'energy balance [J]',
    'constraint norm [m]',
    '× real time (CSV included)',
  ];
}

/** Returns one line of the main table. A run that ended early is marked. */
export function row(outcome: Outcome, error: number | undefined): string[] {
  const { result, failure } = outcome;
  const bonds = outcome.case.crane === 'single' ? 1 : 2;
  if (result === undefined) {
    const time = /t = ([0-9.e-]+) s/.exec(failure ?? '')?.[1] ?? '?';
    return [
      outcome.case.title,
      `unstable at ${Number(time).toFixed(3)} s`,
      ...Array.from({ length: bonds + 3 }, () => '–'),
    ];
  }
  const residuals = result.bonds.map((bond) => bond.magnitude.toExponential(2));
  while (residuals.length < bonds) residuals.push('–');
  return [
    outcome.case.title,
    error === undefined ? 'reference' : error.toExponential(2),
    ...residuals,
    result.balance.drift.toExponential(2),
    largest(outcome, 'crane.constraint_position').toExponential(1),
    ((result.endTime - result.startTime) / result.wallSeconds).toFixed(0),
  ];
}

/** Largest difference of an actuator's length at the end from the reference's [m]. */
export function finalError(outcome: Outcome, truth: Outcome): number | undefined {
  if (outcome === truth || outcome.result === undefined || truth.result === undefined) return undefined;
  const lengths = outcome.case.crane === 'single' ? ['crane.s'] : ['crane.s1', 'crane.s2'];
  return Math.max(...lengths.map((name) => Math.abs(last(outcome, name) - last(truth, name))));
}

function column(outcome: Outcome, name: string): Float64Array {
  return outcome.result?.columns.find((c) => c.name === name)?.data ?? new Float64Array();
}

function last(outcome: Outcome, name: string): number {
  return column(outcome, name).at(-1) ?? Number.NaN;
}

function largest(outcome: Outcome, name: string): number {
  return column(outcome, name).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}
