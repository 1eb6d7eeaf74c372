import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { replaceCalls } from '../../../fmu-sdk/check/behaviour/calls/fault-injection.ts';
import type { Target } from '../../../fmu-sdk/check/behaviour/check-target.ts';
import {
  type Rounds,
  runExtraRounds,
  type Sampled,
  TimeBudget,
} from '../../../fmu-sdk/check/behaviour/extra-rounds.ts';
import { runOnTargets } from '../../../fmu-sdk/check/behaviour/run-behaviour.ts';
import { type TargetCoverage, variableTotals } from '../../../fmu-sdk/check/coverage/run-coverage.ts';
import { jsonReport } from '../../../fmu-sdk/check/report/json-report.ts';
import { terminalReport } from '../../../fmu-sdk/check/report/terminal-report.ts';
import { type CheckResult, findingsOf, verdictOf } from '../../../fmu-sdk/check/result/check-result.ts';
import type { BehaviourRule } from '../../../fmu-sdk/check/rule.ts';
import { behaviourRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { type FmiApi, FmuGoneError, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import schema from '../../../schemas/check-report.schema.json' with { type: 'json' };
import { forms, specimenTarget } from './injected-faults.ts';

type Kind = Target['kind'];
type Spoiled = (base: FmiApi) => Partial<FmiApi>;

const probing: BehaviourRule = {
  id: 'house/probing',
  title: 'The unit runs',
  severity: 'advice',
  other: 'House rules, 1',
  explanation: 'For tests.',
  needs: 'behaviour',
  check: () => {},
};

function check(
  fmi: 2 | 3,
  kind: Kind,
  rules: readonly BehaviourRule[],
  spoiled: Spoiled = () => ({}),
): Promise<CheckResult> {
  const target = specimenTarget(fmi, kind, {
    ...{ claim: '', fmi, kind },
    corrupt: (calls) => replaceCalls(calls, spoiled),
  });
  return runOnTargets('unit.fmu', rules, [target]);
}

function reasonsFor({ notExercised }: TargetCoverage, what: RegExp): string[] {
  return notExercised.filter((entry) => what.test(entry.what)).map(({ why }) => why);
}

describe('the coverage of a check', () => {
  it('an FMU whose calls are recorded receives the saved state that a second one overwrites', async () => {
    const overwritten = new Set<number | undefined>();
    const restore = behaviourRules.filter(({ id }) => id === 'relation/restore');
    await check(3, 'coSimulation', restore, (base) => ({
      getState(into) {
        overwritten.add(into);
        return base.getState(into);
      },
    }));
    expect(overwritten.size).toBeGreaterThan(1);
  });

  it.each(forms)(
    'all rules read and set every variable of a conforming FMU of FMI %s for %s and enter its modes',
    async (fmi, kind) => {
      const result = await check(fmi, kind, behaviourRules);
      const [target] = result.coverage!.targets;
      const { read, readable, set, settable } = variableTotals(target);
      expect([read, set]).toEqual([readable, settable]);
      expect(target.calls.exercised).toBeGreaterThan(0.6 * target.calls.of);
      expect(target.calls.exercised).toBeLessThanOrEqual(target.calls.of);
      expect(target.modes.entered.length).toBeGreaterThanOrEqual(target.modes.of.length - 1);
      expect(result.coverage!.gaps).toEqual([]);
      const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
      expect(validate(JSON.parse(jsonReport([result]))), JSON.stringify(validate.errors)).toBe(true);
    },
    60_000,
  );

  it('calls that no rule makes are listed with the reason, and are gaps of the verdict', async () => {
    // The trial alone: it initializes the FMU and makes three steps.
    const result = await check(3, 'coSimulation', [probing]);
    const [target] = result.coverage!.targets;
    expect(target.steps).toBe(3);
    expect(target.modes.entered).toEqual(['Instantiated', 'Initialization Mode', 'Step Mode']);
    expect(reasonsFor(target, /^fmi3Terminate in Step Mode$/)).toEqual(['no rule tries it']);
    expect(reasonsFor(target, /^fmi3Reset in .*Terminated/)).toContain('Terminated was not reached');
    expect(result.coverage!.gaps.join()).toMatch(/less than half of the allowed calls/);
    expect(verdictOf(result)).toBe('no violation found in what was checked');
    expect(terminalReport([result])).toMatch(/not covered: specimen, coSimulation: less than half/);
  });

  it('a refused call does not count as exercised', async () => {
    const refuse: Spoiled = (base) => ({
      call(this: FmiApi, op) {
        return op.op === 'doStep' ? status.error : base.call.call(this, op);
      },
    });
    const [target] = (await check(2, 'coSimulation', [probing], refuse)).coverage!.targets;
    expect(target.steps).toBe(0);
    expect(reasonsFor(target, /^fmi2DoStep/)).toEqual(['always refused']);
  });

  it.each<[string, Spoiled]>([
    ['refuses every call', () => ({ call: () => status.error, get: () => status.error })],
    [
      'crashes in the initialization',
      () => ({
        call() {
          throw new FmuGoneError('the FMU crashed', []);
        },
      }),
    ],
    ['cannot be instantiated', () => ({ instantiate: () => false })],
  ])('an FMU that %s is reported as not initialized', async (_, spoiled) => {
    const result = await check(3, 'modelExchange', behaviourRules.slice(0, 20), spoiled);
    expect(result.coverage!.gaps).toEqual(['specimen, modelExchange: the FMU was not initialized']);
    expect(terminalReport([result], { verbose: true })).toContain('Initialization Mode was not reached');
  });

  it('an interface that no binary runs prevents the verdict that the FMU conforms', async () => {
    const target = specimenTarget(3, 'coSimulation');
    const modelExchange = specimenTarget(3, 'modelExchange').description.modelExchange!;
    const both = { ...target, description: { ...target.description, modelExchange } };
    const { coverage } = await runOnTargets('unit.fmu', [probing], [both]);
    expect(coverage!.gaps).toContain('model exchange was not run');
  });
});

describe('a time budget', () => {
  /** Candidates by name, whose rounds raise their coverage by the given numbers, and the order of rounds. */
  async function orderOf(gains: Record<string, number[]>, seconds: number): Promise<[string[], Rounds]> {
    const order: string[] = [];
    let clock = 0;
    const list = Object.entries(gains).map(([name, gain]): Sampled => {
      let size = 0;
      return {
        judge: async (seed) => {
          order.push(`${name} ${seed}`);
          size += gain[seed - 2] ?? 0;
          clock++;
          return { findings: [] };
        },
        size: () => size,
        fail: () => {},
      };
    });
    const time = new TimeBudget(seconds, () => clock);
    return [order, await runExtraRounds(list, time, () => {})];
  }

  it('rounds with new seeds follow where the coverage grew, until the time is used', async () => {
    const [order, rounds] = await orderOf({ a: [0], b: [4, 2], c: [] }, 6);
    expect(order).toEqual(['a 2', 'b 2', 'c 2', 'b 3', 'b 4', 'b 5']);
    expect(rounds).toEqual({ rounds: 6, gained: 6 });
    const [longer] = await orderOf({ a: [0], b: [4, 2], c: [] }, 9);
    expect(longer.slice(0, 6)).toEqual(order);
  });

  it('the check runs rules that sample randomly again within its time budget, and reports how often', async () => {
    let clock = 0;
    const seeds: number[] = [];
    const random: BehaviourRule = {
      ...probing,
      samplesRandomly: true,
      check: ({ seed, target, report, open }) => {
        seeds.push(seed);
        clock += 1;
        if (seed < 4) return;
        return open(target).then((probe) => report(probe, { message: 'A fault.', expected: 'not so' }));
      },
    };
    const shares: number[] = [];
    const result = await runOnTargets('unit.fmu', [random, probing], [specimenTarget(3, 'coSimulation')], {
      time: new TimeBudget(8, () => clock),
      onProgress: (share) => void shares.push(share),
    });
    // A finding is judged again in a new process, with its seed.
    expect([...new Set(seeds)]).toEqual([1, 2, 3, 4]);
    expect(findingsOf(result).map(({ message }) => message)).toEqual(['A fault.']);
    expect(result.coverage!.extra).toEqual({ seconds: 8, rounds: 3, gained: 0 });
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
  });
});
