import { expect, it } from 'vitest';
import { clauseOf } from '../../../fmu-sdk/check/rule.ts';
import { standardRules } from '../../../fmu-sdk/check/rule-catalogue.ts';

it('the identifiers, severities and clauses of all rules are equal to catalogue.snapshot.txt', async () => {
  const lines = standardRules.map((rule) => `${rule.id} (${rule.severity}; ${clauseOf(rule, undefined)})`);
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('catalogue.snapshot.txt');
});
