import { describe, expect, it } from 'vitest';
import { dynamicRules } from '../../../fmu-sdk/conformance/dynamic/catalogue.ts';
import { judge, type Outcome } from '../../../fmu-sdk/conformance/dynamic/rule.ts';
import { forms, specimenTarget } from './planted.ts';

function problemsOf(outcome: Outcome): string[] {
  return 'problems' in outcome ? outcome.problems.map((p) => p.message) : [];
}

describe('dynamic rules', () => {
  it('are at least 60, with ids of their own', () => {
    expect(dynamicRules.length).toBeGreaterThanOrEqual(60);
    expect(new Set(dynamicRules.map((rule) => rule.id)).size).toBe(dynamicRules.length);
  });

  it.each(dynamicRules.map((rule) => [rule.id, rule] as const))(
    '%s finds nothing on a unit that conforms',
    async (_, rule) => {
      for (const [fmi, kind] of forms) {
        const outcome = await judge(rule, specimenTarget(fmi, kind));
        expect(problemsOf(outcome)).toEqual([]);
        expect('skipped' in outcome ? outcome.skipped : undefined).toBeUndefined();
      }
    },
  );

  it.each(
    dynamicRules.flatMap((rule) => rule.plants.map((plant) => [rule.id, plant.says, rule, plant] as const)),
  )('%s finds: %s', async (_id, _says, rule, plant) => {
    const outcome = await judge(rule, specimenTarget(plant.fmi, plant.kind, plant));
    expect(problemsOf(outcome).length).toBeGreaterThan(0);
  });
});
