import { type Candidate, isAdaptive } from './candidates.ts';
import type { InterfaceValue } from './interface-values.ts';
import { difference, type OwnError, ownError, type Scale, scalesOf } from './run-accuracy.ts';
import type { Trial } from './scheme-trial.ts';

/** The run that others are measured by. */
export interface Reference {
  trial: Trial;
  /** What errors are shares of, for each interface value. */
  scales: Scale[];
  /** What its own error is estimated to be, and its order. */
  error: number;
  order?: number;
  /** The run by another scheme that it was held against: how far it is, and what error that one is estimated to have. */
  against?: { trial: Trial; difference: number; error: number };
  /** Whether the difference of the two is what their own errors let expect. */
  agrees: boolean;
}

/** So many times their own estimates two runs that agree may differ. */
const slack = 3;

/**
 * Of all runs the one whose own error is estimated to be the least, held against the most accurate run by another scheme, of the other
 * kind (implicit or not) where there is one that is worth it. Where the two differ by more than that one's error explains, the rest counts
 * as the reference's error. Undefined where no candidate has two good runs.
 */
export function referenceOf(
  values: readonly InterfaceValue[],
  runs: ReadonlyMap<Candidate, readonly Trial[]>,
): Reference | undefined {
  const finest = [...runs.values()].flatMap(
    (list) => list.filter(good).sort((a, b) => b.parts - a.parts)[0] ?? [],
  );
  if (finest.length === 0) return undefined;
  // First by the scales of any good run: those of the best are known only then.
  let scales = scalesOf(
    values,
    finest.reduce((a, b) => (b.parts > a.parts ? b : a)),
  );
  let [best] = ranked(runs, finest, scales);
  if (!Number.isFinite(best.own.error)) return undefined;
  scales = scalesOf(values, best.trial);
  const all = ranked(runs, finest, scales);
  [best] = all;
  const { trial, own } = best;
  const others = all.filter((each) => nameOf(each) !== nameOf(best));
  const kind = trial.candidate.scheme.traits.implicit;
  const otherKind = others.find((each) => each.trial.candidate.scheme.traits.implicit !== kind);
  const other = otherKind !== undefined && otherKind.own.error < worth ? otherKind : others[0];
  if (other === undefined || !Number.isFinite(other.own.error))
    return { trial, scales, ...own, agrees: false };
  const far = difference(trial, other.trial, scales);
  const against = { trial: other.trial, difference: far, error: other.own.error };
  const agrees = far <= slack * (own.error + other.own.error) + rounding;
  return {
    trial,
    scales,
    ...own,
    error: Math.max(own.error, agrees ? 0 : far - other.own.error),
    against,
    agrees,
  };
}

/** A run with a larger error than that is no witness. */
const worth = 0.02;
/** Differences that are none. */
const rounding = 1e-12;

interface Ranked {
  trial: Trial;
  own: OwnError;
}

function ranked(
  runs: ReadonlyMap<Candidate, readonly Trial[]>,
  finest: readonly Trial[],
  scales: readonly Scale[],
): Ranked[] {
  const all = finest.map((trial) => ({ trial, own: ownError(runs.get(trial.candidate) ?? [], scales) }));
  // A scheme that finds its own steps is a witness, and the reference only where there is no other.
  const last = ({ trial, own }: Ranked): number =>
    Number(isAdaptive(trial.candidate)) + 2 * Number(!Number.isFinite(own.error));
  return all.sort((a, b) => last(a) - last(b) || a.own.error - b.own.error);
}

const good = ({ failed }: Trial): boolean => failed === undefined;
const nameOf = ({ trial }: Ranked): string => trial.candidate.scheme.name;
