import { singleLine } from '../../util/printable.ts';
import { type NotExercised, type RunCoverage, variableTotals } from '../coverage/run-coverage.ts';
import type { CheckResult } from '../result/check-result.ts';

/**
 * Returns the coverage in short: `coverage: 78 of 84 calls, 34 of 34 variables read, 12 of 14 set,
 * events: 3 time, 5 state; not exercised: no rule tries it (6)`. Calls and events are sums
 * over all targets. Of the variables it counts those of the least covered target.
 */
export function coverageText({ targets, extra }: RunCoverage): string {
  const of = sum(targets.map(({ calls }) => calls.of));
  const exercised = sum(targets.map(({ calls }) => calls.exercised));
  const [least] = targets
    .map(variableTotals)
    .sort((a, b) => a.read + a.set - a.readable - a.settable - (b.read + b.set - b.readable - b.settable));
  const { readable = 0, read = 0, settable = 0, set = 0 } = least ?? {};
  const events = eventsText(targets.flatMap((target) => target.events));
  const rounds = extra === undefined ? '' : `, ${extraText(extra)}`;
  const missing = reasonsText(targets.flatMap(({ notExercised }) => notExercised));
  return `coverage: ${exercised} of ${of} calls, ${read} of ${readable} variables read, ${set} of ${settable} set${events}${rounds}${missing}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}

/** `, events: 3 time, 5 state` */
function eventsText(events: readonly { kind: string; count: number }[]): string {
  const counts = new Map<string, number>();
  for (const { kind, count } of events) counts.set(kind, (counts.get(kind) ?? 0) + count);
  if (counts.size === 0) return '';
  return `, events: ${[...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')}`;
}

function extraText({ seconds, rounds, gained }: NonNullable<RunCoverage['extra']>): string {
  return `${rounds} more ${rounds === 1 ? 'round' : 'rounds'} within ${seconds} s covered ${gained} more`;
}

/** Counts what was not exercised by reason, the most frequent first. */
function reasonsText(list: readonly NotExercised[]): string {
  const counts = new Map<string, number>();
  for (const { why, count } of list) counts.set(why, (counts.get(why) ?? 0) + count);
  if (counts.size === 0) return '';
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return `; not exercised: ${sorted.map(([why, count]) => `${singleLine(why)} (${count})`).join(', ')}`;
}

/** Lists the coverage of each target, with everything that was not exercised and the reason. */
export function coverageLines({ targets, extra }: RunCoverage): string[] {
  const lines = targets.flatMap((target) => {
    const { read, readable, set, settable } = variableTotals(target);
    const { calls, modes, eventIndicators: z, regions, steps } = target;
    const signs = z.of === 0 ? '' : `, ${z.bothSigns} of ${z.of} event indicators with both signs`;
    return [
      `coverage on ${singleLine(target.target)}:`,
      `  ${calls.exercised} of ${calls.of} pairs of a function and a mode, ${steps} steps`,
      `  modes: ${modes.entered.join(', ') || 'none'}`,
      `  ${read} of ${readable} variables read, ${set} of ${settable} set, ${regions} regions of values${signs}`,
      ...(target.events.length === 0 ? [] : [`  ${eventsText(target.events).slice(2)}`]),
      ...target.notExercised.map(({ what, why }) => `  not exercised: ${singleLine(`${what}: ${why}`)}`),
    ];
  });
  return extra === undefined ? lines : [...lines, extraText(extra)];
}

/** A rule that compares pairs of call sequences, and whether it could. */
export interface RelationCoverage {
  readonly rule: string;
  readonly status: string;
  readonly why?: string;
}

/** Returns the relations with their status, and the reasons of those that were not exercised. */
export function relationsOf({ verdicts }: CheckResult): RelationCoverage[] {
  return verdicts
    .filter(({ rule }) => rule.id.startsWith('relation/'))
    .map(({ rule, status, why }) => ({ rule: rule.id, status, ...(why !== undefined && { why }) }));
}
