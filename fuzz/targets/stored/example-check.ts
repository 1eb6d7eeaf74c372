import {
  type CheckAnswers,
  type CheckResult,
  findingOf,
  withAnswers,
} from '../../../fmu-sdk/check/result/check-result.ts';
import { standardRules } from '../../../fmu-sdk/check/rule-catalogue.ts';

/** Returns the result of a check with three findings, which quote this text. */
export function resultWith(text: string): CheckResult & CheckAnswers {
  const declared = standardRules.filter(({ id }) => id.startsWith('variable/')).slice(0, 4);
  return withAnswers({
    file: 'folder/example.fmu',
    fmiVersion: '3.0',
    verdicts: declared.map((rule, k) => ({
      rule,
      status: k < 3 ? 'failed' : 'passed',
      findings:
        k < 3
          ? [
              findingOf(
                rule,
                '3.0',
                {
                  message: `variable "${text}": start is ${k}`,
                  expected: `start of "${text}" is 1`,
                  value: text,
                },
                { place: { file: 'modelDescription.xml', line: 3 + k, column: 5 } },
              ),
            ]
          : [],
    })),
  });
}

export const resultOf: CheckResult & CheckAnswers = resultWith('x');
