import type { InterfaceValue } from './accuracy/interface-values.ts';
import {
  difference,
  type EstimatedError,
  estimateError,
  type Scale,
  scalesOf,
} from './accuracy/run-accuracy.ts';
import { type Candidate, isAdaptive } from './candidates.ts';
import type { Trial } from './trials/scheme-trial.ts';

/** Reference run for the errors of others. */
export interface Reference {
  trial: Trial;
  /** Scale of the errors of each interface value. */
  scales: Scale[];
  /** Estimated error of the reference, and its order. */
  error: number;
  order?: number;
  /** Run of another scheme for comparison, its difference, and its estimated error. */
  against?: { trial: Trial; difference: number; error: number };
  /** True if the estimated errors explain the difference of the two runs. */
  agrees: boolean;
}

/** Factor by which two agreeing runs may differ beyond their estimated errors. */
const agreementFactor = 3;

/**
 * Selects the run with the smallest estimated error as the reference. Compares it with the most
 * accurate run of another scheme, preferably of the other kind (implicit or explicit). If they
 * differ by more than the error of that run, the rest counts as error of the reference. Returns
 * undefined if no candidate has two good runs.
 */
export function referenceOf(
  values: readonly InterfaceValue[],
  runs: ReadonlyMap<Candidate, readonly Trial[]>,
): Reference | undefined {
  const finest = [...runs.values()].flatMap(
    (list) => list.filter(good).sort((a, b) => b.parts - a.parts)[0] ?? [],
  );
  if (finest.length === 0) return undefined;
  // Start with the scales of any good run. The best run is known only afterwards.
  let scales = scalesOf(
    values,
    finest.reduce((a, b) => (b.parts > a.parts ? b : a)),
  );
  let [best] = ranked(runs, finest, scales);
  if (!Number.isFinite(best.estimate.error)) return undefined;
  scales = scalesOf(values, best.trial);
  const all = ranked(runs, finest, scales);
  [best] = all;
  const { trial, estimate } = best;
  const others = all.filter((candidate) => nameOf(candidate) !== nameOf(best));
  const kind = trial.candidate.scheme.traits.implicit;
  const otherKind = others.find((candidate) => candidate.trial.candidate.scheme.traits.implicit !== kind);
  const other = otherKind !== undefined && otherKind.estimate.error < maxWitnessError ? otherKind : others[0];
  if (other === undefined || !Number.isFinite(other.estimate.error))
    return { trial, scales, ...estimate, agrees: false };
  const far = difference(trial, other.trial, scales);
  const against = { trial: other.trial, difference: far, error: other.estimate.error };
  const agrees = far <= agreementFactor * (estimate.error + other.estimate.error) + rounding;
  return {
    trial,
    scales,
    ...estimate,
    error: Math.max(estimate.error, agrees ? 0 : far - other.estimate.error),
    against,
    agrees,
  };
}

/** Largest error of a run for comparison. */
const maxWitnessError = 0.02;
/** Differences below this are rounding errors. */
const rounding = 1e-12;

interface Ranked {
  trial: Trial;
  estimate: EstimatedError;
}

function ranked(
  runs: ReadonlyMap<Candidate, readonly Trial[]>,
  finest: readonly Trial[],
  scales: readonly Scale[],
): Ranked[] {
  const all = finest.map((trial) => ({
    trial,
    estimate: estimateError(runs.get(trial.candidate) ?? [], scales),
  }));
  // An adaptive scheme may confirm a reference. It is the reference only without alternatives.
  const last = ({ trial, estimate }: Ranked): number =>
    Number(isAdaptive(trial.candidate)) + 2 * Number(!Number.isFinite(estimate.error));
  return all.sort((a, b) => last(a) - last(b) || a.estimate.error - b.estimate.error);
}

const good = ({ failed }: Trial): boolean => failed === undefined;
const nameOf = ({ trial }: Ranked): string => trial.candidate.scheme.name;
