import type { Rule } from '../../fmu-sdk/check/rule.ts';
import { areaOf, behaviourRules, fileRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { cell, code, generatedFrom, markdownTable, sentence } from './markdown-table.ts';

/** Returns the clauses of a rule: `FMI 2.0: 2.2.6; FMI 3.0: 2.4.8`. */
function clauseOf({ fmi2, fmi3, other }: Rule): string {
  const clauses = [
    ...(fmi2 === undefined ? [] : [`FMI 2.0: ${fmi2}`]),
    ...(fmi3 === undefined ? [] : [`FMI 3.0: ${fmi3}`]),
    ...(other === undefined ? [] : [other]),
  ];
  return cell(clauses.join('; '));
}

function areaSection(area: string, rules: readonly Rule[]): string {
  const rows = rules.map((rule) => [
    code(rule.id),
    rule.severity,
    clauseOf(rule),
    cell(sentence(rule.title)),
  ]);
  return `### ${area}\n\n${markdownTable(['rule', 'severity', 'clause', 'what the rule checks'], rows)}`;
}

function sections(rules: readonly Rule[]): string {
  const areas = [...new Set(rules.map((rule) => areaOf(rule)))];
  return areas
    .map((area) =>
      areaSection(
        area,
        rules.filter((rule) => areaOf(rule) === area),
      ),
    )
    .join('\n');
}

/** Returns docs/reference/rules.md. */
export function rulesPage(): string {
  return `${generatedFrom('the rules in fmu-sdk/check/rules')}
# Rules

\`fmu check\` applies ${fileRules.length} rules to the files of an FMU and ${behaviourRules.length} to its behaviour.
\`fmu check --explain RULE\` explains a rule with examples. [Check an FMU](../guide/check.md) explains
severities and verdicts. Only findings of severity violation keep an FMU from conforming.

Clauses are those of FMI 2.0.5 and FMI 3.0.2, unless they name another standard.

## Rules on files

${sections(fileRules)}
## Rules on behaviour

${sections(behaviourRules)}`;
}
