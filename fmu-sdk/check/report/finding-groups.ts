import { sentence } from '../defect.ts';
import { type CauseKind, causeName } from '../result/cause.ts';
import type { Finding } from '../result/check-result.ts';
import { highestSeverityOf, type Severity, severities } from '../severity.ts';

/** Finding, with all binaries and interfaces on which it occurs. */
export interface Variant extends Finding {
  targets: string[];
}

/**
 * All findings of one cause: those of one rule, or those of every rule that met one crash or
 * refusal.
 */
export interface FindingGroup {
  /** Stable identifier: `crash fmi3DoStep SIGSEGV`, or rule and severity. */
  id: string;
  kind: CauseKind | 'rule';
  /** The gravest of its findings. */
  severity: Severity;
  rules: string[];
  clause: string;
  findings: Finding[];
  /** Findings of a single rule. Equal findings on several targets are merged. */
  variants: Variant[];
}

/**
 * Findings by cause, in the order of what matters most to who must mend the FMU.
 *
 * @example
 * for (const { id, findings } of groupsOf(findingsOf(result))) console.log(id, findings.length);
 */
export function groupsOf(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const id = causeIdOf(finding);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [finding]);
    else group.push(finding);
  }
  const all = [...groups].map(([id, members]) => groupOf(id, members));
  return all.sort(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || rankOf(a) - rankOf(b),
  );
}

/** Returns the key by which findings are grouped. */
export function causeIdOf({ cause, rule, severity }: Finding): string {
  return cause === undefined ? `${rule} ${severity}` : causeName(cause);
}

function groupOf(id: string, members: Finding[]): FindingGroup {
  const worst = highestSeverityOf(members.map((finding) => finding.severity))!;
  // The first of the gravest speaks for all.
  const findings = [...members].sort(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity),
  );
  return {
    id,
    kind: findings[0].cause?.kind ?? 'rule',
    severity: worst,
    rules: [...new Set(findings.map(({ rule }) => rule))],
    clause: findings[0].clause,
    findings,
    variants: variantsOf(findings),
  };
}

function variantsOf(findings: readonly Finding[]): Variant[] {
  const variants = new Map<string, Variant>();
  for (const finding of findings) {
    const { rule, message, value, expected, place, target } = finding;
    const key = JSON.stringify([rule, message, value, expected, place]);
    const same = variants.get(key);
    if (same === undefined || target === undefined)
      variants.set(same === undefined ? key : `${key} ${variants.size}`, {
        ...finding,
        targets: target === undefined ? [] : [target],
      });
    else if (!same.targets.includes(target)) same.targets.push(target);
  }
  return [...variants.values()];
}

/** Returns the place of a finding: `modelDescription.xml:12:5: `, `x86_64-linux, co-simulation: `. */
export function placeOf({ place, target }: Pick<Finding, 'place' | 'target'>): string {
  const on = target === undefined ? '' : `${target}: `;
  if (place === undefined) return on;
  const { file, line, column } = place;
  return `${line === undefined ? file : `${file}:${line}:${column}`}: ${on}`;
}

/**
 * Returns what was expected, and what the FMU has or answers unless the message tells it:
 * `Expected: ok. Got: error.`
 */
export function expectation({
  message,
  expected,
  value,
}: Pick<Finding, 'message' | 'expected' | 'value'>): string {
  const isTold = value === undefined || message.toLowerCase().includes(value.toLowerCase());
  return `Expected: ${sentence(expected)}${isTold ? '' : ` Got: ${sentence(value)}`}`;
}

/** Returns the number of causes of each severity, as `countText` does, or `nothing found`. */
export function summary(findings: readonly Finding[]): string {
  return findings.length === 0 ? 'nothing found' : countText(groupsOf(findings));
}

/** Returns the number of causes of each severity: `1 violation, 2 of robustness, 3 of advice`. */
export function countText(groups: readonly FindingGroup[]): string {
  return severities
    .map((severity) => [groups.filter((group) => group.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => {
      if (severity !== 'violation') return `${count} of ${severity}`;
      return count === 1 ? '1 violation' : `${count} violations`;
    })
    .join(', ');
}

/** Rules whose findings prevent any use of the FMU, in the order of an importer's work. */
const stops = [
  /^archive\/(readable|one-piece|encryption|compression|version-needed|duplicate|escape|description-present)$/,
  /^xml\//,
  /^description\/(version-known|interface-present)$/,
  /^schema\//,
  /^(archive\/implementation|binary\/(library-present|readable|format|architecture|(.*-)?functions))$/,
  /^wasm\/(readable|component|world|version)$/,
  /^load\/(version|types-platform|instantiates)$/,
  /^run\/steps$/,
];

/**
 * Areas of rules by the cost of their defects: first wrong results, then failures of some
 * importers.
 */
const costs = [
  ['run', 'step', 'event', 'memory', 'derivative', 'states', 'ticking'],
  ['value', 'order', 'load', 'robust'],
  ['variable', 'structure', 'clock', 'clocked', 'type', 'interface', 'binary', 'wasm'],
  ['description', 'unit', 'experiment', 'archive'],
];

/** Subjects of causes, from the worst to the mildest for an importer. */
const subjects = ['crashes', 'loading', 'refused calls', 'results', 'values and calls', 'description'];

/**
 * Returns the number of violations by their subject:
 * `crashes (1), results (2), description (1)`.
 */
export function subjectText(groups: readonly FindingGroup[]): string {
  const counts = subjects.map(() => 0);
  for (const group of groups) if (group.severity === 'violation') counts[subjectOf(rankOf(group))]++;
  return subjects
    .map((subject, k) => `${subject} (${counts[k]})`)
    .filter((_, k) => counts[k] > 0)
    .join(', ');
}

function subjectOf(rank: number): number {
  const refusal = 1 + stops.length;
  if (rank === 0) return 0;
  if (rank < refusal) return 1;
  return Math.min(rank - refusal + 2, subjects.length - 1);
}

/**
 * Returns the rank of a cause among those of its severity. Crashes come first, then causes that
 * stop a simulation.
 */
function rankOf({ kind, rules }: FindingGroup): number {
  if (kind === 'crash') return 0;
  const places = rules.map((rule) => stops.findIndex((stop) => stop.test(rule))).filter((n) => n >= 0);
  if (places.length > 0) return 1 + Math.min(...places);
  const first = 1 + stops.length;
  if (kind === 'refusal') return first;
  const cost = costs.findIndex((areas) => areas.includes(rules[0].split('/')[0]));
  return first + 1 + (cost < 0 ? costs.length : cost);
}
