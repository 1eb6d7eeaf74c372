import { type Comparison, leastWork } from '../advise/compare.ts';
import { table } from './command.ts';

const wishes = [1e-2, 1e-3, 1e-4, 1e-5];
const short = (x: number): string => (Number.isFinite(x) ? x.toExponential(1) : '–');

/** Errors by candidate and step, and the least work for some errors. */
export function comparisonWords(found: Comparison): string {
  const { runs, reference } = found;
  const steps = [...new Set(runs.map(({ trial }) => trial.parts))].sort((a, b) => a - b);
  const labels = [...new Set(runs.map(({ trial }) => trial.candidate.label))];
  const cells = labels.map((label) => {
    const own = runs.filter(({ trial }) => trial.candidate.label === label);
    const last = own[own.length - 1].trial;
    return [
      label,
      ...steps.map((parts) => short(own.find(({ trial }) => trial.parts === parts)?.error ?? Number.NaN)),
      String(last.work),
      last.cpuSeconds.toFixed(2),
    ];
  });
  const largest = (parts: number): string =>
    String(
      Number(
        Math.min(
          ...runs.filter(({ trial }) => trial.parts === parts).map(({ trial }) => trial.step),
        ).toPrecision(4),
      ),
    );
  const head = ['error with H [s] =', ...steps.map(largest), 'work', 'CPU [s]'];
  const best = wishes.map((error) => {
    const run = leastWork(found, error);
    const how =
      run === undefined
        ? 'none of these runs'
        : `${run.trial.candidate.label}, H = ${Number(run.trial.step.toPrecision(4))} s, work ${run.trial.work}`;
    return [`error ${error}`, how];
  });
  const right = head.map((_, k) => k).slice(1);
  return [
    table([head, ...cells], right),
    '',
    table(best),
    '',
    referenceLine(found),
    ...refusals(found),
    ...failures(found),
    ...(reference.agrees ? [] : ['', 'Note: no second scheme confirms the reference; give more --levels.']),
  ].join('\n');
}

/** Each reason once, but for the time, with who has it and at which steps. */
function failures({ runs }: Comparison): string[] {
  const failed = runs.filter(({ trial }) => trial.failed !== undefined);
  if (failed.length === 0) return [];
  const lines = byReason(failed, ({ trial }) => trial.failed ?? '').flatMap(([reason, those]) => {
    const steps = byReason(those, ({ trial }) => trial.candidate.label).map(([label, own]) => {
      const sizes = new Set(own.map(({ trial }) => Number(trial.step.toPrecision(4))));
      return [`  ${label}`, `H = ${[...sizes].join(', ')} s`];
    });
    return [reason, table(steps)];
  });
  return ['', 'Runs that came to no end:', ...lines];
}

function refusals({ refused }: Comparison): string[] {
  if (refused.length === 0) return [];
  const lines = byReason(refused, ({ reason }) => reason).flatMap(([reason, those]) => [
    reason,
    `  ${those.map(({ label }) => label).join('; ')}`,
  ]);
  return ['', 'Not applicable:', ...lines];
}

/** Groups of what has the same text but for times, in the order of the first of each; a group has the text of its first. */
function byReason<A>(all: readonly A[], of: (each: A) => string): [string, A[]][] {
  const groups = new Map<string, [string, A[]]>();
  for (const each of all) {
    const key = of(each).replace(/\bt = [-+.\de]+ s/g, 't');
    const group = groups.get(key) ?? [of(each), []];
    groups.set(key, group);
    group[1].push(each);
  }
  return [...groups.values()];
}

/** What errors are measured against. */
export function referenceLine({ reference }: Comparison): string {
  const { trial, error, against, agrees } = reference;
  const held =
    against === undefined
      ? ''
      : `; ${against.trial.candidate.label} with H = ${Number(against.trial.step.toPrecision(4))} s ${agrees ? 'agrees' : 'does not agree'}: difference ${short(against.difference)}, own error about ${short(against.error)}`;
  return `Reference: ${trial.candidate.label}, H = ${Number(trial.step.toPrecision(4))} s, own error about ${short(error)}${held}.`;
}
