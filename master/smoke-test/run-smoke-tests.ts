import { textByteLimit } from '../../fmu-sdk/archive/archive.ts';
import { readSmokeTests } from '../../fmu-sdk/archive/smoke-test/read-smoke-tests.ts';
import type { Deviation } from '../../fmu-sdk/archive/smoke-test/result-deviation.ts';
import type { Experiment } from '../../fmu-sdk/archive/smoke-test/smoke-experiment.ts';
import { usableExperiment } from '../../fmu-sdk/description/default-experiment.ts';
import { type ModelDescription, variablesByName } from '../../fmu-sdk/description/description.ts';
import { measuringVariables } from '../../fmu-sdk/description/variables/run-measurements.ts';
import type { FmuArchive, RunMode } from '../../fmu-sdk/host/choice/host.ts';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { type Permission, requirePermissions } from '../../fmu-sdk/host/choice/sandbox-permissions.ts';
import { findBinary, kindOf, type LoadedFmu } from '../../fmu-sdk/host/fmu.ts';
import { loadFmu, readFmuFile } from '../../fmu-sdk/host/open-fmu.ts';
import type { SignaturePolicy } from '../../fmu-sdk/sign/signature-policy.ts';
import { requireSignature } from '../../fmu-sdk/sign/verify-fmu.ts';
import { requirePath } from '../../fmu-sdk/util/files/require-path.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { SystemRunner } from '../run/worker/system-runner.ts';
import { assemble, type SystemFiles } from '../system/assemble-system.ts';
import { inputSources } from '../system/inputs/input-sources.ts';
import { stepOf } from '../system/single/single-system.ts';
import type { SystemFile } from '../system/system.ts';
import { systemAt } from '../system/system-file.ts';
import { compareColumns, isCompared, variableOf } from './compare-columns.ts';
import { givenValues } from './experiment-parameters.ts';
import { type Reference, readReference } from './reference-table.ts';

/** Result of a smoke test. */
export interface SmokeTestResult {
  /** Name of the experiment. */
  readonly name: string;
  readonly steps: number;
  /** Deviation of each column of the reference that is a number of the FMU. */
  readonly deviations: readonly Deviation[];
  /** Columns of the reference that do not belong to a variable or array element of the FMU. */
  readonly missing: readonly string[];
  /** Columns of the reference that are not numbers of the FMU, and were not compared. */
  readonly notCompared: readonly string[];
  readonly passed: boolean;
  /** Errors after all results were available. */
  readonly warnings: readonly string[];
}

/** Default tolerance of results. */
const defaultTolerance = 1e-3;

/** Limit of recorded values of a smoke test, to protect the memory. */
const mostValues = 2e7;

/** Name of the unit in the system of a single FMU. */
const self = 'unit';

/** Options of smoke tests. */
export interface SmokeTestOptions {
  /** Signature policy for the FMU. Default: signatures are not required. */
  requireSignature?: SignaturePolicy | undefined;
  /** Folder of the key ring. Default: the user's key ring. */
  keyRing?: string | undefined;
  /** Extra permissions of native code. Default: the sandbox allows nothing extra. */
  allow?: readonly Permission[] | undefined;
}

const smokeTestKinds: OptionTable<SmokeTestOptions> = {
  requireSignature: ['boolean', 'texts'],
  keyRing: 'path',
  allow: requirePermissions,
};

/**
 * Runs the smoke tests inside an FMU (FMI-LS-REF) and compares the results with its reference
 * results. Each runs in a separate thread, and native code in a separate process. Returns an empty
 * list without smoke tests.
 *
 * @example
 * for (const { name, passed } of await runSmokeTests('dist/my-filter.fmu'))
 *   console.log(name, passed);
 */
export async function runSmokeTests(
  file: string,
  options: SmokeTestOptions = {},
): Promise<SmokeTestResult[]> {
  requirePath('open', file);
  requireOptions(`run the smoke tests of ${file}`, options, smokeTestKinds);
  const unit = await readFmuFile(file);
  await requireSignature(unit.archive, [options.requireSignature], options.keyRing);
  return smokeTestsOf(unit, options.allow);
}

/** Runs the smoke tests of an FMU that is already in memory. */
export async function smokeTestsOf(
  unit: FmuArchive,
  allow?: readonly Permission[],
): Promise<SmokeTestResult[]> {
  const experiments = await readSmokeTests(unit.archive);
  const results: SmokeTestResult[] = [];
  for (const experiment of experiments)
    results.push(await runExperiment(unit, experiment, contentOf(unit), { allow }));
  return results;
}

/** Access to the files that an experiment names. */
export interface Content {
  bytes(path: string): Promise<Uint8Array> | Uint8Array;
  /** Returns the full name of a file, for messages. */
  named(path: string): string;
  /** Next step for the user if a file is invalid. Default: ask the author of the FMU. */
  readonly next?: string;
}

/** Returns access to the files inside the FMU. */
export function contentOf({ archive }: FmuArchive): Content {
  return {
    bytes: (path) => archive.bytes(path, textByteLimit),
    named: (path) => `${archive.file}:${path}`,
  };
}

/** Interface and binary of the FMU to run. Default: the choice of a normal run. */
export interface Choice extends Partial<Pick<RunMode, 'kind' | 'solver' | 'allow'>> {
  /** Binary kind: native library or WebAssembly component. */
  readonly form?: 'native' | 'component';
  /** Names of the FMU's variables and elements by names of columns of the reference. */
  readonly names?: Readonly<Record<string, string>> | undefined;
  /**
   * Records rows before and after events. An event may then be earlier or later than in the
   * reference by the mean interval of the reference, which cannot tell its time more exactly.
   * Default: on, if the reference has several rows at one time.
   */
  readonly events?: boolean;
  /** Called when all files have been read and the FMU starts. An earlier error is not of its run. */
  readonly started?: () => void;
}

