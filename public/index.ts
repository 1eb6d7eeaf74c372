/**
 * fmukit opens, builds, couples and checks functional mock-up units (FMI 3.0 and 2.0).
 *
 * @packageDocumentation
 */

export { openArchive } from '../fmu-sdk/archive/open-archive.ts';
export { writeModelDescription } from '../fmu-sdk/description/write-model-description.ts';
export { hosts } from '../fmu-sdk/host/choice/host-registry.ts';
export { openFmu, openFmu as loadFmu } from '../fmu-sdk/host/open-fmu.ts';
export type { OpenOptions } from '../fmu-sdk/host/open-options.ts';
export { readKeyRing } from '../fmu-sdk/sign/key-ring.ts';
export { addKey, createKey, removeKey } from '../fmu-sdk/sign/new-key.ts';
export { type SignOptions, signFmu } from '../fmu-sdk/sign/sign-fmu.ts';
export { verifyFmu } from '../fmu-sdk/sign/verify-fmu.ts';
export { integrators } from '../fmu-sdk/solver/solver-registry.ts';
export { platforms } from '../fmu-sdk/util/c-compiler/compilers.ts';
export { type FitOptions, runFit } from '../master/fit/run-fit.ts';
export { linearize } from '../master/linearize/linearize-system.ts';
export { sinks } from '../master/observe/formats/result-formats.ts';
export { readResults, type TimeTable } from '../master/results/read-results.ts';
export type { Extensions } from '../master/run/load-extensions.ts';
export { loadSystem } from '../master/run/open/load-file.ts';
export { openRecording } from '../master/run/recording/call-recording.ts';
export { type SimulateOptions, simulate, simulate as runSystem } from '../master/run/simulate.ts';
export { SystemRunner } from '../master/run/worker/system-runner.ts';
export { runSmokeTests } from '../master/smoke-test/run-smoke-tests.ts';
export { runStudy, type StudyOptions, type StudyResult } from '../master/study/run-study.ts';
export { inputSources } from '../master/system/inputs/input-sources.ts';
export type { SystemOptions } from '../master/system/load-system.ts';
export * from './common.ts';
export { readModelDescription, writeCsv } from './files.ts';
export * from './tools.ts';
export { checkFmu as check } from './tools.ts';
