import { keptCases } from './fuzz-files.ts';
import type { Target } from './fuzz-target.ts';
import { judge, shapeOf } from './judge-case.ts';
import { minimize } from './minimize.ts';
import { Dice } from './seeded-dice.ts';

/** Plan of a campaign. Equal plans generate equal cases, unless a time limit ends them. */
export interface Plan {
  target: string;
  seed: number;
  /** Number of the first case. */
  first: number;
  cases: number;
  /** Wall time after which no further case is begun [s]. */
  seconds: number;
  /** CPU time that a case may take [s]. */
  caseSeconds: number;
}

/** A case in which something is wrong, made small. */
export interface Finding {
  fault: string;
  bytes: Uint8Array;
}

export interface Figures {
  /** Cases that were run. */
  cases: number;
  accepted: number;
  /** Number of cases with the right format, accepted or not. */
  formed: number;
  /** Different ways that cases went. */
  ways: number;
  /** Number of cases with a fault, including faults for a known reason. */
  faulty: number;
}

/** Receives the events of a campaign, in order. */
export interface Listener {
  /** A case is about to be run. */
  begins(n: number, bytes: Uint8Array): void;
  onFinding(finding: Finding): void;
}

/** Cases that go ways of their own and are mutated further. */
const mostKept = 400;
/** Size limit of saved cases [bytes]. Large cases are slow. */
const largestKept = 1024;
/** Growth of memory from the warm state to the end that is taken for a leak [bytes]. */
const leak = 64 << 20;
/** Cases until caches are full and code is compiled. */
const warm = 20_000;

/** Runs the cases of a plan. Each reason for a fault is reported once, by its smallest case. */
export async function campaign(target: Target, plan: Plan, listener: Listener): Promise<Figures> {
  const seeds = keptCases(target.name).map(({ bytes }) => bytes);
  const pool: Uint8Array[] = [];
  /**
   * Paths of the cases so far. The value tells whether a path has the right format, decided on its
   * first case.
   */
  const ways = new Map<string, boolean>();
  const reasons = new Set<string>();
  const figures: Figures = { cases: 0, accepted: 0, formed: 0, ways: 0, faulty: 0 };
  const end = performance.now() + 1000 * plan.seconds;
  let before = 0;
  const last = plan.first + plan.cases;
  for (let n = plan.first; n < last && performance.now() < end; n++) {
    const dice = new Dice(Math.imul(plan.seed, 0x9e3779b1) ^ Math.imul(n + 1, 0x85ebca6b));
    const from = pool.length > 0 && !dice.once(3) ? pool : seeds;
    const bytes = target.mutate(smaller(from, dice), dice, dice.once(2) ? seeds : pool);
    listener.begins(n, bytes);
    const { way, fault } = await judge(target, bytes, plan.caseSeconds);
    figures.cases++;
    if (fault !== undefined) {
      figures.faulty++;
      const reason = reasonOf(fault);
      if (reasons.has(reason)) continue;
      reasons.add(reason);
      listener.onFinding({
        fault,
        bytes: await minimize(bytes, same(target, reason, listener, n, plan.caseSeconds)),
      });
    } else {
      const accepted = way.startsWith('accepted');
      if (accepted) figures.accepted++;
      if (!ways.has(way)) {
        ways.set(way, accepted || target.hasForm(bytes));
        // What is mutated from a case that is refused is refused for the same reason mostly.
        if (accepted && bytes.length <= largestKept)
          pool[pool.length < mostKept ? pool.length : dice.below(mostKept)] = bytes;
      }
    }
    if (fault === undefined && ways.get(way) === true) figures.formed++;
    if (figures.cases === warm) before = memory();
  }
  const grown = before === 0 ? 0 : memory() - before;
  if (grown > leak)
    listener.onFinding({ fault: `${grown} bytes of memory were not given back`, bytes: new Uint8Array() });
  return { ...figures, ways: ways.size };
}

/** The smallest of three: small cases are fast, and the large ones get their turn. */
function smaller(cases: readonly Uint8Array[], dice: Dice): Uint8Array {
  const three = [dice.of(cases), dice.of(cases), dice.of(cases)].map((item) => item ?? new Uint8Array());
  return three.reduce((least, item) => (item.length < least.length ? item : least));
}

function same(
  target: Target,
  reason: string,
  listener: Listener,
  n: number,
  caseSeconds: number,
): (smaller: Uint8Array) => Promise<boolean> {
  return async (smaller) => {
    listener.begins(n, smaller);
    const { fault } = await judge(target, smaller, caseSeconds);
    return fault !== undefined && reasonOf(fault) === reason;
  };
}

/** Faults with the same words and the same place are one. */
export function reasonOf(fault: string): string {
  if (fault.startsWith('a message')) return fault.replace(/:.*/s, '');
  return shapeOf(fault.split('\n').slice(0, 2).join(' ')).slice(0, 120);
}

function memory(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
