import { describe, expect, it } from 'vitest';
import { changeReading, replaceCalls } from '../../../fmu-sdk/check/behaviour/calls/fault-injection.ts';
import type { Target } from '../../../fmu-sdk/check/behaviour/check-target.ts';
import { judgeTarget } from '../../../fmu-sdk/check/behaviour/judge-target.ts';
import type { InjectedFault } from '../../../fmu-sdk/check/behaviour/rule-context.ts';
import { runOnTargets } from '../../../fmu-sdk/check/behaviour/run-behaviour.ts';
import { findingsOf } from '../../../fmu-sdk/check/result/check-result.ts';
import type { BehaviourRule } from '../../../fmu-sdk/check/rule.ts';
import { behaviourRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { type FmiApi, FmuGoneError, io, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { notEmpty } from '../../not-empty.ts';
import { forms, specimenTarget } from './injected-faults.ts';

type Kind = Target['kind'];
type Spoiled = (base: FmiApi) => Partial<FmiApi>;

/** Returns the specimen with a fault, and counts the processes that it is opened in. */
function counted(
  fmi: 2 | 3,
  kind: Kind,
  spoiled: Spoiled = () => ({}),
): { target: Target; opened(): number } {
  const fault: InjectedFault = { claim: '', fmi, kind, corrupt: (calls) => replaceCalls(calls, spoiled) };
  const target = specimenTarget(fmi, kind, fault);
  let opened = 0;
  const open: Target['open'] = () => {
    opened++;
    return target.open();
  };
  return { target: { ...target, open }, opened: () => opened };
}

function rulesOf(area: RegExp): BehaviourRule[] {
  return notEmpty(
    `rules of ${area}`,
    behaviourRules.filter(({ id }) => area.test(id)),
  );
}

/** Returns findings as a check reports them, in reused processes. */
async function listFindings(target: Target, area = /./): Promise<string[]> {
  const result = await runOnTargets('unit.fmu', rulesOf(area), [target]);
  return findingsOf(result).map((f) => `${f.severity} ${f.rule}: ${f.message} ${f.value}`);
}

/** Findings where every unit that is opened has a process of its own. */
async function apart(target: Target, area = /./): Promise<string[]> {
  const findings: string[] = [];
  for (const rule of rulesOf(area)) {
    const judgement = await judgeTarget(rule, target);
    if ('findings' in judgement)
      findings.push(...judgement.findings.map((f) => `${f.severity} ${f.rule}: ${f.message} ${f.value}`));
  }
  return findings;
}

/** Every call is granted, in any order. */
const lenient: Spoiled = (base) => ({
  call(this: FmiApi, op) {
    base.call.call(this, op);
    return status.ok;
  },
});

describe('reused processes of a check', () => {
  it.each(forms)('a conforming FMU of FMI %s for %s needs few processes', async (fmi, kind) => {
    const { target, opened } = counted(fmi, kind);
    expect(await listFindings(target)).toEqual([]);
    expect(opened()).toBeLessThan(50);
  });

  it('an FMU that grants every call needs few processes, with the findings of separate processes', async () => {
    const { target, opened } = counted(3, 'coSimulation', lenient);
    const findings = notEmpty('findings', await listFindings(target, /^(order|step)\//));
    expect(opened()).toBeLessThan(60);
    expect(findings).toEqual(await apart(target, /^(order|step)\//));
  });

  it('effects of another instance in a reused process do not cause a violation', async () => {
    // From the sixth instance on the process gives wrong numbers, as after a rule that damaged it.
    let spoiled = 0;
    const { target } = counted(3, 'coSimulation', (base) => {
      let instances = 0;
      return {
        instantiate: (options) => {
          instances++;
          return base.instantiate(options);
        },
        get(values) {
          const answer = base.get(values);
          if (instances > 5)
            changeReading(values, 6, () => {
              spoiled++;
              return 0;
            });
          return answer;
        },
      };
    });
    expect(await listFindings(target, /^value\/start$/)).toEqual([]);
    expect(await listFindings(target, /^(order\/forbidden-.*|value\/(start|kept))$/)).toEqual([]);
    expect(spoiled).toBeGreaterThan(0);
  });

  it('the shortest refused sequence of calls is found in few processes', async () => {
    const { target, opened } = counted(3, 'coSimulation', (base) => {
      let resets = 0;
      return {
        instantiate: (options) => {
          resets = 0;
          return base.instantiate(options);
        },
        call(this: FmiApi, op) {
          return op.op === 'reset' && ++resets === 2 ? status.error : base.call.call(this, op);
        },
      };
    });
    const rule = rulesOf(/^robust\/legal$/)[0];
    const judgement = await judgeTarget(rule, target);
    const [{ sequence = [] }] = 'findings' in judgement ? judgement.findings : [];
    expect(sequence.filter((line) => line.startsWith('fmi3Reset')).length).toBe(2);
    expect(sequence.length).toBe(3);
    expect(opened()).toBeLessThan(5);
  });

  it('a sequence that fails only after many others does not accuse the FMU', async () => {
    const { target } = counted(3, 'coSimulation', (base) => {
      let instances = 0;
      return {
        instantiate: (options) => {
          instances++;
          return base.instantiate(options);
        },
        call(this: FmiApi, op) {
          return op.op === 'doStep' && instances > 12 ? status.error : base.call.call(this, op);
        },
      };
    });
    expect(await apart(target, /^robust\/legal$/)).toEqual([]);
  });

  it('a call that does not return is waited for once, and a crash is repeated in a new process', async () => {
    const dying =
      (how: string): ((calls: { n: number }) => Spoiled) =>
      (calls) =>
      (base) => ({
        call(this: FmiApi, op) {
          if (op.op === 'doStep' && Number.isNaN(this.registers[io.step])) {
            calls.n++;
            throw new FmuGoneError(how, []);
          }
          return base.call.call(this, op);
        },
      });
    const times = async (how: string): Promise<number> => {
      const calls = { n: 0 };
      const { target } = counted(3, 'coSimulation', dying(how)(calls));
      expect((await listFindings(target, /^step\/nan$/)).join()).toMatch(
        /^robustness step\/nan: The FMU process ended/,
      );
      return calls.n;
    };
    expect(await times('it computed for 5 s of CPU time without returning')).toBe(1);
    expect(await times('it crashed in doStep with SIGSEGV')).toBe(2);
  });
});
