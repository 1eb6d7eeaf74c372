import { mostTextBytes } from '../../fmu-sdk/archive/archive.ts';
import { readUnitFile, type UnitFile } from '../../fmu-sdk/archive/built-unit.ts';
import { readSmokeTests } from '../../fmu-sdk/archive/smoke-test/read-smoke-tests.ts';
import { type Deviation, deviationOf } from '../../fmu-sdk/archive/smoke-test/result-deviation.ts';
import type { Experiment } from '../../fmu-sdk/archive/smoke-test/smoke-experiment.ts';
import { type Variable, variablesByName } from '../../fmu-sdk/description/description.ts';
import { numberFrom } from '../../fmu-sdk/description/values/decimal-text.ts';
import { isFloatType } from '../../fmu-sdk/description/values/float-types.ts';
import { findUnit, type LoadedUnit } from '../../fmu-sdk/host/find-binary.ts';
import type { Driving } from '../../fmu-sdk/host/host.ts';
import { hosts } from '../../fmu-sdk/host/host-registry.ts';
import { loadUnit } from '../../fmu-sdk/host/load-fmu.ts';
import { type Permission, requirePermissions } from '../../fmu-sdk/host/sandbox-permissions.ts';
import type { SignaturePolicy } from '../../fmu-sdk/sign/signature-policy.ts';
import { requireSignature } from '../../fmu-sdk/sign/verify-fmu.ts';
import { requirePath } from '../../fmu-sdk/util/files/require-path.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { SystemRunner } from '../run/system-runner.ts';
import { assemble, type SystemFiles } from '../system/assemble-system.ts';
import { inputSources } from '../system/input-sources.ts';
import { stepOf } from '../system/single-fmu.ts';
import type { SystemFile } from '../system/system.ts';
import { systemAt } from '../system/system-file.ts';
import { givenValues } from './experiment-parameters.ts';
import { type Reference, readReference } from './reference-table.ts';

/** What a smoke test came to. */
export interface SmokeTestResult {
  /** Name of the experiment. */
  readonly name: string;
  readonly steps: number;
  /** One for each column of the reference that is of a number of the unit. */
  readonly deviations: readonly Deviation[];
  /** Columns of the reference that are no variable of the unit, nor an element of one: results of another unit. */
  readonly missing: readonly string[];
  /** Columns of the reference that are no number of the unit, and were not compared. */
  readonly notCompared: readonly string[];
  readonly passed: boolean;
  /** What went wrong when all results were there. */
  readonly warnings: readonly string[];
}

/** Tolerance of results where an experiment states none. */
const defaultTolerance = 1e-3;

/** Most values that a smoke test may record: what is more would fill the memory. */
const mostValues = 2e7;

/** Name of the unit in the system of one that is run. */
const self = 'unit';

/** Whose unit is run. */
export interface SmokeTestOptions {
  /** Who has to have signed the unit; nobody when left out. */
  requireSignature?: SignaturePolicy | undefined;
  /** Folder of the key ring; the user's own when left out. */
  keyRing?: string | undefined;
  /** What native code may do beyond its own; nothing when left out. */
  allow?: readonly Permission[] | undefined;
}

const smokeTestKinds: OptionTable<SmokeTestOptions> = {
  requireSignature: ['boolean', 'texts'],
  keyRing: 'path',
  allow: requirePermissions,
};

/**
 * Runs the smoke tests that a unit carries (FMI-LS-REF), in a thread of their own, native code in a process of its own, and
 * compares with the results that its maker put in. None where it carries none.
 *
 * @example
 * for (const { name, passed } of await runSmokeTests('dist/my-filter.fmu')) console.log(name, passed);
 */
export async function runSmokeTests(
  file: string,
  options: SmokeTestOptions = {},
): Promise<SmokeTestResult[]> {
  requirePath('open', file);
  requireOptions(`run the smoke tests of ${file}`, options, smokeTestKinds);
  const unit = await readUnitFile(file);
  await requireSignature(unit.archive, [options.requireSignature], options.keyRing);
  return smokeTestsOf(unit, options.allow);
}

/** The same for a unit that was read: its bytes are those in memory. */
export async function smokeTestsOf(
  unit: UnitFile,
  allow?: readonly Permission[],
): Promise<SmokeTestResult[]> {
  const experiments = await readSmokeTests(unit.archive);
  const results: SmokeTestResult[] = [];
  for (const experiment of experiments)
    results.push(await runExperiment(unit, experiment, contentOf(unit), { allow }));
  return results;
}

/** Where the files are that an experiment names. */
export interface Content {
  bytes(path: string): Promise<Uint8Array> | Uint8Array;
  /** Its full name, for messages. */
  named(path: string): string;
}

/** Files of the unit's own archive. */
export function contentOf({ archive }: UnitFile): Content {
  return {
    bytes: (path) => archive.bytes(path, mostTextBytes),
    named: (path) => `${archive.file}:${path}`,
  };
}

