import schema from '../../../schemas/waivers.schema.json' with { type: 'json' };
import { readJsonFile } from '../../util/json/read-json.ts';
import { nameHint, similarNames } from '../../util/nearest-name.ts';
import { printableName } from '../../util/printable.ts';
import { causeIdOf } from '../report/finding-groups.ts';
import { type CheckAnswers, type CheckResult, type Finding, withAnswers } from '../result/check-result.ts';
import { matchesGlob, namesRule } from './glob-pattern.ts';

/** Findings that are known and accepted, until a day. */
export interface Waiver {
  /** Id of a rule, a pattern with `*`, or an area. */
  readonly rule: string;
  /** File name of the FMU, with `*`. Default: every FMU. */
  readonly unit?: string;
  /** Name of a variable that the finding speaks of, with `*`. */
  readonly variable?: string;
  /** The finding's cause as the JSON report names it, with `*`. */
  readonly cause?: string;
  readonly reason: string;
  /** The last day on which it counts: `2027-01-31`. */
  readonly until?: string;
}

/**
 * Reads a file of waivers. Throws a UserError with file and line for what is not one.
 *
 * @example
 * const waivers = readWaivers('waivers.json');
 * for (const { rule, reason, until } of waivers) console.log(rule, reason, until ?? 'for ever');
 */
export function readWaivers(file: string): readonly Waiver[] {
  return readJsonFile<{ waivers: Waiver[] }>(file, { schema }).value.waivers;
}

/** Results with waived findings marked, and notes on the waivers. */
export interface WaiveResult {
  results: readonly (CheckResult & CheckAnswers)[];
  notes: readonly string[];
}

/**
 * Marks findings that a waiver covers on the given day (`2026-11-22`). An expired waiver covers
 * nothing, and causes a note.
 *
 * @example
 * const today = new Date().toISOString().slice(0, 10);
 * const waived = waive(results, readWaivers('waivers.json'), today);
 * for (const note of waived.notes) console.error(note);
 * process.stdout.write(terminalReport(waived.results));
 */
export function waive(
  results: readonly CheckResult[],
  waivers: readonly Waiver[],
  today: string,
): WaiveResult {
  const used = new Set<Waiver>();
  const ended = new Set<Waiver>();
  const mark = (file: string, finding: Finding): Finding => {
    for (const waiver of waivers.filter((candidate) => covers(candidate, file, finding))) {
      if (waiver.until !== undefined && waiver.until < today) {
        ended.add(waiver);
        continue;
      }
      used.add(waiver);
      const { reason, until } = waiver;
      return { ...finding, waived: { reason, ...(until !== undefined && { until }) } };
    }
    return finding;
  };
  const marked = results.map((result) =>
    withAnswers({
      ...result,
      verdicts: result.verdicts.map((verdict) => ({
        ...verdict,
        findings: verdict.findings.map((finding) => mark(result.file, finding)),
      })),
    }),
  );
  const notes = waivers.flatMap((waiver, n) => {
    const name = `Waiver ${n + 1}, of ${waiver.rule} (${waiver.reason}),`;
    if (ended.has(waiver))
      return [`${name} expired on ${waiver.until}: the findings that it covered count again.`];
    return used.has(waiver)
      ? []
      : [`${name} ${mistakeIn(waiver, results) ?? 'covers no finding. Remove it.'}`];
  });
  return { results: marked, notes };
}

/** Returns the mistake in a waiver that covers nothing, or undefined if its names exist. */
function mistakeIn({ rule, unit }: Waiver, results: readonly CheckResult[]): string | undefined {
  const rules = [...new Set(results.flatMap(({ verdicts }) => verdicts.map((verdict) => verdict.rule.id)))];
  if (rules.length > 0 && !rules.some((id) => namesRule(rule, id)))
    return `covers nothing: no rule ${printableName(rule)}. ${nearRule(rule, rules)}"fmu check --list" lists all.`;
  const units = results.map(({ file }) => nameOf(file));
  if (unit !== undefined && !units.some((name) => matchesGlob(unit, name)))
    return `covers nothing: no FMU ${printableName(unit)} in this run. ${nameHint(unit, units)}`;
  return undefined;
}

function nearRule(rule: string, rules: readonly string[]): string {
  const near = similarNames(rule, rules);
  return near.length === 0 ? '' : `Did you mean ${near.join(', ')}? `;
}

/** Most waivers by variable for one rule and FMU. Beyond it one waiver covers all variables. */
const mostByVariable = 20;

/**
 * Returns waivers for all findings that no waiver covers yet: by rule, FMU and, if each finding
 * names one, variable.
 */
export function waiversFor(results: readonly CheckResult[], reason: string): Waiver[] {
  return results.flatMap(({ file, verdicts }) =>
    verdicts.flatMap(({ rule, findings }) => {
      const open = findings.filter(({ waived }) => waived === undefined);
      if (open.length === 0) return [];
      const waiver = { rule: rule.id, unit: nameOf(file) };
      const variables = new Set<string | undefined>(open.map((finding) => namesIn(finding).at(0)));
      if (variables.has(undefined) || variables.size > mostByVariable) return [{ ...waiver, reason }];
      return [...variables].map(
        (variable): Waiver => ({ ...waiver, ...(variable !== undefined && { variable }), reason }),
      );
    }),
  );
}

const nameOf = (file: string): string => file.split(/[\\/]/).at(-1) ?? file;

/** Returns the names that a finding quotes. */
function namesIn({ message }: Finding): string[] {
  return [...message.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, quotedName]) => quotedName);
}

function covers({ rule, unit, variable, cause }: Waiver, file: string, finding: Finding): boolean {
  return (
    namesRule(rule, finding.rule) &&
    (unit === undefined || matchesGlob(unit, nameOf(file))) &&
    (variable === undefined || namesIn(finding).some((candidate) => matchesGlob(variable, candidate))) &&
    (cause === undefined || matchesGlob(cause, causeIdOf(finding)))
  );
}
