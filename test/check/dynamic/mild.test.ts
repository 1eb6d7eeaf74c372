import { describe, expect, it } from 'vitest';
import { replaceCalls } from '../../../fmu-sdk/check/behaviour/calls/fault-injection.ts';
import type { Target } from '../../../fmu-sdk/check/behaviour/check-target.ts';
import { CpuBudget } from '../../../fmu-sdk/check/behaviour/process/time-budget.ts';
import { runOnTargets } from '../../../fmu-sdk/check/behaviour/run-behaviour.ts';
import { findingsOf } from '../../../fmu-sdk/check/result/check-result.ts';
import { behaviourRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { type FmiApi, FmuGoneError, io, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { specimenTarget } from './injected-faults.ts';

type Kind = Target['kind'];
type Spoiled = (base: FmiApi) => Partial<FmiApi>;

/** Findings in a unit that does this, by class and rule. */
async function listFindings(
  fmi: 2 | 3,
  kind: Kind,
  spoiled: Spoiled,
  area = /./,
  budget?: CpuBudget,
): Promise<string[]> {
  const target = specimenTarget(fmi, kind, {
    claim: '',
    fmi,
    kind,
    corrupt: (calls) => replaceCalls(calls, spoiled),
  });
  const rules = behaviourRules.filter(({ id }) => area.test(id));
  expect(rules.length).toBeGreaterThan(0);
  const result = await runOnTargets('unit.fmu', rules, [target], { budget });
  return findingsOf(result).map((f) => `${f.severity} ${f.rule}: ${f.message}`);
}

const violations = (findings: readonly string[]): string[] =>
  findings.filter((f) => f.startsWith('violation'));

/** Dies when it is asked for a value reference that no variable has. */
const frail: Spoiled = (base) => ({
  get(this: FmiApi, values) {
    if (values.valueReferences.some((reference) => reference > 900_000))
      throw new FmuGoneError('it crashed in get with SIGSEGV', []);
    return base.get.call(this, values);
  },
});

/** Memory that stays: so much for each of these. */
function keeping(freed: { withTerminate: number; without: number; error: number }): Spoiled {
  return (base) => {
    let bytes = 0;
    let over = false;
    return {
      instantiate: (options) => {
        over = false;
        return base.instantiate(options);
      },
      call(this: FmiApi, op) {
        if (op.op === 'terminate') over = true;
        if (op.op === 'reset') over = false;
        return base.call.call(this, op);
      },
      get(this: FmiApi, values) {
        const answer = base.get.call(this, values);
        if (answer === status.error) bytes += freed.error;
        return answer;
      },
      freeInstance: () => {
        bytes += over ? freed.withTerminate : freed.without;
        base.freeInstance();
      },
      watch: { ...base.watch!, allocated: () => bytes },
    };
  };
}

describe('findings below a violation', () => {
  it('an FMU that dies of an unknown value reference causes one finding, by the rule on it', async () => {
    const findings = await listFindings(3, 'coSimulation', frail);
    expect(violations(findings)).toEqual([]);
    expect(findings.filter((f) => /value\/unknown-get/.test(f)).length).toBe(1);
    expect(findings.length).toBe(1);
  });

  it('an FMU for model exchange that requests the end of the simulation is not called further', async () => {
    const ending: Spoiled = (base) => {
      let steps = 0;
      return {
        instantiate: (options) => {
          steps = 0;
          return base.instantiate(options);
        },
        call(this: FmiApi, op) {
          const over = steps > 5;
          if (over && !/^(get|terminate|reset)/.test(op.op)) return status.error;
          const answer = base.call.call(this, op);
          if (op.op === 'reset') steps = 0;
          if (op.op === 'completedIntegratorStep') this.registers[io.terminate] = Number(++steps > 5);
          return answer;
        },
      };
    };
    expect(
      violations(await listFindings(3, 'modelExchange', ending, /^(run|event|robust|states)\//)),
    ).toEqual([]);
  });

  it('a refused derivative ends only rules on derivatives', async () => {
    const withholding: Spoiled = () => ({ directionalDerivative: () => status.discard });
    expect(await listFindings(2, 'coSimulation', withholding, /^(load|importer|run)\//)).toEqual([]);
    expect((await listFindings(2, 'coSimulation', withholding, /^derivative\//)).length).toBeGreaterThan(0);
  });

  it('derivatives requested in one call may differ by the error of differences, as robustness: more is a violation', async () => {
    const off =
      (share: number): Spoiled =>
      (base) => ({
        directionalDerivative(this: FmiApi, unknowns, knowns, seed, out) {
          const answer = base.directionalDerivative.call(this, unknowns, knowns, seed, out);
          if (knowns.length > 1) out.forEach((x, i) => void (out[i] = x + 3 * share));
          return answer;
        },
      });
    const of = async (share: number): Promise<string> =>
      (await listFindings(2, 'modelExchange', off(share), /^derivative\/directional-together$/)).join();
    // The specimen names no tolerance: 10⁻⁴.
    expect(await of(0.005)).toMatch(/^robustness/);
    expect(await of(0.05)).toMatch(/^violation/);
  });

  it('discarded steps are robustness, failed steps are violations', async () => {
    const refusing =
      (answer: 2 | 3): Spoiled =>
      (base) => ({
        call(this: FmiApi, op) {
          const ticks = this.registers[io.step] / 0.01;
          const odd = op.op === 'doStep' && Math.abs(ticks - Math.round(ticks)) > 1e-9;
          return odd ? answer : base.call.call(this, op);
        },
      });
    const of = (answer: 2 | 3): Promise<string[]> =>
      listFindings(2, 'coSimulation', refusing(answer), /^step\/varying$/);
    expect((await of(status.discard as 2)).join()).toMatch(/^robustness step\/varying/);
    expect((await of(status.error as 3)).join()).toMatch(/^violation step\/varying/);
  });

  it('a run that the limit of CPU time ends is skipped', async () => {
    const budget = new CpuBudget(1e9);
    let calls = 0;
    const spoiled: Spoiled = (base) => ({
      call(this: FmiApi, op) {
        // In the midst of the ordinary run everything has been spent.
        if (op.op === 'doStep' && ++calls === 8) Object.assign(budget, { over: true });
        return base.call.call(this, op);
      },
    });
    expect(await listFindings(3, 'coSimulation', spoiled, /^run\//, budget)).toEqual([]);
    expect(budget.isOver).toBe(true);
  });

  it('an FMU that fails with other parameters is robustness, one that fails with other inputs is a violation', async () => {
    const brittle =
      (reference: number, start: number, does: () => 3): Spoiled =>
      (base) => {
        let moved = false;
        return {
          instantiate: (options) => {
            moved = false;
            return base.instantiate(options);
          },
          set(this: FmiApi, values) {
            if (values.type === 'Float64' && values.valueReferences[0] === reference)
              moved = values.view[values.offset] !== start;
            return base.set.call(this, values);
          },
          get(this: FmiApi, values) {
            return moved ? does() : base.get.call(this, values);
          },
          call(this: FmiApi, op) {
            if (op.op === 'reset') moved = false;
            return moved && op.op === 'exitInitializationMode' ? does() : base.call.call(this, op);
          },
        };
      };
    const dies = (): never => {
      throw new FmuGoneError('it crashed in get with SIGSEGV', []);
    };
    const [k, u] = [
      [6, 1.5],
      [1, 0.5],
    ] as const;
    const area = /^(value|run|robust)\//;
    const ofParameter = await listFindings(2, 'coSimulation', brittle(...k, dies), area);
    expect(violations(ofParameter)).toEqual([]);
    expect(ofParameter.join()).toMatch(/^robustness/);
    expect(
      violations(await listFindings(2, 'coSimulation', brittle(...u, dies), area)).length,
    ).toBeGreaterThan(0);
    expect(
      violations(
        await listFindings(
          2,
          'coSimulation',
          brittle(...k, () => status.error as 3),
          /^(run|robust)\//,
        ),
      ),
    ).toEqual([]);
  });

  it('a state without the time is complete in FMI 2.0, but not in FMI 3.0', async () => {
    const timeless: Spoiled = (base) => {
      let [time, next] = [0, 0];
      return {
        instantiate: (options) => {
          time = 0;
          return base.instantiate(options);
        },
        call(this: FmiApi, op) {
          next = this.registers[io.time] + this.registers[io.step];
          const answer = base.call.call(this, op);
          if (op.op === 'doStep') time = next;
          return answer;
        },
        get(this: FmiApi, values) {
          const answer = base.get.call(this, values);
          const at = values.type === 'Float64' ? values.valueReferences.indexOf(0) : -1;
          if (at >= 0) values.view[values.offset + at] = time;
          return answer;
        },
      };
    };
    const of = (fmi: 2 | 3): Promise<string[]> =>
      listFindings(fmi, 'coSimulation', timeless, /^memory\/everything$/);
    expect(await of(2)).toEqual([]);
    expect((await of(3)).join()).toMatch(/^violation memory\/everything: After setFMUState: "time" differs/);
  });

  it('a time of FMI 2.0 that lags in co-simulation is robustness', async () => {
    const still: Spoiled = (base) => ({
      get(this: FmiApi, values) {
        const answer = base.get.call(this, values);
        if (values.valueReferences[0] === 0) values.view[values.offset] = 0;
        return answer;
      },
    });
    const classes = async (fmi: 2 | 3, kind: Kind): Promise<string[]> => [
      ...new Set((await listFindings(fmi, kind, still, /^value\/time$/)).map((f) => f.split(' ')[0])),
    ];
    expect(await classes(2, 'coSimulation')).toEqual(['robustness']);
    expect(await classes(2, 'modelExchange')).toEqual(['violation']);
    expect(await classes(3, 'coSimulation')).toEqual(['violation']);
  });
});

describe('an input that does not begin with its start value', () => {
  const elsewhere: Spoiled = (base) => ({
    instantiate(options) {
      const answer = base.instantiate(options);
      const u = base.values('Float64', Uint32Array.of(1));
      u.view[0] = 0.75;
      base.set(u);
      return answer;
    },
  });

  it('leaves no trace of a trial evaluation', async () => {
    expect(await listFindings(3, 'modelExchange', elsewhere, /^relation\/trial$/)).toEqual([]);
  });
});

describe('memory leaks', () => {
  const area = /^load\/allocations$/;
  it('a leak in every instance is a violation', async () => {
    const findings = await listFindings(
      3,
      'coSimulation',
      keeping({ withTerminate: 16, without: 16, error: 0 }),
      area,
    );
    expect(findings.join()).toMatch(/^violation load\/allocations: Each instance leaves/);
    expect(findings.length).toBe(1);
  });

  it('a leak only in instances that are freed without terminate is robustness', async () => {
    const findings = await listFindings(
      3,
      'coSimulation',
      keeping({ withTerminate: 0, without: 16, error: 0 }),
      area,
    );
    expect(findings.join()).toMatch(/^robustness load\/allocations: Each instance that is freed without/);
    expect(findings.length).toBe(1);
  });

  it('a leak in every error is a violation', async () => {
    const findings = await listFindings(
      3,
      'coSimulation',
      keeping({ withTerminate: 0, without: 0, error: 8 }),
      area,
    );
    expect(findings.join()).toMatch(/^violation load\/allocations: Each error leaves/);
  });
});
