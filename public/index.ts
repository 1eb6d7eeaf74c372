/**
 * fmukit: open, make, couple and check functional mock-up units (FMI 3.0 and 2.0).
 *
 * @packageDocumentation
 */

export type { Limits } from '../fmu-sdk/archive/archive.ts';
export type { UnitFile, UnitFiles } from '../fmu-sdk/archive/built-unit.ts';
export { openArchive } from '../fmu-sdk/archive/open-archive.ts';
export type { Described } from '../fmu-sdk/archive/read-description.ts';
export type { Deviation } from '../fmu-sdk/archive/smoke-test/result-deviation.ts';
export type { NativeBinary } from '../fmu-sdk/export/native-library.ts';
export type { LinearModel } from '../fmu-sdk/host/fmi-driver/linearize-fmu.ts';
export { hosts } from '../fmu-sdk/host/host-registry.ts';
export type { LoadOptions } from '../fmu-sdk/host/load-fmu.ts';
export { openFmu } from '../fmu-sdk/host/open-fmu.ts';
export type { RecordedUnit, RecordingHead } from '../fmu-sdk/host/recorded/recording-file.ts';
export type { Difference } from '../fmu-sdk/sign/content-difference.ts';
export { type KeyRing, type NamedKey, readKeyRing } from '../fmu-sdk/sign/key-ring.ts';
export { addKey, type NewKey, type NewKeyOptions, newKey, removeKey } from '../fmu-sdk/sign/new-key.ts';
export type { PublicKey } from '../fmu-sdk/sign/public-key.ts';
export { type Signed, type SignOptions, signFmu } from '../fmu-sdk/sign/sign-fmu.ts';
export type { Verification, VerifiedSignature } from '../fmu-sdk/sign/verify-archive.ts';
export { type VerifyOptions, verifyFmu } from '../fmu-sdk/sign/verify-fmu.ts';
export { integrators } from '../fmu-sdk/solver/solver-registry.ts';
export { type Platform, platforms } from '../fmu-sdk/util/c-compiler/compilers.ts';
export type { JsonPath } from '../fmu-sdk/util/json/json-path.ts';
export { type FitOptions, type FitResult, type Fitted, runFit } from '../master/fit/run-fit.ts';
export { type LinearizeOptions, linearize } from '../master/linearize/linearize-system.ts';
export {
  type ColumnDifference,
  type Comparison,
  compareTables,
  type Tolerances,
} from '../master/results/compare-results.ts';
export { readTable, type TimeTable } from '../master/results/read-table.ts';
export type { CallLogOptions } from '../master/run/call-log.ts';
export type { CheckpointOptions } from '../master/run/checkpoint/checkpoints.ts';
export type { Extensions } from '../master/run/load-extensions.ts';
export { openRecording, type Recording } from '../master/run/recording/call-recording.ts';
export { type SimulateOptions, simulate } from '../master/run/simulate.ts';
export { type RunOptions as WatchedRunOptions, SystemRunner } from '../master/run/system-runner.ts';
export {
  runSmokeTests,
  type SmokeTestOptions,
  type SmokeTestResult,
} from '../master/smoke-test/run-smoke-tests.ts';
export type { RunEnding } from '../master/study/run-outcome.ts';
export { runStudy, type StudyOptions, type StudyResult } from '../master/study/run-study.ts';
export type { SensitivityIndices } from '../master/study/sensitivity-indices.ts';
export type { StudyProgress } from '../master/study/study-progress.ts';
export { inputSources } from '../master/system/input-sources.ts';
export {
  loadSystem,
  type ResolveOptions,
  resolveSystem,
  type SystemOptions,
} from '../master/system/load-system.ts';
export { type SingleOptions, singleSystem } from '../master/system/single-fmu.ts';
export type { SystemSettings } from '../master/system/system-overrides.ts';
export * from './common.ts';
export * from './tools.ts';
