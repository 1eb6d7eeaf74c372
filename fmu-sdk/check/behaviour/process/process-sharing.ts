import { type FmiApi, FmuGoneError, status } from '../../../host/instance/fmi-api.ts';
import { hangs } from '../../result/cause.ts';
import type { RuleOutcome } from '../../result/check-result.ts';
import type { BehaviourRule } from '../../rule.ts';
import type { OpenedFmu, Target } from '../check-target.ts';

/**
 * Areas whose rules observe processes, messages or the effects of a crash, and their exceptions.
 */
const separateAreas = ['load', 'log', 'importer'];
const sharingExceptions = ['load/version', 'load/types-platform', 'load/free-anywhere', 'load/instance-name'];

/** Rules that need processes in which nothing else was done before. */
const freshProcessRules = ['run/deterministic', 'run/first-instance', 'event/co-simulation'];

/** Rules that try to break the process. */
const crashingRules = ['robust/illegal'];

/**
 * Judges a target in reused processes, because starting processes is the main cost of a check. A
 * rule that passes in a reused process has passed.
 *
 * Findings without a violation are checked again in new processes that only this rule uses. They
 * are reported if both results agree. Otherwise, and if the rule cannot continue, the rule runs
 * again with a new process for each FMU it opens, and only this result counts.
 */
export class ProcessPool {
  private readonly parked: ReusableProcess[] = [];
  private readonly shared: Target | undefined;

  constructor(private readonly target: Target) {
    const once = target.description[target.kind]?.canBeInstantiatedOnlyOncePerProcess === true;
    if (!once) this.shared = { ...target, open: () => this.open() };
  }

  async judge(rule: BehaviourRule, judge: (target: Target) => Promise<RuleOutcome>): Promise<RuleOutcome> {
    if (this.shared === undefined || !isOrdinary(rule)) return judge(this.target);
    const judgement = await judge(this.shared);
    if ('inapplicable' in judgement) return judgement;
    const clean = 'findings' in judgement && judgement.findings.length === 0;
    // What has come of them is not known.
    if (!clean || crashingRules.includes(rule.id)) this.close();
    if (clean) return judgement;
    // To wait once for a call that does not come back is enough.
    if (isHang(judgement)) return judgement;
    if (isMild(judgement)) {
      const again = await judge(this.shared);
      this.close();
      if (isSame(judgement, again)) return again;
    }
    return judge(this.target);
  }

  close(): void {
    for (const lent of this.parked.splice(0)) lent.end();
  }

  private async open(): Promise<OpenedFmu> {
    const parked = this.parked.pop();
    if (parked !== undefined) return parked.again();
    return new ReusableProcess(await this.target.open(), (lent) => this.parked.push(lent)).again();
  }
}

function isOrdinary({ id }: BehaviourRule): boolean {
  return (
    (sharingExceptions.includes(id) || !separateAreas.includes(id.split('/')[0])) &&
    !freshProcessRules.includes(id)
  );
}

function isHang(judgement: RuleOutcome): boolean {
  return isMild(judgement) && 'findings' in judgement && judgement.findings.some(({ cause }) => hangs(cause));
}

function isMild(judgement: RuleOutcome): boolean {
  return 'findings' in judgement && judgement.findings.every((finding) => finding.severity !== 'violation');
}

function isSame(a: RuleOutcome, b: RuleOutcome): boolean {
  if (!('findings' in a && 'findings' in b) || a.findings.length !== b.findings.length) return false;
  return a.findings.every(({ message, value, severity }, i) => {
    const other = b.findings[i];
    return message === other.message && value === other.value && severity === other.severity;
  });
}

/** A process that is given back when it is closed, if the FMU goes on in it. */
class ReusableProcess {
  private clean = true;
  private alive = false;

  constructor(
    private readonly opened: OpenedFmu,
    private readonly park: (lent: ReusableProcess) => void,
  ) {}

  again(): OpenedFmu {
    const { calls, footprint } = this.opened;
    const begin = footprint?.cpuSeconds() ?? 0;
    return {
      calls: this.watched(calls),
      ...(footprint && { footprint: { ...footprint, cpuSeconds: () => footprint.cpuSeconds() - begin } }),
    };
  }

  end(): void {
    this.opened.calls.close();
  }

  private watched(calls: FmiApi): FmiApi {
    let open = true;
    return new Proxy(calls, {
      get: (base, name) => {
        if (name === 'close')
          return () => {
            if (open) this.giveBack();
            open = false;
          };
        const value = Reflect.get(base, name, base);
        if (typeof value !== 'function') return value;
        return (...operands: unknown[]) => this.noted(name, () => value.apply(base, operands));
      },
    });
  }

  private noted(name: string | symbol, make: () => unknown): unknown {
    try {
      const answer = make();
      if (name === 'instantiate') this.alive = answer === true;
      if (name === 'freeInstance') this.alive = false;
      if (answer === false || statusOf(answer) === status.fatal) this.clean = false;
      return answer;
    } catch (error) {
      this.clean = false;
      throw error;
    }
  }

  private giveBack(): void {
    const { calls } = this.opened;
    try {
      if (this.clean && this.alive) calls.freeInstance();
      this.alive = false;
      calls.takeLog();
      calls.registers.fill(0);
    } catch (error) {
      if (!(error instanceof FmuGoneError)) throw error;
      this.clean = false;
    }
    if (this.clean) this.park(this);
    else this.end();
  }
}

function statusOf(answer: unknown): number {
  if (typeof answer === 'number') return answer;
  const { status: answered } = (answer ?? {}) as { status?: unknown };
  return typeof answered === 'number' ? answered : status.ok;
}
