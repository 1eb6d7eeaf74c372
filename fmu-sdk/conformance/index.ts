// What may be relied on of the check: units are judged by rules, the toolkit's own and a user's.
export { behaviourRules, fileRules, standardRule, standardRules } from './catalogue.ts';
export { type CheckOptions, checkFmu } from './check.ts';
export { type Defect, defect } from './defect.ts';
export type { Bench, Plant } from './dynamic/bench.ts';
export { plant, replacing } from './dynamic/plant.ts';
export { type Probe, quantity } from './dynamic/probe.ts';
export type { Target } from './dynamic/target.ts';
export { type Example, fmi2, fmi3 } from './example/example.ts';
export type { Fmu } from './fmu/fmu.ts';
export type { Model } from './model/model.ts';
export { explain } from './report/explain.ts';
export { jsonReport } from './report/json.ts';
export { junitReport } from './report/junit.ts';
export { terminalReport } from './report/lines.ts';
export { sarifReport } from './report/sarif.ts';
export { type CheckResult, type Finding, findingsOf, type Verdict, worst } from './result.ts';
export type { About, BehaviourRule, FileRule, Rule, RuleOn, Severity } from './rule.ts';
export type { Subjects } from './subjects.ts';
