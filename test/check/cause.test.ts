import { describe, expect, it } from 'vitest';
import { injectFault } from '../../fmu-sdk/check/behaviour/calls/fault-injection.ts';
import type { Target } from '../../fmu-sdk/check/behaviour/check-target.ts';
import { judgeTarget } from '../../fmu-sdk/check/behaviour/judge-target.ts';
import { CpuBudget } from '../../fmu-sdk/check/behaviour/process/time-budget.ts';
import { runOnTargets } from '../../fmu-sdk/check/behaviour/run-behaviour.ts';
import { groupsOf } from '../../fmu-sdk/check/report/finding-groups.ts';
import { crashIn, refusalOf, sameCause } from '../../fmu-sdk/check/result/cause.ts';
import { type CheckResult, findingsOf, verdictOf } from '../../fmu-sdk/check/result/check-result.ts';
import type { BehaviourRule } from '../../fmu-sdk/check/rule.ts';
import { behaviourRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { type FmiApi, FmuGoneError } from '../../fmu-sdk/host/instance/fmi-api.ts';
import { notEmpty } from '../not-empty.ts';
import { forms, specimenTarget } from './dynamic/injected-faults.ts';

/** Rules that meet an ordinary run in many ways. All rules would only take longer. */
const rules = notEmpty<BehaviourRule>(
  'rules',
  behaviourRules.filter(({ id }) => /^(load|run|step|value|memory|log)\//.test(id)),
);

function checkOf(corrupt: (base: FmiApi) => Partial<FmiApi>, targets = 1): Promise<CheckResult> {
  const broken = injectFault('it is broken', corrupt);
  const specimens = Array.from(
    { length: targets },
    (_, n): Target => ({ ...specimenTarget(3, 'coSimulation', broken), name: `target ${n}` }),
  );
  return runOnTargets('broken.fmu', rules, specimens);
}

/** These tests run some rules only, which exercise too little for a verdict. */
const covered = { coverage: { targets: [], gaps: [] } } as const;

const statusOf = ({ verdicts }: CheckResult, id: string): string =>
  verdicts.find(({ rule }) => rule.id === id)!.status;

describe('causes of findings', () => {
  it('an FMU that cannot be instantiated causes one finding, and skips every rule that needs an instance', async () => {
    const result = await checkOf(() => ({ instantiate: () => false }));
    const groups = groupsOf(findingsOf(result));
    expect(groups.map(({ rules: by }) => by)).toEqual([['load/instantiates']]);
    const skipped = result.verdicts.filter(({ status }) => status === 'skipped');
    expect(skipped.length).toBeGreaterThan(30);
    for (const { why } of skipped) expect(why).toMatch(/^the FMU cannot be instantiated/);
    expect(statusOf(result, 'load/version')).toBe('passed');
  });

  it('a crash in every step, on two targets, is one cause, reported by the rule on the ordinary run', async () => {
    const result = await checkOf(
      (base) => ({
        call(this: FmiApi, op) {
          if (op.op === 'doStep')
            throw new FmuGoneError('run check: the FMU crashed in doStep with SIGSEGV (x).', []);
          return base.call.call(this, op);
        },
      }),
      2,
    );
    const [cause, ...others] = groupsOf(findingsOf(result));
    expect(others).toEqual([]);
    expect(cause).toMatchObject({
      id: 'crash fmi3DoStep SIGSEGV',
      kind: 'crash',
      severity: 'violation',
      rules: ['run/steps'],
    });
    expect(cause.variants.flatMap(({ targets }) => targets)).toEqual(['target 0', 'target 1']);
    expect(statusOf(result, 'step/varying')).toBe('skipped');
    expect(statusOf(result, 'load/instance-name')).toBe('passed');
  });

  it('an FMU that hangs in a step is called once, not by every rule', async () => {
    const hung = injectFault('it hangs', (base) => ({
      call(this: FmiApi, op) {
        if (op.op === 'doStep')
          throw new FmuGoneError('run check: doStep computed for 2 s without returning.', []);
        return base.call.call(this, op);
      },
    }));
    let opened = 0;
    const sound = specimenTarget(3, 'coSimulation', hung);
    const target: Target = {
      ...sound,
      open: () => {
        opened++;
        return sound.open();
      },
    };
    const selectedRules = rules.filter(({ id }) => /^(load\/instantiates|run\/steps)$/.test(id));
    const result = await runOnTargets('x.fmu', selectedRules, [target]);
    expect(findingsOf(result).map(({ rule }) => rule)).toEqual(['run/steps']);
    expect(findingsOf(result)[0].sequence!.at(-1)).toMatch(/^fmi3DoStep\(/);
    // Once for the trial, once for the instance.
    expect(opened).toBe(2);
  });

  it('a call that is refused after an ordinary run is a finding of each rule that needs it, with one cause', async () => {
    const result = await checkOf((base) => ({
      call(this: FmiApi, op) {
        return op.op === 'reset' ? 3 : base.call.call(this, op);
      },
    }));
    const groups = groupsOf(findingsOf(result));
    const refused = groups.filter(({ kind }) => kind === 'refusal');
    expect(refused.map(({ id }) => id)).toEqual(['refusal fmi3Reset error']);
    expect(refused[0].rules).toEqual(expect.arrayContaining(['run/reset', 'run/reset-forgets-settings']));
    expect(statusOf(result, 'run/reset')).toBe('failed');
  });

  it('an FMU that grants any order of calls is one cause of robustness, not one for each state and function', async () => {
    const order = behaviourRules.filter(({ id }) => id.startsWith('order/forbidden-'));
    const lenient = injectFault('every call is answered with ok', (base) => ({
      call(this: FmiApi, op) {
        base.call.call(this, op);
        return 0;
      },
    }));
    const result = await runOnTargets('x.fmu', order, [specimenTarget(3, 'coSimulation', lenient)]);
    const groups = groupsOf(findingsOf(result));
    expect(groups.map(({ kind, severity }) => `${kind} ${severity}`)).toEqual(['leniency robustness']);
    expect(groups[0].rules.length).toBeGreaterThan(3);
    expect(verdictOf({ ...result, ...covered })).toBe('conforms');
  });

  it('a crash in allowed calls is a violation for every rule, in other calls it is robustness', async () => {
    const dies =
      (op: string): Parameters<typeof checkOf>[0] =>
      (base) => ({
        call(this: FmiApi, request) {
          if (request.op === op) throw new FmuGoneError('run check: it crashed with SIGSEGV.', []);
          return base.call.call(this, request);
        },
        freeInstance: () => {
          throw new FmuGoneError('run check: the FMU crashed in freeInstance with SIGSEGV.', []);
        },
      });
    const dead = specimenTarget(3, 'coSimulation', injectFault('it dies', dies('reset')));
    const classOf = async (id: string): Promise<string | undefined> => {
      const judgement = await judgeTarget(behaviourRules.find((rule) => rule.id === id)!, dead);
      return 'findings' in judgement ? judgement.findings[0]?.severity : undefined;
    };
    // A rule of advice.
    expect(await classOf('load/files')).toBe('violation');
    expect(await classOf('run/reset')).toBe('violation');
    const illegal = behaviourRules.filter(({ id }) => id === 'robust/illegal');
    const target = specimenTarget(3, 'coSimulation', injectFault('it dies', dies('reset')));
    const [verdict] = (await runOnTargets('x.fmu', illegal, [target])).verdicts;
    expect(verdict.findings[0]).toMatchObject({
      severity: 'robustness',
      cause: { call: 'fmi3Reset', how: 'SIGSEGV' },
    });
  });

  it('causes differ by function, signal and message, but not by numbers and names', () => {
    const crash = crashIn('fmi3DoStep', 'run x: the FMU crashed in doStep with SIGSEGV (address 12).');
    expect(
      sameCause(crash, crashIn('fmi3DoStep', 'run x: the FMU crashed in doStep with SIGSEGV (address 13).')),
    ).toBe(true);
    expect(sameCause(crash, crashIn('fmi3DoStep', 'run x: the FMU crashed in doStep with SIGFPE.'))).toBe(
      false,
    );
    expect(sameCause(crash, crashIn('fmi3Terminate', 'run x: the FMU crashed in doStep with SIGSEGV.'))).toBe(
      false,
    );
    const refused = refusalOf('fmi3GetFloat64', 'No variable 17 called "a"', 'error');
    expect(sameCause(refused, refusalOf('fmi3GetFloat64', 'No variable 4 called "b"', 'error'))).toBe(true);
    expect(sameCause(refused, refusalOf('fmi3GetFloat64', 'No licence', 'error'))).toBe(false);
    expect(sameCause(undefined, undefined)).toBe(false);
  });

  it('a conforming FMU of any kind lacks causes', async () => {
    for (const [fmi, kind] of forms) {
      const result = await runOnTargets('good.fmu', rules.slice(0, 12), [specimenTarget(fmi, kind)]);
      expect(findingsOf(result)).toEqual([]);
      expect(verdictOf({ ...result, ...covered })).toBe('conforms');
    }
  });
});

describe('the limit of CPU time for an FMU', () => {
  it('a used-up limit skips the remaining rules with the reason, and changes the verdict', async () => {
    const target = specimenTarget(3, 'coSimulation');
    const result = await runOnTargets('slow.fmu', rules, [target], { budget: new CpuBudget(1e-9) });
    const counted = result.verdicts.filter(({ status }) => status === 'skipped');
    expect(counted.length).toBeGreaterThan(20);
    for (const { why } of counted)
      expect(why).toBe('the limit of 1e-9 s of CPU time for this FMU was reached');
    expect(verdictOf(result)).toBe('no violation found in what was checked');
  });

  it('a sufficient limit changes nothing', async () => {
    const target = specimenTarget(3, 'coSimulation');
    const selectedRules = rules.slice(0, 8);
    const bounded = await runOnTargets('x.fmu', selectedRules, [target], { budget: new CpuBudget(1e6) });
    expect(bounded).toEqual(await runOnTargets('x.fmu', selectedRules, [target]));
  });

  it('the limit counts the processes of FMUs, including ended ones', () => {
    const budget = new CpuBudget(100);
    const unit = { cpuSeconds: () => 60 };
    budget.open(unit);
    expect(budget.isOver).toBe(false);
    budget.close(unit);
    expect(budget.spent()).toBeGreaterThanOrEqual(60);
    budget.open({ cpuSeconds: () => 41 });
    expect(budget.isOver).toBe(true);
  });
});
