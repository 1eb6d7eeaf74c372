import { basename } from 'node:path';
import { textByteLimit } from '../../fmu-sdk/archive/archive.ts';
import { readSmokeTests } from '../../fmu-sdk/archive/smoke-test/read-smoke-tests.ts';
import type { Experiment } from '../../fmu-sdk/archive/smoke-test/smoke-experiment.ts';
import type {
  ExperimentResult,
  ExperimentTarget,
  WantedResults,
} from '../../fmu-sdk/check/oracle/reference-results.ts';
import type { ModelDescription } from '../../fmu-sdk/description/description.ts';
import type { FmuArchive } from '../../fmu-sdk/host/choice/host.ts';
import { readFmuFile } from '../../fmu-sdk/host/open-fmu.ts';
import { requireSignature } from '../../fmu-sdk/sign/verify-fmu.ts';
import { requireMap } from '../../fmu-sdk/util/column-match.ts';
import { readRegularFile } from '../../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import { readReference } from './reference-table.ts';
import {
  type Choice,
  type Content,
  contentOf,
  runExperiment,
  type SmokeTestOptions,
} from './run-smoke-tests.ts';

/** Reference results of the user for an FMU. */
export interface GivenResults {
  /** CSV file with `time` first, and a column for each variable or array element. */
  readonly reference: string;
  /** CSV file of inputs, in the format of `fmu run --input`. */
  readonly inputs?: string;
  /** Tolerance of a column, relative to its largest magnitude. Default: 0.001. */
  readonly tolerance?: number;
  /** Names of the FMU's variables and elements by names of columns of the reference. */
  readonly names?: Readonly<Record<string, string>>;
}

/** Runs the experiments inside an FMU and the user's experiments. Undefined if both are missing. */
export async function resultsOf(
  file: string,
  userResults: GivenResults | undefined,
  { allow, requireSignature: policy, keyRing }: SmokeTestOptions,
): Promise<WantedResults | undefined> {
  const unit = await unitOf(file, userResults !== undefined);
  if (unit === undefined) return undefined;
  await requireSignature(unit.archive, [policy], keyRing);
  const userExperiments =
    userResults === undefined
      ? []
      : [{ experiment: experimentOf(userResults, unit.description), content: onDisk }];
  const { carried, why } = await experimentsIn(unit);
  const all = [
    ...userExperiments,
    ...carried.map((experiment) => ({ experiment, content: contentOf(unit) })),
  ];
  if (all.length === 0 && why === undefined) return undefined;
  return {
    tried: async (target) => {
      const tried: ExperimentResult[] =
        why === undefined ? [] : [{ name: 'carried', deviations: [], missing: [], why }];
      for (const { experiment, content } of all)
        tried.push(
          await tryOne(unit, experiment, content, target, {
            allow,
            ...(content === onDisk && { names: userResults?.names }),
          }),
        );
      return tried;
    },
  };
}

/** Returns the FMU. Undefined if it cannot be read, which other rules report. */
async function unitOf(file: string, isRequired: boolean): Promise<FmuArchive | undefined> {
  try {
    return await readFmuFile(file);
  } catch (error) {
    if (isRequired || !(error instanceof UserError)) throw error;
    return undefined;
  }
}

/** Returns the experiments inside an FMU, or the reason why they cannot be read. */
async function experimentsIn(unit: FmuArchive): Promise<{ carried: readonly Experiment[]; why?: string }> {
  try {
    const all = await readSmokeTests(unit.archive);
    return { carried: all.filter(({ references }) => references !== undefined) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { carried: [], why: error.message };
  }
}

async function tryOne(
  unit: FmuArchive,
  experiment: Experiment,
  content: Content,
  { kind, sandboxed }: ExperimentTarget,
  choice: Pick<Choice, 'allow' | 'names'>,
): Promise<ExperimentResult> {
  const { name } = experiment;
  try {
    const form = sandboxed === true ? 'component' : 'native';
    const { deviations, missing } = await runExperiment(unit, experiment, content, {
      ...choice,
      ...{ kind, form },
    });
    return { name, deviations, missing };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { name, deviations: [], missing: [], why: error.message };
  }
}

/** Returns an experiment up to the last time of the given results. */
function experimentOf(
  { reference, inputs, tolerance, names = {} }: GivenResults,
  description: ModelDescription,
): Experiment {
  const { times, columns } = readReference(bytesOf(reference), { file: reference, next }, description);
  requireMap(
    'check',
    names,
    columns.map(({ name }) => name),
    Object.values(names),
  );
  return {
    name: basename(reference),
    stopTime: times[times.length - 1],
    ...(tolerance !== undefined && { tolerance }),
    ...(inputs !== undefined && { stimuli: inputs }),
    references: reference,
  };
}

function bytesOf(path: string): Uint8Array {
  try {
    return readRegularFile(path, textByteLimit);
  } catch (error) {
    throw new UserError(`read ${path}: ${messageOf(error)}. Name a CSV file.`);
  }
}

const next = 'Use a CSV file with time first, and a column for each variable.';

/** Access to the files of a user. */
export const onDisk: Content = { bytes: bytesOf, named: (path) => path, next };
