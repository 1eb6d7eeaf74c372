import { describe, expect, it } from 'vitest';
import { dynamicRules } from '../../../fmu-sdk/conformance/dynamic/catalogue.ts';
import { replacing } from '../../../fmu-sdk/conformance/dynamic/plant.ts';
import { judge, type Outcome, type Plant } from '../../../fmu-sdk/conformance/dynamic/rule.ts';
import type { Target } from '../../../fmu-sdk/conformance/dynamic/target.ts';
import { Specimen, specimenDescription } from './specimen.ts';

const forms = [
  [2, 'coSimulation'],
  [2, 'modelExchange'],
  [3, 'coSimulation'],
  [3, 'modelExchange'],
  [3, 'scheduledExecution'],
] as const;

/** The specimen as a target, with or without a defect. */
function target(fmi: 2 | 3, kind: Target['kind'], plant?: Plant): Target {
  const sound = specimenDescription(fmi, kind);
  const description = plant?.describe?.(sound) ?? sound;
  return {
    name: `specimen, ${kind}`,
    fmi,
    kind,
    description,
    open: async () => {
      // A claim that is a defect is the description's; the unit is what it was.
      let instances = 0;
      const calls = replacing(new Specimen(fmi, kind), (base) => ({
        instantiate: (options) => {
          instances++;
          return base.instantiate(options);
        },
      }));
      return {
        calls: plant?.corrupt(calls) ?? calls,
        footprint: {
          memory: () => instances * (plant?.leaks ?? 0),
          threads: () => 1 + instances * (plant?.threads ?? 0),
          written: () => [...(plant?.writes ?? [])],
        },
      };
    },
  };
}

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
        const outcome = await judge(rule, target(fmi, kind));
        expect(problemsOf(outcome)).toEqual([]);
        expect('skipped' in outcome ? outcome.skipped : undefined).toBeUndefined();
      }
    },
  );

  it.each(
    dynamicRules.flatMap((rule) => rule.plants.map((plant) => [rule.id, plant.says, rule, plant] as const)),
  )('%s finds: %s', async (_id, _says, rule, plant) => {
    const outcome = await judge(rule, target(plant.fmi, plant.kind, plant));
    expect(problemsOf(outcome).length).toBeGreaterThan(0);
  });
});
