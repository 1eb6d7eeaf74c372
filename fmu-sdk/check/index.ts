/**
 * fmukit/check: FMUs are judged by rules, the toolkit's own and a user's.
 *
 * @packageDocumentation
 */

export { UserError } from '../util/user-error.ts';
export { injectFault, replaceCalls } from './behaviour/calls/fault-injection.ts';
export { quantity } from './behaviour/values/message-text.ts';
export { type CheckOptions, checkFmu } from './check-fmu.ts';
export { type Defect, defect } from './defect.ts';
export { type Example, fmi2, fmi3 } from './example/example-fmu.ts';
export { explain } from './report/explain-rule.ts';
export { groupsOf } from './report/finding-groups.ts';
export { jsonReport } from './report/json-report.ts';
export { junitReport } from './report/junit-report.ts';
export { sarifReport } from './report/sarif-report.ts';
export { terminalReport } from './report/terminal-report.ts';
export {
  type CheckResult,
  checkCoverageOf,
  type Finding,
  findingsOf,
  highestSeverity,
  type RuleResult,
  verdictOf,
} from './result/check-result.ts';
export type { BehaviourRule, FileRule, Rule } from './rule.ts';
export { behaviourRules, fileRules, standardRule, standardRules } from './rule-catalogue.ts';
export { compareReports, readReport } from './selection/earlier-report.ts';
export { failureOf } from './selection/failing-findings.ts';
export { readWaivers, type Waiver, waive } from './selection/waivers.ts';
export { type Severity, severities } from './severity.ts';
export type { Edition } from './standard/editions.ts';
