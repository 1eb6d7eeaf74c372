import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Target } from '../../../fmu-sdk/check/behaviour/check-target.ts';
import { RuleSkipped } from '../../../fmu-sdk/check/behaviour/fmu-probe.ts';
import { judgeTarget } from '../../../fmu-sdk/check/behaviour/judge-target.ts';
import type { InjectedFault } from '../../../fmu-sdk/check/behaviour/rule-context.ts';
import type { Example } from '../../../fmu-sdk/check/example/example-fmu.ts';
import { showExample } from '../../../fmu-sdk/check/example/show-example.ts';
import { explain } from '../../../fmu-sdk/check/report/explain-rule.ts';
import { findingsOf, type RuleOutcome } from '../../../fmu-sdk/check/result/check-result.ts';
import {
  type BehaviourRule,
  clauseOf,
  isOnBehaviour,
  type Rule,
  versionsOf,
} from '../../../fmu-sdk/check/rule.ts';
import { areaOf, behaviourRules, fileRules, standardRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { judgeFiles, runOnFiles } from '../../../fmu-sdk/check/run-file-rules.ts';
import { severities } from '../../../fmu-sdk/check/severity.ts';
import { interfaceKinds } from '../../../fmu-sdk/check/standard/interface-kinds.ts';
import type { InterfaceKind } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { notEmpty } from '../../not-empty.ts';
import { root } from '../../run-fmu.ts';
import { spread } from '../../width.ts';
import { forms, specimenTarget } from '../dynamic/injected-faults.ts';
import { specimenDescription } from '../dynamic/specimen.ts';
import { fmuOf } from '../fmu-of-example.ts';
import { sentenceFault } from '../sentence.ts';

const byId = <R extends Rule>(rules: readonly R[]): [string, R][] =>
  notEmpty('rules', rules).map((rule) => [rule.id, rule]);

/** Ids of the rules that find something in an example. */
function rulesWithFindings(example: Example): string[] {
  return [...new Set(findingsOf(runOnFiles(fmuOf(example), fileRules)).map((finding) => finding.rule))];
}

function messages(judgement: RuleOutcome): string[] {
  return 'findings' in judgement ? judgement.findings.map(({ message }) => message) : [];
}

/** Returns the results of a rule on everything that it must find. */
async function planted(rule: Rule): Promise<RuleOutcome[]> {
  if (!isOnBehaviour(rule))
    return notEmpty(`failing examples of ${rule.id}`, rule.fail ?? []).map((example) =>
      judgeFiles(rule, fmuOf(example)),
    );
  return Promise.all(
    notEmpty(`plants of ${rule.id}`, rule.faults ?? []).map((fault) => judgePlant(rule, fault)),
  );
}

function judgePlant(rule: BehaviourRule, fault: InjectedFault): Promise<RuleOutcome> {
  return judgeTarget(rule, specimenTarget(fault.fmi, fault.kind, fault));
}

describe('every rule', () => {
  it.each(byId(standardRules))('%s declares all required members', (id, rule) => {
    expect(id).toMatch(/^[a-z]+(\/[a-z0-9]+(-[a-z0-9]+)*)$/);
    expect(rule.title).toMatch(/^\S.*[^.!?\s]$/);
    expect(severities).toContain(rule.severity);
    expect(rule.explanation).toMatch(/^\S.*[.)]$/s);
    expect(clauseOf(rule, undefined)).toMatch(/^\S+.*, \S/);
    for (const clause of [rule.fmi2, rule.fmi3]) expect(clause ?? '1').toMatch(/^\d/);
    expect(rule.interfaces ?? interfaceKinds).not.toEqual([]);
    expect(new Set(interfaceKinds)).toEqual(new Set([...interfaceKinds, ...(rule.interfaces ?? [])]));
  });

  it.each(byId(spread(standardRules, 60)))('the explanation of %s contains all its tests', (id, rule) => {
    const text = explain(rule);
    for (const part of [id, rule.title, rule.explanation, clauseOf(rule, undefined)])
      expect(text).toContain(part);
    const examples = isOnBehaviour(rule) ? rule.faults : [...rule.pass!, ...rule.fail!];
    expect(text.match(/^(Passes|Fails):/gm)?.length).toBe(examples!.length);
  });

  it.each(byId(standardRules))('%s reports its findings as sentences', async (id, rule) => {
    for (const judgement of await planted(rule)) {
      const findings = 'findings' in judgement ? judgement.findings : [];
      for (const finding of notEmpty(`findings of ${id}`, findings)) {
        expect(finding.rule).toBe(id);
        expect(severities.indexOf(finding.severity)).toBeGreaterThanOrEqual(
          severities.indexOf(rule.severity),
        );
        expect(sentenceFault(finding.message), finding.message).toBeUndefined();
        // Completes “Expected: …”, so it does not end with a full stop.
        expect(finding.expected).toMatch(/^\S(.*[^.\s])?$/s);
        expect(finding.place === undefined).toBe(isOnBehaviour(rule));
        expect(finding.target === undefined).toBe(!isOnBehaviour(rule));
      }
    }
  });
});

