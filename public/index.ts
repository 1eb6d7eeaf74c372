/**
 * fmukit: open, make, couple and check functional mock-up units (FMI 3.0 and 2.0).
 *
 * @packageDocumentation
 */

export type { Limits } from '../fmu-sdk/archive/archive.ts';
export type { Described } from '../fmu-sdk/archive/description.ts';
export { openArchive } from '../fmu-sdk/archive/read.ts';
export type { UnitFile, UnitFiles } from '../fmu-sdk/archive/unit-file.ts';
export { type Platform, platforms } from '../fmu-sdk/c-compiler/compilers.ts';
export type { NativeBinary } from '../fmu-sdk/export-c/export-c.ts';
export type { LinearModel } from '../fmu-sdk/host/drive/linearization.ts';
export type { LoadOptions } from '../fmu-sdk/host/load.ts';
export { openFmu } from '../fmu-sdk/host/open-fmu.ts';
export type { RecordedUnit, RecordingHead } from '../fmu-sdk/host/recorded/file.ts';
export { hosts } from '../fmu-sdk/host/registry.ts';
export type { JsonPath } from '../fmu-sdk/json/json-path.ts';
export type { Difference } from '../fmu-sdk/signature/difference.ts';
export { type KeyRing, type NamedKey, readKeyRing } from '../fmu-sdk/signature/key-ring.ts';
export type { PublicKey } from '../fmu-sdk/signature/keys.ts';
export { addKey, type NewKey, type NewKeyOptions, newKey, removeKey } from '../fmu-sdk/signature/new-key.ts';
export { type VerifyOptions, verifyFmu } from '../fmu-sdk/signature/required.ts';
export { type Signed, type SignOptions, signFmu } from '../fmu-sdk/signature/sign.ts';
export type { Verification, VerifiedSignature } from '../fmu-sdk/signature/verify.ts';
export type { Deviation } from '../fmu-sdk/smoke-test/compare.ts';
export { integrators } from '../fmu-sdk/solver/registry.ts';
export { type FitOptions, type FitResult, type Fitted, runFit } from '../master/fit/fit.ts';
export { type LinearizeOptions, linearize } from '../master/linearize/linearize.ts';
export {
  type ColumnDifference,
  type Comparison,
  compareTables,
  type Tolerances,
} from '../master/results/compare.ts';
export { readTable, type TimeTable } from '../master/results/read-table.ts';
export type { CallLogOptions } from '../master/run/call-log.ts';
export type { CheckpointOptions } from '../master/run/checkpoint/checkpoints.ts';
export type { Extensions } from '../master/run/extensions.ts';
export { openRecording, type Recording } from '../master/run/recording/recording.ts';
export { type RunOptions as WatchedRunOptions, SystemRunner } from '../master/run/runner.ts';
export { type SimulateOptions, simulate } from '../master/run/simulate.ts';
export { runSmokeTests, type SmokeTestOptions, type SmokeTestResult } from '../master/smoke-test/run.ts';
export type { RunEnding } from '../master/study/outcome.ts';
export type { StudyProgress } from '../master/study/progress.ts';
export type { SensitivityIndices } from '../master/study/sensitivity.ts';
export { runStudy, type StudyOptions, type StudyResult } from '../master/study/study.ts';
export { inputSources } from '../master/system/input-sources.ts';
export { loadSystem, type ResolveOptions, resolveSystem, type SystemOptions } from '../master/system/load.ts';
export type { SystemSettings } from '../master/system/settings.ts';
export { type SingleOptions, singleSystem } from '../master/system/single.ts';
export * from './common.ts';
export * from './tools.ts';