/**
 * Runs one experiment in a separate thread, with native code in a separate process, and compares
 * the results.
 */
export async function runExperiment(
  unit: FmuArchive,
  experiment: Experiment,
  content: Content,
  choice: Choice = {},
): Promise<SmokeTestResult> {
  const runner = new SystemRunner();
  try {
    return await runOne(unit, experiment, content, runner, choice);
  } finally {
    await runner.dispose();
  }
}

/**
 * Loads the FMU with the host of one binary kind. The core module of a fmukit FMU counts as a
 * component.
 */
function loadWithHost(unit: FmuArchive, driving: Partial<RunMode>, form: Choice['form']): Promise<LoadedFmu> {
  if (form === undefined) return loadFmu(unit, driving);
  const allowed = hosts.all.filter(({ name }) => (name === 'native') === (form === 'native'));
  return findBinary(unit, allowed, driving, 'this machine');
}

/** Runs one experiment with a runner, and compares the results with those of its reference. */
async function runOne(
  unit: FmuArchive,
  experiment: Experiment,
  content: Content,
  runner: SystemRunner,
  { allow, kind, solver, form, events: wanted, started, names: given = {} }: Choice,
): Promise<SmokeTestResult> {
  const { archive, description } = unit;
  const file = `${archive.file}, smoke test "${experiment.name}"`;
  const reference = await referenceOf(experiment, content, description);
  const showsEvents = hasEvents(reference);
  const events = wanted ?? showsEvents;
  const names = variablesByName(description);
  const measured = measuringVariables(description.variables);
  const known = reference.columns.map((column) => {
    const as = Object.hasOwn(given, column.name) ? given[column.name] : column.name;
    return { column, as, variable: variableOf(as, names), measured: measured.has(as) };
  });
  const recorded = known.flatMap((item) => (isCompared(item) ? [item.variable.name] : []));
  const system = await systemOf(unit, experiment, content, [...new Set(recorded)], { kind, solver });
  refuseTooLarge(file, system, recorded.length);
  const stimuli =
    experiment.stimuli === undefined ? new Uint8Array() : await content.bytes(experiment.stimuli);
  const files: SystemFiles = {
    unit: (_, driving) => loadWithHost(unit, { ...driving, events: showsEvents }, form),
    content: (input) => ({ file: content.named(input), bytes: stimuli }),
    sources: inputSources,
  };
  const checked = await assemble(
    systemAt(system, file, () => file),
    files,
    { allow },
    false,
  );
  started?.();
  const { columns, steps, warnings } = await runner.run(checked, { collect: true, events });
  const { tolerance = defaultTolerance } = experiment;
  const eventShift = events ? intervalOf(reference.times) : 0;
  const hidesEvents =
    kindOf(archive.file, description, kind) === 'coSimulation' && !description.coSimulation?.hasEventMode;
  const closeness = { tolerance, eventShift, hidesEvents };
  const compared = compareColumns(known, reference.times, columns, closeness);
  return { name: experiment.name, steps, ...compared, warnings };
}

/** Reports whether results have several rows at one time. */
function hasEvents({ times }: Reference): boolean {
  return times.some((t, i) => i > 0 && t === times[i - 1]);
}

/** Returns the mean interval of times [s], or 0 for fewer than three. */
function intervalOf(times: Float64Array): number {
  return times.length < 3 ? 0 : (times[times.length - 1] - times[0]) / (times.length - 1);
}

/** Reads the reference results of an experiment. They are empty if it has none. */
async function referenceOf(
  { references: path }: Experiment,
  content: Content,
  description: ModelDescription,
): Promise<Reference> {
  if (path === undefined) return { times: new Float64Array(), columns: [] };
  const next = 'Ask the author of the FMU for another smoke test.';
  return readReference(
    await content.bytes(path),
    { file: content.named(path), next: content.next ?? next },
    description,
  );
}

/**
 * Returns the system of the FMU alone for an experiment. Defaults come from its default experiment.
 */
async function systemOf(
  { archive, description }: FmuArchive,
  experiment: Experiment,
  content: Content,
  record: readonly string[],
  { kind, solver }: Pick<Choice, 'kind' | 'solver'>,
): Promise<SystemFile> {
  const defaults = usableExperiment(description);
  const startTime = experiment.startTime ?? defaults.startTime ?? 0;
  const stopTime = experiment.stopTime ?? defaults.stopTime ?? startTime + 1;
  const stepSize = experiment.stepSize ?? defaults.stepSize;
  const { parameters: path } = experiment;
  const values =
    path === undefined ? {} : givenValues(await content.bytes(path), content.named(path), description);
  return {
    name: 'smoke-test',
    units: {
      [self]: {
        fmu: archive.file,
        ...(kind !== undefined && { interface: kind }),
        ...(solver !== undefined && { solver }),
        ...values,
      },
    },
    algorithm: { scheme: 'jacobi', step: stepOf({ description }, { stepSize }, stopTime - startTime) },
    startTime,
    stopTime,
    inputs: experiment.stimuli,
    record: { variables: record.map((name) => `${self}.${name}`) },
  };
}

function refuseTooLarge(
  file: string,
  { startTime = 0, stopTime, algorithm }: SystemFile,
  width: number,
): void {
  const values = ((stopTime - startTime) / algorithm.step) * (width + 1);
  if (!(values <= mostValues))
    throw new UserError(
      `run ${file}: from ${startTime} s to ${stopTime} s with steps of ${algorithm.step} s, the smoke test would record ${values.toExponential(1)} values, but the limit is ${mostValues.toExponential(0)}. Ask the author of the FMU for a smaller test.`,
    );
}
