import type { Archive } from '../../archive/archive.ts';
import { contentOfZip } from '../../check/fmu/read-fmu-content.ts';
import type { Finding } from '../../check/result/check-result.ts';
import { isOnBehaviour } from '../../check/rule.ts';
import { runOnFiles } from '../../check/run-file-rules.ts';
import { UserError } from '../../util/user-error.ts';

/**
 * Compares the findings of the rules on files before and after the edits. Throws a UserError for a
 * rule with more violations than before. Other new findings become notes.
 */
export async function requireNoNewFindings(
  operation: string,
  before: Archive,
  after: Archive,
  notes: string[],
): Promise<void> {
  const [old, now] = [await findingsOf(before), await findingsOf(after)];
  for (const [rule, findings] of now) {
    const earlier = old.get(rule) ?? [];
    if (findings.length <= earlier.length) continue;
    const known = new Set(earlier.map(({ message }) => message));
    const { severity, message, expected } =
      findings.find((finding) => !known.has(finding.message)) ?? findings[0];
    // A name is the choice of the user, who may restore one that was there before.
    if (severity !== 'violation' || rule.startsWith('naming/'))
      notes.push(`fmu check has a new finding (${rule}): ${message.replace(/\.$/, '')}`);
    else
      throw new UserError(
        `${operation}: the edited FMU would violate the rule ${rule}: ${message.replace(/\.$/, '')}, expected ${expected}. Change the edits.`,
      );
  }
}

async function findingsOf({ file, content }: Archive): Promise<Map<string, Finding[]>> {
  const { standardRules } = await import('../../check/rule-catalogue.ts');
  const rules = standardRules.filter((rule) => !isOnBehaviour(rule));
  const { verdicts } = runOnFiles(await contentOfZip(file, content.zip), rules);
  return new Map(verdicts.map(({ rule, findings }) => [rule.id, [...findings]]));
}