describe('every rule on files', () => {
  it.each(byId(fileRules))(
    '%s alone finds its failing examples, and finds nothing in the others',
    (id, rule) => {
      expect(rule.pass?.length).toBeGreaterThan(0);
      expect(rule.fail?.length).toBeGreaterThan(0);
      for (const example of rule.fail!)
        expect(rulesWithFindings(example), showExample(example)).toEqual([id]);
      for (const example of rule.pass!) {
        expect(rulesWithFindings(example), showExample(example)).toEqual([]);
        expect(judgeFiles(rule, fmuOf(example)), showExample(example)).toHaveProperty('findings');
      }
    },
  );

  it.each(byId(fileRules))('%s applies to the FMI versions that it cites, and to no other', (_, rule) => {
    const versions = versionsOf(rule);
    for (const fmi of ['2.0', '3.0'] as const)
      expect('inapplicable' in judgeFiles(rule, fmuOf({ fmi, files: {} })) || versions.includes(fmi)).toBe(
        true,
      );
    for (const { fmi } of [...rule.pass!, ...rule.fail!]) expect(versions).toContain(fmi);
  });

  it.each(byId(fileRules.filter((rule) => rule.interfaces !== undefined)))(
    '%s does not apply to an FMU without its kinds of interface',
    (_, rule) => {
      const others = { '2.0': 'ModelExchange', '3.0': 'ScheduledExecution' } as const;
      for (const example of rule.fail!) {
        const kind = rule.interfaces!.includes('coSimulation') ? others[example.fmi] : 'CoSimulation';
        const unit = fmuOf({ ...example, interfaces: `<${kind} modelIdentifier="unit"/>` });
        expect(judgeFiles(rule, unit)).toHaveProperty('inapplicable');
      }
    },
  );
});

describe('every rule on behaviour', () => {
  it.each(byId(behaviourRules))('%s finds nothing in a conforming FMU', async (_, rule) => {
    for (const [fmi, kind] of forms) {
      const judgement = await judgeTarget(rule, specimenTarget(fmi, kind));
      expect(messages(judgement)).toEqual([]);
      expect('skipped' in judgement ? judgement.skipped : undefined).toBeUndefined();
    }
  });

  it.each(byId(behaviourRules))('%s has an injected fault', (_, rule) => {
    expect(rule.faults?.length).toBeGreaterThan(0);
  });

  const faultCases = behaviourRules.flatMap((rule) =>
    rule.faults!.map((fault): [string, string, typeof rule, InjectedFault] => [
      rule.id,
      fault.claim,
      rule,
      fault,
    ]),
  );
  // What they find is asked for above too, of each.
  it.each(spread(faultCases, 20))('%s finds: %s', async (_id, _says, rule, fault) => {
    expect(messages(await judgePlant(rule, fault)).length).toBeGreaterThan(0);
  });

  it.each(byId(spread(behaviourRules, 30)))(
    '%s runs only FMUs of its versions and kinds of interface',
    async (_, rule) => {
      for (const [fmi, kind] of forms) {
        const target = specimenTarget(fmi, kind);
        let opened = 0;
        const judgement = await judgeTarget(rule, {
          ...target,
          open: () => {
            opened++;
            return target.open();
          },
        });
        const declared = versionsOf(rule).includes(`${fmi}.0`) && (rule.interfaces ?? [kind]).includes(kind);
        expect(declared || opened === 0).toBe(true);
        expect(declared || 'inapplicable' in judgement).toBe(true);
      }
    },
  );

  it('a rule applies to each kind of interface that it declares, and to all without a declaration', async () => {
    const silent: string[] = [];
    for (const rule of behaviourRules) {
      const kinds = new Set<string>();
      for (const target of allSorts(rule))
        if (!('inapplicable' in (await judgeTarget(rule, target)))) kinds.add(target.kind);
      const missing = (rule.interfaces ?? kindsOf(rule)).filter((kind) => !kinds.has(kind));
      if (missing.length > 0) silent.push(`${rule.id}: ${missing.join(', ')}`);
    }
    expect(silent).toEqual([]);
  });
});

