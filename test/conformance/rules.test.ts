import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { staticRules } from '../../fmu-sdk/conformance/catalogue.ts';
import { type Example, fmuOf } from '../../fmu-sdk/conformance/example/example.ts';
import { showExample } from '../../fmu-sdk/conformance/example/show.ts';
import { findingsOf } from '../../fmu-sdk/conformance/result.ts';
import { runStatic } from '../../fmu-sdk/conformance/run.ts';
import { root } from '../run-fmu.ts';

/** Ids of the rules that find something in an example. */
function found(example: Example): string[] {
  return [...new Set(findingsOf(runStatic(fmuOf(example), staticRules)).map((finding) => finding.rule))];
}

describe('each static rule', () => {
  it.each(staticRules.map((rule) => [rule.id, rule] as const))(
    '%s finds its failing examples, it alone, and nothing in its passing ones',
    (id, rule) => {
      expect(rule.pass.length).toBeGreaterThan(0);
      expect(rule.fail.length).toBeGreaterThan(0);
      for (const example of rule.fail) expect(found(example), showExample(example)).toEqual([id]);
      for (const example of rule.pass) {
        expect(found(example), showExample(example)).toEqual([]);
        expect(rule.judge(fmuOf(example)), showExample(example)).toHaveProperty('problems');
      }
    },
  );
});

describe('the catalogue', () => {
  it('has one file a rule, whose path is the id', () => {
    const areas = [...new Set(staticRules.map((rule) => rule.id.split('/')[0]))];
    const files = areas.flatMap((area) =>
      readdirSync(join(root, 'fmu-sdk/conformance/rules', area))
        .filter((name) => name !== 'index.ts')
        .map((name) => `${area}/${name.replace(/\.ts$/, '')}`),
    );
    expect(staticRules.map((rule) => rule.id).sort()).toEqual(files.sort());
  });

  it('has at least 150 static rules, each with a clause', () => {
    expect(staticRules.length).toBeGreaterThanOrEqual(150);
    for (const rule of staticRules) expect(rule.fmi2 ?? rule.fmi3 ?? rule.other, rule.id).toBeDefined();
  });

  it('finds nothing in the minimal units', () => {
    for (const fmi of ['2.0', '3.0'] as const) {
      expect(found({ fmi })).toEqual([]);
      expect(found({ fmi, files: {} })).toEqual([]);
    }
  });
});
