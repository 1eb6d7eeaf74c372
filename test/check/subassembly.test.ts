import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { replaceCalls } from '../../fmu-sdk/check/behaviour/calls/fault-injection.ts';
import type { Target } from '../../fmu-sdk/check/behaviour/check-target.ts';
import { targetsOf } from '../../fmu-sdk/check/behaviour/fmu-under-test.ts';
import { judgeTarget } from '../../fmu-sdk/check/behaviour/judge-target.ts';
import { handleFault } from '../../fmu-sdk/check/behaviour/subassembly/subassembly-faults.ts';
import { offeredBy } from '../../fmu-sdk/check/behaviour/subassembly/subassembly-terminals.ts';
import { behaviourRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { missing } from '../export/harness.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';
import { isFullTest } from '../width.ts';
import { specimenTarget } from './dynamic/injected-faults.ts';

const rules = behaviourRules.filter(({ id }) => id.startsWith('subassembly/'));
const folder = temporaryFolder('subassembly');

/** Returns the findings of the rules on a target by rule, and the reason for a skipped rule. */
async function findingsByRule(target: Target, selectedRules = rules): Promise<Record<string, string[]>> {
  const all = selectedRules.map(async (rule) => {
    const judgement = await judgeTarget(rule, target);
    if (!('findings' in judgement)) return [rule.id, [JSON.stringify(judgement)]];
    return judgement.findings.length === 0
      ? []
      : [rule.id, judgement.findings.map((finding) => finding.message)];
  });
  return Object.fromEntries((await Promise.all(all)).filter((candidate) => candidate.length > 0));
}

describe('checking a subassembly', () => {
  it('a conforming heavy bar with two balls, the base of the injected faults, passes', async () => {
    expect(rules.length).toBe(5);
    expect(await findingsByRule(specimenTarget(3, 'coSimulation', handleFault('nothing', {})))).toEqual({});
  });

  const why = missing('x86_64-linux');
  const native = why === undefined ? (['x86_64-linux'] as const) : [];

  it(`rods, as a WebAssembly component${why === undefined ? ' and natively' : ''}, pass, and a fault in one exchanged number is found by its rule`, async () => {
    const unit = await buildUnit(join(root, 'units/chain-part'), folder, { fmi: [3], native: [...native] });
    const targets = await targetsOf(unit.archives[0].file);
    expect(targets.length).toBe(1 + native.length);
    for (const target of targets) expect(await findingsByRule(target), target.name).toEqual({});
    const [component] = targets.filter(({ sandboxed }) => sandboxed);
    const [{ members }] = offeredBy(component);
    /** The unit with every value of a member through f. */
    const spoilt = (member: string, f: (x: number, i: number) => number): Target => ({
      ...component,
      open: async () => {
        const { calls } = await component.open();
        const reference = members.get(member)!.valueReference;
        return {
          calls: replaceCalls(calls, (base) => ({
            get(values) {
              const answer = base.get(values);
              const sizes = Array.from(values.valueReferences, sizeOf);
              const at = values.valueReferences.indexOf(reference);
              const from = values.offset + sizes.slice(0, Math.max(0, at)).reduce((sum, n) => sum + n, 0);
              const view = values.view as Float64Array;
              if (at >= 0) for (let i = 0; i < sizes[at]; i++) view[from + i] = f(view[from + i], i);
              return answer;
            },
          })),
        };
      },
    });
    const sizeOf = (reference: number): number =>
      component.description.variables
        .find(({ valueReference }) => valueReference === reference)!
        .dimensions.reduce((n, d) => n * d, 1);
    const faults: [string, (x: number, i: number) => number, string][] = [
      ['M22', (x, i) => (i === 1 ? x + 1 : x), 'subassembly/matrices'],
      ['M12', (x) => -x, 'subassembly/forces'],
      ['M11', (x) => 1.01 * x, 'subassembly/forces'],
      ['Q1', (x) => 1.02 * x, 'subassembly/forces'],
      ['b2', () => 0, 'subassembly/forces'],
      ['v1', (x) => 2 * x, 'subassembly/motion'],
      ['q2', (x, i) => (i === 3 ? x + 1e-3 : x), 'subassembly/parameters'],
    ];
    // Quick tests run the first fault of each rule.
    const first = faults.filter(([, , id], i) => faults.findIndex((fault) => fault[2] === id) === i);
    for (const [member, f, id] of isFullTest ? faults : first) {
      const memberRules = rules.filter((rule) => rule.id === id);
      expect(await findingsByRule(spoilt(member, f), memberRules), member).toHaveProperty([id, 0]);
    }
  });
});
