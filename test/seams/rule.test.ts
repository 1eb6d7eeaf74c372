import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { judgeTarget } from '../../fmu-sdk/check/behaviour/judge-target.ts';
import type { RuleContext } from '../../fmu-sdk/check/behaviour/rule-context.ts';
import { checkFmu } from '../../fmu-sdk/check/check-fmu.ts';
import { type BehaviourRule, faultOf, type Rule } from '../../fmu-sdk/check/rule.ts';
import { standardRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { subjectsOf } from '../../fmu-sdk/check/rule-subjects.ts';
import { specimenTarget } from '../check/dynamic/injected-faults.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { makeGain } from './support/gain.ts';

const folder = temporaryFolder('own-rule');
const unit = join(folder, 'gain.fmu');
beforeAll(() => makeGain(folder, 'gain', 3));

const about = { id: 'house/x', title: 'T', severity: 'advice', other: 'House, 1', explanation: 'E' } as const;
const defect = { message: 'It is wrong.', expected: 'right' };
const words = 'check: rule house/x';
const later = async (): Promise<never> => {
  throw new Error('mine');
};
const mend = 'Correct the code, or remove it.';

/** Returns a rule on files with these members, and its verdict. */
const verdict = async (change: object): Promise<unknown> => {
  const rule = { ...about, needs: 'description', *check() {}, ...change } as unknown as Rule;
  return (await checkFmu(unit, { rules: [rule] })).verdicts[0];
};

/** Applies a rule on behaviour with these members to a correct FMU. */
const judged = (change: object): Promise<unknown> => {
  const rule = { ...about, needs: 'behaviour', check() {}, ...change } as unknown as BehaviourRule;
  return judgeTarget(rule, specimenTarget(3, 'coSimulation'));
};

async function refused(outcome: Promise<unknown>, message: string): Promise<void> {
  const thrown = await outcome.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toMatchObject({ name: 'UserError', message });
}

describe('a custom rule', () => {
  it('a custom rule reports its findings', async () => {
    const span = { since: { fmi2: '2.0.1', fmi3: '3.0' }, until: {} };
    expect(await verdict(span)).toMatchObject({ status: 'passed' });
    expect(await verdict({ check: () => [defect] })).toMatchObject({ status: 'failed', findings: [defect] });
    expect(await judged({})).toEqual({ findings: [] });
  });

  const needs = ['behaviour', ...Object.keys(subjectsOf)].join(', ');
  const kinds = 'coSimulation, modelExchange, scheduledExecution';
  it.each<[object, string]>([
    [{ title: undefined }, 'lacks the text "title"'],
    [{ title: ' ' }, 'lacks the text "title"'],
    [{ explanation: 5 }, 'lacks the text "explanation"'],
    [{ other: 5 }, 'lacks the text "other"'],
    [{ fmi3: '' }, 'lacks the text "fmi3"'],
    [{ severity: 'nope' }, 'has "nope" in its "severity"; there are violation, robustness, advice'],
    [{ severity: undefined }, 'has an invalid "severity", expected one of violation, robustness, advice'],
    [{ needs: undefined }, `has an invalid "needs", expected one of ${needs}`],
    [{ needs: 'zzz' }, `has "zzz" in its "needs"; there are ${needs}`],
    [{ needs: 'toString' }, `has "toString" in its "needs"; there are ${needs}`],
    [{ interfaces: ['zzz'] }, `has "zzz" in its "interfaces"; there are ${kinds}`],
    [{ needs: 'behaviour', interfaces: ['zzz'] }, `has "zzz" in its "interfaces"; there are ${kinds}`],
    [{ interfaces: [] }, `has invalid "interfaces", expected a list of ${kinds}`],
    [{ interfaces: 'coSimulation' }, `has invalid "interfaces", expected a list of ${kinds}`],
    [{ needs: 'behaviour', stage: 'zzz' }, 'has "zzz" in its "stage"; there are load, instantiate, run'],
    [{ since: { fmi3: '2.0' } }, 'has "2.0" in its "since.fmi3"; there are 3.0, 3.0.1, 3.0.2, main'],
    [
      { until: { fmi2: 'zzz' } },
      'has "zzz" in its "until.fmi2"; there are 2.0, 2.0.1, 2.0.2, 2.0.3, 2.0.4, 2.0.5',
    ],
    [{ check: undefined }, 'lacks check() in its rule'],
    [{ inapplicableReason: 'x' }, 'lacks inapplicableReason() in its rule'],
    [{ skipReason: 'x' }, 'lacks skipReason() in its rule'],
  ])('%# refuses an invalid rule before anything runs', async (change, what) => {
    await refused(verdict({ check: later, ...change }), `${words} ${what}. ${mend}`);
  });

  it('a custom rule needs a unique id, also in the catalogue', async () => {
    for (const [id, others] of [
      ['house/x', [{ ...about, needs: 'description', check: () => [] } as Rule]],
      [standardRules[0].id, standardRules],
    ] as const) {
      const rule = { ...about, id, needs: 'description', check: () => [] } as Rule;
      await refused(
        checkFmu(unit, { rules: [...others, rule] }),
        `check: expected unique rule ids, got two rules with the id ${id}. Give one of them another id, or leave it out.`,
      );
    }
  });
});

describe('a rule on files', () => {
  it.each<[object, string]>([
    [{ check: later }, 'has an async check, but the call must be synchronous'],
    [{ check: async function* () {} }, 'has an async check, but the call must be synchronous'],
    [{ inapplicableReason: later }, 'has an async inapplicableReason, but the call must be synchronous'],
    [{ skipReason: later }, 'has an async skipReason, but the call must be synchronous'],
    [
      { inapplicableReason: () => false },
      'returns false from inapplicableReason, expected a text with the reason, or undefined',
    ],
    [
      { skipReason: () => null },
      'returns null from skipReason, expected a text with the reason, or undefined',
    ],
    [
      { check() {} },
      'returns undefined from check, expected an iterable of defects; write it as a generator, "*check"',
    ],
    [
      { check: () => 'no' },
      'returns "no" from check, expected an iterable of defects; write it as a generator, "*check"',
    ],
    [
      { check: () => defect },
      'returns an Object from check, expected an iterable of defects; write it as a generator, "*check"',
    ],
    [{ check: () => ['no'] }, 'yields "no", expected a defect with the texts "message" and "expected"'],
    [
      { check: () => [undefined] },
      'yields undefined, expected a defect with the texts "message" and "expected"',
    ],
    [{ check: () => [{}] }, 'yields an Object, expected a defect with the texts "message" and "expected"'],
    [
      { check: () => [{ message: 'M' }] },
      'yields an Object, expected a defect with the texts "message" and "expected"',
    ],
    [{ check: () => [{ ...defect, value: 5 }] }, 'yields a defect whose "value" is 5, expected a text'],
    [{ check: () => [{ ...defect, file: 5 }] }, 'yields a defect whose "file" is 5, expected a text'],
    [
      { check: () => [{ ...defect, severity: 'nope' }] },
      'yields a defect whose "severity" is "nope", expected one of violation, robustness, advice',
    ],
    [
      { check: () => [{ ...defect, at: 5 }] },
      'yields a defect whose "at" is 5, expected a position with "line" and "column"',
    ],
  ])('%# a custom rule on files must give valid defects', async (change, what) => {
    await refused(verdict(change), `${words} ${what}. ${mend}`);
  });
});

describe('a rule on behaviour', () => {
  it.each<[object, string]>([
    [
      { check: async (context: RuleContext) => context.report(await context.open(), 'no' as never) },
      'reports "no", expected a defect with the texts "message" and "expected"',
    ],
    [
      { check: (context: { report(defect: object): void }) => context.report(defect) },
      'reports undefined, expected a defect with the texts "message" and "expected"',
    ],
    [{ *check() {} }, 'returns defects from check, where they are ignored; report them with context.report'],
    [
      { async *check() {} },
      'returns defects from check, where they are ignored; report them with context.report',
    ],
    [
      { check: async () => [defect] },
      'returns defects from check, where they are ignored; report them with context.report',
    ],
    [{ inapplicableReason: later }, 'has an async inapplicableReason, but the call must be synchronous'],
    [
      { inapplicableReason: () => 5 },
      'returns 5 from inapplicableReason, expected a text with the reason, or undefined',
    ],
  ])('%# a custom rule on behaviour must give valid defects', async (change, what) => {
    await refused(judged(change), `${words} ${what}. ${mend}`);
  });

  it('a custom rule on behaviour appears by name if it fails in inapplicableReason', async () => {
    const inapplicableReason = (): never => {
      throw new TypeError('mine');
    };
    await expect(judged({ inapplicableReason })).rejects.toThrow(
      /^check .*: rule house\/x fails: TypeError: mine \(.*rule\.test.*\)\. Correct the rule, or leave it out\.$/,
    );
  });

  it.each(['reach', 'goToPhase', 'leaveInitialization'] as const)(
    'a custom rule on behaviour fails if it goes to an unknown state by %s',
    async (method) => {
      const check = async (context: RuleContext): Promise<void> =>
        (await context.open())[method]('nowhere' as never);
      await expect(judged({ check })).rejects.toThrow(
        new RegExp(
          `rule house/x fails: TypeError: ${method}\\(nowhere\\): expected a state of an FMU, one of instantiated, .*, terminated \\(.*rule\\.test.*\\)\\. Correct the rule`,
        ),
      );
    },
  );
});

describe('the location of an error in a rule', () => {
  const place = (...frames: string[]): string => {
    const error = Object.assign(new Error('mine'), { stack: ['Error: mine', ...frames].join('\n') });
    return faultOf({ ...about }, 'x', error).message;
  };
  const packageFrame = new Error()
    .stack!.split('\n')[1]
    .replace(/test.seams.rule.test.ts.*$/, 'fmu-sdk/check/');
  const inPackage = `    at f (${packageFrame.replace(/^.*?\(|^ *at /, '')}a.ts:1:2)`;

  it('an error in a rule names the code of the rule as its location, or no location', () => {
    expect(place(inPackage, '    at check (/mine.mjs:3:4)', inPackage)).toContain(
      'fails: Error: mine (check (/mine.mjs:3:4)).',
    );
    expect(place(inPackage, '    at async main (/main.mjs:3:4)')).toContain('fails: Error: mine.');
  });
});
