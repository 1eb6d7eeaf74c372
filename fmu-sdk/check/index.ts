/**
 * fmukit/check: units are judged by rules, the toolkit's own and a user's.
 *
 * @packageDocumentation
 */

export type { Deviation } from '../archive/smoke-test/result-deviation.ts';
export type * from '../description/description.ts';
export type {
  Ahead,
  Calls,
  Copying,
  ElementDependency,
  Fraction,
  InstantiateOptions,
  InterfaceKind,
  Intermediate,
  LogMessage,
  NumericType,
  Op,
  Polynomials,
  Posted,
  register,
  Status as CallStatus,
  StepStatusKind,
  status,
  Trespass,
  TrespassKind,
  trespassKinds,
  UnitBytes,
  UnitGone,
  Values,
  Watch,
} from '../host/fmi-api.ts';
export type { NumericArray } from '../host/instance.ts';
export type { Permission, permissions } from '../host/sandbox-permissions.ts';
export type { UnitCopy } from '../host/state/instance-copy.ts';
export type { SignaturePolicy } from '../sign/signature-policy.ts';
export { UserError } from '../util/user-error.ts';
export type { Position } from '../util/xml/text-position.ts';
export type { XmlAttribute, XmlElement } from '../util/xml/xml-element.ts';
export type { XmlError } from '../util/xml/xml-error.ts';
export type { Source } from '../util/xml/xml-source.ts';
export type { Footprint, Opened, Target } from './behaviour/check-target.ts';
export { plant, replacing } from './behaviour/fault-injection.ts';
export type { Phase, phases } from './behaviour/fmi-phases.ts';
export type { Experiment, Probe, Reading, Value } from './behaviour/fmu-probe.ts';
export { quantity } from './behaviour/message-text.ts';
export type { Bench, Plant } from './behaviour/rule-context.ts';
export type { Budget, Clocked } from './behaviour/time-budget.ts';
export type { Component } from './binary/component-binary.ts';
export type { Architecture, Headers } from './binary/library-headers.ts';
export type { SharedLibrary } from './binary/shared-library.ts';
export type { Cause, CauseKind } from './cause.ts';
export { type CheckOptions, checkFmu } from './check-fmu.ts';
export {
  type CheckResult,
  type Finding,
  findingsOf,
  type Place,
  type Status,
  type Verdict,
  worst,
} from './check-result.ts';
export { type Conclusion, conclusionOf, type Extent, extentOf } from './check-verdict.ts';
export { type Defect, defect } from './defect.ts';
export { compared, type EarlierReport, readReport } from './earlier-report.ts';
export { type Example, fmi2, fmi3, type Parts } from './example/example-fmu.ts';
export { failureOf } from './failing-findings.ts';
export type { Files, Fmu } from './fmu/fmu-files.ts';
export type { Document } from './fmu/xml-document.ts';
export type { Library } from './fmu-libraries.ts';
export type { Platform } from './model/binary-platform.ts';
export type { Model, TypeDefinition as DeclaredType } from './model/checked-model.ts';
export type { FmiVersion } from './model/fmi-version.ts';
export type {
  ListName,
  listNames,
  Structure,
  Unknown as ListedUnknown,
} from './model/model-structure-lists.ts';
export type { Variable as DeclaredVariable } from './model/model-variable.ts';
export type { Tried, TriedOn, WantedResults } from './oracle/reference-results.ts';
export { explain } from './report/explain-rule.ts';
export { type FindingGroup, groupsOf, type Variant } from './report/finding-groups.ts';
export { jsonReport } from './report/json-report.ts';
export { junitReport } from './report/junit-report.ts';
export { sarifReport } from './report/sarif-report.ts';
export { type TerminalOptions, terminalReport } from './report/terminal-report.ts';
export type { About, BehaviourRule, FileRule, Rule, RuleOn } from './rule.ts';
export { behaviourRules, fileRules, standardRule, standardRules } from './rule-catalogue.ts';
export type { RuleSelection } from './rule-selection.ts';
export type { Subjects } from './rule-subjects.ts';
export { type Failure, type RuleClass, ruleClasses } from './severity.ts';
export type { Edition, Edition2, Edition3, Judging, Span } from './standard/editions.ts';
export { readWaivers, type Waived, type Waiver, waive } from './waivers.ts';
export type { ZipDirectory, ZipEntry } from './zip/central-directory.ts';