/** FMI 2.0 does not have scheduled execution. */
function kindsOf(rule: Rule): readonly InterfaceKind[] {
  return versionsOf(rule).includes('3.0') ? interfaceKinds : ['coSimulation', 'modelExchange'];
}

/**
 * Returns targets that cannot be opened, described with all flags, without flags, as injected
 * faults are, with and without a Clock.
 */
function allSorts(rule: BehaviourRule): Target[] {
  const tick = specimenDescription(3, 'scheduledExecution').variables.find(({ type }) => type === 'Clock')!;
  type Describe = NonNullable<InjectedFault['describe']>;
  const asItIs: Describe = (description) => description;
  const sorts = [
    ...forms.map(([fmi, kind]) => ({ fmi, kind, describe: asItIs })),
    ...rule.faults!.map(({ fmi, kind, describe = asItIs }) => ({ fmi, kind, describe })),
  ];
  return sorts.flatMap(({ fmi, kind, describe: described }) =>
    [true, 'partly', false].map((flag) => {
      const target = specimenTarget(fmi, kind);
      const description = described(target.description);
      const flags = {
        canGetAndSetFMUState: flag !== false,
        canSerializeFMUState: flag === true,
        providesDirectionalDerivatives: flag === true,
        providesAdjointDerivatives: flag === true,
        hasEventMode: flag === true,
      };
      return {
        ...target,
        description: {
          ...description,
          variables: flag === false ? description.variables : [...description.variables, tick],
          [kind]: { ...description[kind], ...flags },
        },
        open: () => Promise.reject(new RuleSkipped('it is not run here')),
      };
    }),
  );
}

describe('the catalogue', () => {
  it('all rules have unique ids', () => {
    expect(new Set(standardRules.map((rule) => rule.id)).size).toBe(standardRules.length);
  });

  it('minimal FMUs pass every rule', () => {
    for (const fmi of ['2.0', '3.0'] as const) {
      expect(rulesWithFindings({ fmi })).toEqual([]);
      expect(rulesWithFindings({ fmi, files: {} })).toEqual([]);
    }
  });

  it('each rule is in the file of its id, or in a family of its area or name', async () => {
    const folder = join(root, 'fmu-sdk/check/rules');
    const files = readdirSync(folder, { recursive: true })
      .map(String)
      .filter((path) => path.endsWith('.ts'));
    const exportedRules: Rule[] = [];
    for (const file of files) {
      const [exported] = Object.values(await import(join(folder, file))) as (Rule | readonly Rule[])[];
      // A folder between the area and the file only sorts.
      const place = file.replace(/\.ts$/, '').replace(/\/.*\//, '/');
      if (!Array.isArray(exported)) expect((exported as Rule).id).toBe(place);
      for (const rule of [exported].flat() as Rule[]) {
        exportedRules.push(rule);
        const name = place.includes('/') ? areaOf(rule) : `${areaOf(rule)} ${rule.id.split('-').at(-1)}`;
        expect(name.split(' '), rule.id).toContain(place.split('/')[0]);
      }
    }
    expect(new Set(exportedRules)).toEqual(new Set(standardRules));
  });
});
