import { messageOf, UserError } from '../../error.ts';
import { UnitGone } from '../../host/calls.ts';
import { type Defect, sentence } from '../defect.ts';
import type { FmiVersion } from '../model/version.ts';
import { type Finding, findingOf, type Judgement } from '../result.ts';
import { type BehaviourRule, faultOf, outsideVersion } from '../rule.ts';
import { interfaceTable } from '../standard/interfaces.ts';
import type { Bench } from './bench.ts';
import { Probe, Unreachable } from './probe.ts';
import type { Target } from './target.ts';

/** Longest script that a finding shows: its beginning and its end. */
const shown = 40;

/** Judges one target by one rule. A unit that dies on the way is a finding whatever the rule. */
export async function judgeTarget(rule: BehaviourRule, target: Target): Promise<Judgement> {
  const why =
    outsideVersion(rule, versionOf(target)) ?? outsideInterface(rule, target) ?? rule.without?.(target);
  if (why !== undefined) return { inapplicable: why };
  const probes: Probe[] = [];
  const findings: Finding[] = [];
  const report = (probe: Probe | undefined, defect: Defect): void => {
    const found = { target: target.name, sequence: shorten(probe?.script ?? []) };
    findings.push(findingOf(rule, versionOf(target), defect, found));
  };
  try {
    const said: string[] = [];
    await rule.check(benchOf(target, probes, report, said));
    return { findings, ...(said.length > 0 ? { said: said.join(', ') } : {}) };
  } catch (error) {
    const gone = error instanceof UnitGone;
    if (!gone && (error instanceof Unreachable || error instanceof UserError))
      return findings.length > 0 ? { findings } : { skipped: messageOf(error) };
    if (!gone) throw faultOf(rule, target.name, error);
    report(probes.at(-1), deathOf(error));
    return { findings };
  } finally {
    for (const probe of probes) probe.calls.close();
  }
}

export function versionOf({ fmi }: Target): FmiVersion {
  return `${fmi}.0`;
}

function benchOf(target: Target, probes: Probe[], report: Bench['report'], said: string[]): Bench {
  return {
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
    tell: (what) => void said.push(what),
    report,
  };
}

function deathOf(error: UnitGone): Defect {
  const last = error.log.map(({ message }) => message).at(-1);
  return {
    message: `The unit is gone: ${sentence(error.reason)}${last === undefined ? '' : ` The last that it said: ${sentence(last.trim())}`}`,
    expected: 'that every call comes back with a status',
  };
}

function outsideInterface({ interfaces }: BehaviourRule, { kind }: Target): string | undefined {
  if (interfaces === undefined || interfaces.includes(kind)) return undefined;
  return `only ${interfaces.map((each) => interfaceTable[each].words).join(' and ')} can show it`;
}

function shorten(script: readonly string[]): string[] {
  if (script.length <= shown) return [...script];
  const left = script.length - shown;
  return [...script.slice(0, shown / 2), `… ${left} calls …`, ...script.slice(-shown / 2)];
}