/** What of a unit is run: one of its interfaces, one of its binaries; what a run takes by itself when left out. */
export interface Choice extends Partial<Pick<Driving, 'kind' | 'allow'>> {
  /** The native library, or the WebAssembly component. */
  readonly form?: 'native' | 'component';
}

/** Runs one experiment in a thread of its own, native code in a process of its own, and compares. */
export async function runExperiment(
  unit: UnitFile,
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

/** The host of one form alone: a sealed core is what a component holds. */
function loading(unit: UnitFile, driving: Partial<Driving>, form: Choice['form']): Promise<LoadedUnit> {
  if (form === undefined) return loadUnit(unit, driving);
  const allowed = hosts.all.filter(({ name }) => (name === 'native') === (form === 'native'));
  return findUnit(unit, allowed, driving, 'this machine');
}

async function runOne(
  unit: UnitFile,
  experiment: Experiment,
  content: Content,
  runner: SystemRunner,
  { allow, kind, form }: Choice,
): Promise<SmokeTestResult> {
  const { archive, description } = unit;
  const file = `${archive.file}, smoke test "${experiment.name}"`;
  const { references: path } = experiment;
  const reference: Reference =
    path === undefined
      ? { times: new Float64Array(), columns: [] }
      : readReference(await content.bytes(path), content.named(path));
  const names = variablesByName(description);
  const known = reference.columns.map((column) => ({ column, variable: variableOf(column.name, names) }));
  const recorded = known.flatMap(({ variable }) => (isNumber(variable) ? [variable.name] : []));
  const system = await systemOf(unit, experiment, content, [...new Set(recorded)], kind);
  refuseTooLarge(file, system, recorded.length);
  const stimuli =
    experiment.stimuli === undefined ? new Uint8Array() : await content.bytes(experiment.stimuli);
  const files: SystemFiles = {
    unit: (_, driving) => loading(unit, driving, form),
    content: (input) => ({ file: content.named(input), bytes: stimuli }),
    sources: inputSources,
  };
  const checked = await assemble(
    systemAt(system, file, () => file),
    files,
    { allow },
    false,
  );
  const { columns, steps, warnings } = await runner.run(checked, { collect: true });
  const [times, ...results] = columns;
  const byName = new Map(results.map((each) => [each.name, each.data]));
  const { tolerance = defaultTolerance } = experiment;
  const deviations = known.flatMap(({ column, variable }) => {
    const data = byName.get(column.name);
    if (!isNumber(variable) || data === undefined) return [];
    const measure = {
      name: column.name,
      unitOfMeasure: variable.unitOfMeasure ?? '1',
      tolerance: isFloatType(variable.type) ? tolerance : 0,
      nominal: numberFrom(variable.nominal ?? ''),
    };
    return [deviationOf(measure, times.data, data, reference.times, column.data)];
  });
  const missing = known.flatMap(({ column, variable }) =>
    variable === undefined || (isNumber(variable) && !byName.has(column.name)) ? column.name : [],
  );
  return {
    name: experiment.name,
    steps,
    deviations,
    missing,
    notCompared: known.flatMap(({ column, variable }) =>
      variable === undefined || isNumber(variable) ? [] : column.name,
    ),
    passed: missing.length === 0 && deviations.every(({ passed }) => passed),
    warnings,
  };
}

/** The unit alone, as the experiment says, by its default experiment where that says nothing. */
async function systemOf(
  { archive, description }: UnitFile,
  experiment: Experiment,
  content: Content,
  record: readonly string[],
  kind: Choice['kind'],
): Promise<SystemFile> {
  const own = description.defaultExperiment ?? {};
  const startTime = experiment.startTime ?? own.startTime ?? 0;
  const stopTime = experiment.stopTime ?? own.stopTime ?? startTime + 1;
  const stepSize = experiment.stepSize ?? own.stepSize;
  const { parameters: path } = experiment;
  const values =
    path === undefined ? {} : givenValues(await content.bytes(path), content.named(path), description);
  return {
    name: 'smoke-test',
    units: { [self]: { fmu: archive.file, ...(kind !== undefined && { interface: kind }), ...values } },
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
      `run ${file}: from ${startTime} s to ${stopTime} s by ${algorithm.step} s it would record ${values.toExponential(1)} values, and the limit is ${mostValues.toExponential(0)}. Ask its maker for a smaller one.`,
    );
}

/** The variable of a column: `name`, or `name[2,1]` for an element. */
function variableOf(column: string, names: ReadonlyMap<string, Variable>): Variable | undefined {
  return names.get(column) ?? names.get(column.replace(/\[[\d, ]+\]$/, ''));
}

function isNumber(variable: Variable | undefined): variable is Variable {
  return variable !== undefined && !/String|Binary|Clock/.test(variable.type);
}
