import { describe, expect, it } from 'vitest';
import { replaceCalls } from '../../../fmu-sdk/check/behaviour/calls/fault-injection.ts';
import type { Target } from '../../../fmu-sdk/check/behaviour/check-target.ts';
import { Probe } from '../../../fmu-sdk/check/behaviour/fmu-probe.ts';
import { judgeTarget } from '../../../fmu-sdk/check/behaviour/judge-target.ts';
import { behaviourRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { type FmiApi, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { fakeDescription } from '../../host/fmi-driver/fake-description.ts';
import { notEmpty } from '../../not-empty.ts';
import { specimenTarget } from './injected-faults.ts';

const first = 1000;

/**
 * Returns the specimen with further outputs. The value of each is its value reference. Those in
 * `refused` cannot be read.
 */
function targetWithVariables(
  kind: Target['kind'],
  more: number,
  refused: ReadonlySet<number> = new Set(),
): { target: Target; calls(): number } {
  const target = specimenTarget(3, kind);
  const added = fakeDescription(
    3,
    Array.from({ length: more }, (_, k) => ({
      name: `w${k}`,
      valueReference: first + k,
      causality: 'output',
      initial: 'calculated',
    })),
  ).variables;
  const description = {
    ...target.description,
    variables: [...target.description.variables, ...added],
    outputs: [
      ...target.description.outputs,
      ...added.map((_, k) => ({ variable: target.description.variables.length + k, dependencies: [] })),
    ],
  };
  let calls = 0;
  const open: Target['open'] = async () => {
    const opened = await target.open();
    const get = (base: FmiApi): Partial<FmiApi> => ({
      get(values) {
        calls++;
        const { valueReferences, view, offset, length, type } = values;
        const originalReferences = valueReferences.filter((r) => r < first);
        const mine = valueReferences.filter((r) => r >= first);
        if (mine.length === 0) return base.get(values);
        if (mine.some((r) => refused.has(r))) return status.error;
        // The added ones stand together, before the others or behind them.
        const [at, rest] = valueReferences[0] >= first ? [0, mine.length] : [length - mine.length, 0];
        mine.forEach((r, i) => {
          view[offset + at + i] = r;
        });
        if (originalReferences.length === 0) return status.ok;
        const part = base.values(type, originalReferences, length - mine.length);
        const answer = base.get(part);
        for (let i = 0; i < part.length; i++) view[offset + rest + i] = part.view[part.offset + i];
        return answer;
      },
    });
    return { ...opened, calls: replaceCalls(opened.calls, get) };
  };
  return { target: { ...target, description, open }, calls: () => calls };
}

/** Calls of getters that a rule makes more for each of 400 outputs more. */
async function callsForEach(id: string, kind: Target['kind']): Promise<number> {
  const count = async (more: number): Promise<number> => {
    const [rule] = notEmpty(
      id,
      behaviourRules.filter((r) => r.id === id),
    );
    const { target, calls } = targetWithVariables(kind, more);
    expect(await judgeTarget(rule, target)).toEqual({ findings: [] });
    return calls();
  };
  const [few, many] = [await count(0), await count(400)];
  return (many - few) / 400;
}

describe('values of many variables', () => {
  it.each([
    ['load/two-instances', 'coSimulation'],
    ['memory/everything', 'coSimulation'],
    ['memory/run-again', 'coSimulation'],
    ['run/deterministic', 'coSimulation'],
    ['run/reset', 'coSimulation'],
    ['value/repeated-get', 'coSimulation'],
    ['run/dependencies', 'coSimulation'],
    ['event/again', 'modelExchange'],
  ] as const)('%s reads many variables without additional calls', async (id, kind) => {
    expect(await callsForEach(id, kind)).toBe(0);
  });

  it('refused variables are omitted, with a few additional calls for each', async () => {
    const { target, calls } = targetWithVariables('coSimulation', 1000, new Set([first + 3, first + 700]));
    const probe = new Probe(target, (await target.open()).calls);
    probe.reach('step');
    const added = target.description.variables.filter((v) => v.valueReference >= first);
    const before = calls();
    const got = probe.snapshot(added);
    expect(calls() - before).toBeLessThanOrEqual(2 * 2 * 10 + 1);
    expect(got.size).toBe(998);
    expect([got.get('w2'), got.get('w3'), got.get('w999')]).toEqual([[1002], undefined, [1999]]);
  });
});
