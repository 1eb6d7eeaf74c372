import { valueText } from '../util/printable.ts';
import { UserCode } from '../util/user-code.ts';
import { UserError } from '../util/user-error.ts';
import type { FmiVersion } from './model/fmi-version.ts';
import { isOnBehaviour, type Rule, type RuleDeclaration, versionsOf } from './rule.ts';
import { subjectsOf } from './rule-subjects.ts';
import { severities } from './severity.ts';
import { editions, versionOfEdition } from './standard/editions.ts';
import { interfaceKinds } from './standard/interface-kinds.ts';

const needs: readonly string[] = ['behaviour', ...Object.keys(subjectsOf)];
const stages: readonly string[] = ['load', 'instantiate', 'run'];

/** A rule, as messages name it. */
export function ruleCode({ id }: RuleDeclaration): UserCode {
  return new UserCode(`check: rule ${id}`);
}

/** Rejects rules with duplicate ids and invalid rules from untyped code. */
export function requireRules(rules: readonly Rule[]): void {
  const ids = new Set<string>();
  for (const rule of rules) {
    const { id } = rule ?? {};
    if (typeof id !== 'string' || !/^[a-z0-9-]+\/[a-z0-9-]+$/.test(id))
      throw new UserError(`check: expected a rule id, got "${id}". Use the form area/rule in small letters.`);
    if (ids.has(id))
      throw new UserError(
        `check: expected unique rule ids, got two rules with the id ${id}. Give one of them another id, or leave it out.`,
      );
    requireRule(rule);
    ids.add(id);
  }
}

/** Refuses a rule that lacks a member, or has another in its place. */
function requireRule(rule: Rule): void {
  const code = ruleCode(rule);
  requireWords(rule, code);
  requireOneOf(code, 'severity', rule.severity, severities);
  requireOneOf(code, 'needs', rule.needs, needs);
  requireInterfaces(rule, code);
  requireSpan(rule, code);
  if (isOnBehaviour(rule) && rule.stage !== undefined) requireOneOf(code, 'stage', rule.stage, stages);
  code.requireMembers(
    'rule',
    rule,
    'check',
    ...(['inapplicableReason', 'skipReason'] as const).filter((candidate) => isGiven(rule, candidate)),
  );
}

/** Requires the texts that reports show. */
function requireWords(rule: Rule, code: UserCode): void {
  for (const member of ['title', 'explanation'] as const)
    if (!isText(rule[member])) code.refuse(`lacks the text "${member}"`);
  if (versionsOf(rule).length === 0)
    throw new UserError(
      `check: rule ${rule.id} lacks a clause. Give it fmi2, fmi3 or, for another standard, other.`,
    );
  for (const member of ['fmi2', 'fmi3', 'other'] as const)
    if (isGiven(rule, member) && !isText(rule[member])) code.refuse(`lacks the text "${member}"`);
}

function requireInterfaces({ interfaces }: RuleDeclaration, code: UserCode): void {
  if (interfaces === undefined) return;
  if (!Array.isArray(interfaces) || interfaces.length === 0)
    code.refuse(`has invalid "interfaces", expected a list of ${interfaceKinds.join(', ')}`);
  for (const kind of interfaces) requireOneOf(code, 'interfaces', kind, interfaceKinds);
}

/** Editions between which it holds. */
function requireSpan(rule: Rule, code: UserCode): void {
  for (const member of ['since', 'until'] as const) {
    const { fmi2, fmi3 } = Object(rule[member]) as NonNullable<RuleDeclaration['since']>;
    if (fmi2 !== undefined) requireOneOf(code, `${member}.fmi2`, fmi2, editionsOf('2.0'));
    if (fmi3 !== undefined) requireOneOf(code, `${member}.fmi3`, fmi3, editionsOf('3.0'));
  }
}

function editionsOf(version: FmiVersion): readonly string[] {
  return editions.filter((edition) => versionOfEdition(edition) === version);
}

function requireOneOf(code: UserCode, member: string, value: unknown, words: readonly string[]): void {
  if (words.includes(value as string)) return;
  if (value === undefined) code.refuse(`has an invalid "${member}", expected one of ${words.join(', ')}`);
  code.refuse(`has "${valueText(value)}" in its "${member}"; there are ${words.join(', ')}`);
}

function isGiven(rule: Rule, member: string): boolean {
  return (rule as unknown as Record<string, unknown>)[member] !== undefined;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
