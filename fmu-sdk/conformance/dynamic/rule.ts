import type { ModelDescription, Variable } from '../../description/description.ts';
import { messageOf, UserError } from '../../error.ts';
import { type Calls, UnitGone } from '../../host/calls.ts';
import type { About, Problem } from '../rule.ts';
import { Probe, Unreachable } from './probe.ts';
import type { Target } from './target.ts';

/** What is wrong, before it is known on which binary. */
export interface Misconduct {
  message: string;
  expected: string;
  value?: string;
}

/** A way to break a conforming unit so that the rule must find it. */
export interface Plant {
  says: string;
  /** On which specimen it is planted. */
  fmi: 2 | 3;
  kind: Target['kind'];
  /** The unit's functions with the defect. */
  corrupt(calls: Calls): Calls;
  /** What the unit then leaves behind: bytes of each instance, threads, files. */
  leaks?: number;
  threads?: number;
  writes?: readonly string[];
  /** The description to go with it, when the defect is a claim in it. */
  describe?(description: ModelDescription): ModelDescription;
}

/** What a rule gets to do its work on one target. */
export interface Bench {
  readonly target: Target;
  readonly description: ModelDescription;
  readonly variables: readonly Variable[];
  /** A fresh unit. */
  open(): Promise<Probe>;
  /** The rule cannot be checked on this target. */
  skip(why: string): never;
  /** Something is wrong; the calls of `probe` so far are what led to it. */
  report(probe: Probe, misconduct: Misconduct): void;
}

export interface Conduct extends About {
  readonly plants: readonly Plant[];
  /** Why the rule does not speak of this target; undefined when it does. */
  without?(target: Target): string | undefined;
  check(bench: Bench): Promise<void> | void;
}

/** What a rule says of one target. */
export type Outcome =
  | { target: string; problems: Problem[] }
  | { target: string; skipped: string }
  | { target: string; inapplicable: string };

/** Longest script that a finding shows: its beginning and its end. */
const shown = 40;

/** Judges one target by one rule. A unit that dies on the way is a finding whatever the rule. */
export async function judge(rule: Conduct, target: Target): Promise<Outcome> {
  const why = outside(rule, target) ?? rule.without?.(target);
  if (why !== undefined) return { target: target.name, inapplicable: why };
  const probes: Probe[] = [];
  const problems: Problem[] = [];
  const report = (probe: Probe | undefined, misconduct: Misconduct): void => {
    problems.push({
      ...misconduct,
      target: target.name,
      sequence: shorten(probe?.script ?? []),
    });
  };
  const bench: Bench = {
    target,
    description: target.description,
    variables: target.description.variables,
    open: async () => {
      const { calls, footprint } = await target.open();
      const probe = new Probe(target, calls, footprint);
      probes.push(probe);
      return probe;
    },
    skip: (why) => {
      throw new Unreachable(why);
    },
    report,
  };
  try {
    await rule.check(bench);
    return { target: target.name, problems };
  } catch (error) {
    const gone = error instanceof UnitGone;
    if (!gone && (error instanceof Unreachable || error instanceof UserError))
      return problems.length > 0
        ? { target: target.name, problems }
        : { target: target.name, skipped: messageOf(error) };
    if (!gone) throw error;
    const last = error.log.map(({ message }) => message).at(-1);
    report(probes.at(-1), {
      message: `${error.reason}${last === undefined ? '' : `; the last it said: ${last}`}`,
      expected: 'that every call comes back with a status',
    });
    return { target: target.name, problems };
  } finally {
    for (const probe of probes) probe.calls.close();
  }
}

function outside(rule: About, target: Target): string | undefined {
  const clause = target.fmi === 2 ? rule.fmi2 : rule.fmi3;
  return clause === undefined ? `the unit is of FMI ${target.fmi}.0` : undefined;
}

function shorten(script: readonly string[]): string[] {
  if (script.length <= shown) return [...script];
  const left = script.length - shown;
  return [...script.slice(0, shown / 2), `… ${left} calls …`, ...script.slice(-shown / 2)];
}
