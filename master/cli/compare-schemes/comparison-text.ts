import { type Comparison, leastWork, type MeasuredRun } from '../../advise/compare-schemes.ts';
import { table } from '../command.ts';

const wishes = [1e-2, 1e-3, 1e-4, 1e-5];
const short = (x: number): string => (Number.isFinite(x) ? x.toExponential(1) : '–');

/** Formats the least work for some errors, and below it the errors by candidate and step. */
export function comparisonText(comparison: Comparison): string {
  const { runs, reference } = comparison;
  const steps = [...new Set(runs.map(({ trial }) => trial.parts))].sort((a, b) => a - b);
  const labels = [...new Set(runs.map(({ trial }) => trial.candidate.label))];
  const cells = labels.map((label) => {
    const labelRuns = runs.filter(({ trial }) => trial.candidate.label === label);
    const last = labelRuns[labelRuns.length - 1].trial;
    return [
      label,
      ...steps.map((parts) =>
        short(labelRuns.find(({ trial }) => trial.parts === parts)?.error ?? Number.NaN),
      ),
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
    const run = leastWork(comparison, error);
    const how =
      run === undefined
        ? 'not reached'
        : `${run.trial.candidate.label}, H = ${Number(run.trial.step.toPrecision(4))} s, work ${run.trial.work}`;
    return [`error up to ${error}`, how];
  });
  const right = head.map((_, k) => k).slice(1);
  return [
    table(best),
    '',
    table([head, ...cells], right),
    '',
    referenceLine(comparison),
    ...refusals(comparison),
    ...failures(comparison),
    ...(reference.agrees ? [] : ['', 'Note: no second scheme confirms the reference. Give more --levels.']),
  ].join('\n');
}

/** Lists each kind of failure once, with the number of runs and their schemes and steps. */
function failures({ runs }: Comparison): string[] {
  const failed = runs.filter(({ trial }) => trial.failed !== undefined);
  if (failed.length === 0) return [];
  const lines = groupBy(failed, failureKind).flatMap((those) => {
    const names = new Set(those.map(({ trial }) => trial.candidate.scheme.name));
    const sizes = new Set(those.map(({ trial }) => Number(trial.step.toPrecision(4))));
    const steps = [...sizes].sort((a, b) => b - a).join(', ');
    return [
      those[0].trial.failed ?? '',
      `  so ${those.length} of ${runs.length} runs, with H = ${steps} s: ${[...names].join(', ')}`,
    ];
  });
  return ['', 'Failed runs:', ...lines];
}

/** Returns the first sentence of a failure without numbers and the name of the scheme. */
function failureKind({ trial: { failed = '', candidate } }: MeasuredRun): string {
  const [first] = failed.split(/\.(?:\s|$)/);
  return first.replaceAll(candidate.scheme.name, '').replace(/[-+]?\d[\d.]*(?:e[-+]?\d+)?/g, '');
}

function refusals({ refused }: Comparison): string[] {
  if (refused.length === 0) return [];
  const lines = groupBy(refused, ({ reason }) => reason).flatMap((those) => [
    those[0].reason,
    `  ${those.map(({ label }) => label).join('; ')}`,
  ]);
  return ['', 'Not applicable:', ...lines];
}

/** Groups items by a text, in the order of first occurrence. */
function groupBy<A>(all: readonly A[], of: (item: A) => string): A[][] {
  const groups = new Map<string, A[]>();
  for (const item of all) groups.set(of(item), [...(groups.get(of(item)) ?? []), item]);
  return [...groups.values()];
}

/** Describes the reference run. */
export function referenceLine({ reference }: Comparison): string {
  const { trial, error, against, agrees } = reference;
  const confirmation =
    against === undefined
      ? ''
      : `. ${against.trial.candidate.label} with H = ${Number(against.trial.step.toPrecision(4))} s ${agrees ? 'agrees' : 'does not agree'}: difference ${short(against.difference)}, estimated error ${short(against.error)}`;
  return `Reference: ${trial.candidate.label}, H = ${Number(trial.step.toPrecision(4))} s, estimated error ${short(error)}${confirmation}.`;
}
