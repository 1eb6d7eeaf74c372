/**
 * fmukit/check: units are judged by rules, the toolkit's own and a user's.
 *
 * @packageDocumentation
 */

export type * from '../description/description.ts';
export { UserError } from '../error.ts';
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
} from '../host/calls.ts';
export type { UnitCopy } from '../host/copy.ts';
export type { NumericArray } from '../host/instance.ts';
export type { Permission, permissions } from '../host/permissions.ts';
export type { SignaturePolicy } from '../signature/policy.ts';
export type { Deviation } from '../smoke-test/compare.ts';
export type { XmlAttribute, XmlElement } from '../xml/element.ts';
export type { XmlError } from '../xml/error.ts';
export type { Position } from '../xml/position.ts';
export type { Source } from '../xml/source.ts';
export { compared, type EarlierReport, readReport } from './against.ts';
export type { Component } from './binary/component.ts';
export type { Architecture, Headers } from './binary/headers.ts';
export type { SharedLibrary } from './binary/library.ts';
export { behaviourRules, fileRules, standardRule, standardRules } from './catalogue.ts';
export type { Cause, CauseKind } from './cause.ts';
export { type CheckOptions, checkFmu } from './check.ts';
export { type Conclusion, conclusionOf, type Extent, extentOf } from './conclusion.ts';
export { type Defect, defect } from './defect.ts';
export type { Bench, Plant } from './dynamic/bench.ts';
export type { Budget, Clocked } from './dynamic/budget.ts';
export type { Phase, phases } from './dynamic/phases.ts';
export { plant, replacing } from './dynamic/plant.ts';
export type { Experiment, Probe, Reading, Value } from './dynamic/probe.ts';
export type { Footprint, Opened, Target } from './dynamic/target.ts';
export { quantity } from './dynamic/words.ts';
export { type Example, fmi2, fmi3, type Parts } from './example/example.ts';
export { failureOf } from './failing.ts';
export type { Document } from './fmu/document.ts';
export type { Files, Fmu } from './fmu/fmu.ts';
export type { Library } from './libraries.ts';
export type { Model, TypeDefinition as DeclaredType } from './model/model.ts';
export type { Platform } from './model/platform.ts';
export type { ListName, listNames, Structure, Unknown as ListedUnknown } from './model/structure.ts';
export type { Variable as DeclaredVariable } from './model/variable.ts';
export type { FmiVersion } from './model/version.ts';
export type { Tried, TriedOn, WantedResults } from './oracle/results.ts';
export { explain } from './report/explain.ts';
export { type FindingGroup, groupsOf, type Variant } from './report/group.ts';
export { jsonReport } from './report/json.ts';
export { junitReport } from './report/junit.ts';
export { type TerminalOptions, terminalReport } from './report/lines.ts';
export { sarifReport } from './report/sarif.ts';
export {
  type CheckResult,
  type Finding,
  findingsOf,
  type Place,
  type Status,
  type Verdict,
  worst,
} from './result.ts';
export type { About, BehaviourRule, FileRule, Rule, RuleOn } from './rule.ts';
export { type Failure, type RuleClass, ruleClasses } from './rule-class.ts';
export type { RuleSelection } from './selection.ts';
export type { Edition, Edition2, Edition3, Judging, Span } from './standard/editions.ts';
export type { Subjects } from './subjects.ts';
export { readWaivers, type Waived, type Waiver, waive } from './waivers.ts';
export type { ZipDirectory, ZipEntry } from './zip/directory.ts';
