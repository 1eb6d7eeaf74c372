import { join } from 'node:path';
import { readResultFiles, readSmokeTests } from '../../fmu-sdk/archive/smoke-test/read-smoke-tests.ts';
import type { Experiment } from '../../fmu-sdk/archive/smoke-test/smoke-experiment.ts';
import { type UsableExperiment, usableExperiment } from '../../fmu-sdk/description/default-experiment.ts';
import type { FmuArchive } from '../../fmu-sdk/host/choice/host.ts';
import type { InterfaceKind } from '../../fmu-sdk/host/instance/fmi-api.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { onDisk } from '../smoke-test/given-results.ts';
import { readReference } from '../smoke-test/reference-table.ts';
import { type Content, contentOf } from '../smoke-test/run-smoke-tests.ts';
import { type FoundReference, kindOfPath, referencesBeside } from './find-references.ts';
import { usualInterval } from './usual-interval.ts';

/** An experiment with results that belong to an FMU, and access to its files. */
export interface OwnReference {
  readonly experiment: Experiment;
  readonly content: Content;
  /** Interface that computed the results, if the folders of the FMU name it. */
  readonly kind?: InterfaceKind;
  /** Why it cannot be used. */
  readonly why?: string;
  /** Options that cannot be used, with their file and the reason. */
  readonly ignored?: readonly string[];
}

/** Most steps of one experiment. Reference options name steps of 1e-6 s for solvers, too. */
const mostSteps = 1e6;

/** Default tolerance of results, relative to the largest magnitude of a column. */
const defaultTolerance = 1e-3;

/**
 * Returns the references of an FMU of a corpus: those inside the FMU (FMI-LS-REF), and result files
 * beside it.
 */
export async function ownReferences(
  folder: string,
  unit: string,
  fmu: FmuArchive,
  relative: number | undefined,
): Promise<OwnReference[]> {
  const inside = contentOf(fmu);
  const kind = kindOfPath(unit);
  const beside = referencesBeside(join(folder, unit)).filter(({ references }) => isTable(references));
  const own: OwnReference[] = await orReason('FMI-LS-REF', inside, async () => {
    const tests = await readSmokeTests(fmu.archive);
    return tests.filter(({ references }) => references !== undefined);
  });
  const add = async (
    { name, ignored }: Pick<FoundReference, 'name' | 'ignored'>,
    content: Content,
    read: () => Promise<Experiment[]>,
  ): Promise<void> => {
    for (const each of await orReason(name, content, read))
      own.push({ ...each, ...(kind !== undefined && { kind }), ...(ignored && { ignored }) });
  };
  await add({ name: 'FMI-LS-REF' }, inside, async () => {
    const files = await readResultFiles(fmu.archive);
    return Promise.all(files.map((file) => withTimes({ ...file, options: {} }, inside, fmu)));
  });
  for (const found of beside) await add(found, onDisk, async () => [await withTimes(found, onDisk, fmu)]);
  if (relative === undefined) return own;
  return own.map((each) => ({ ...each, experiment: { ...each.experiment, tolerance: relative } }));
}

/** Returns experiments, or one reference with the reason why they cannot be read. */
async function orReason(
  name: string,
  content: Content,
  read: () => Promise<Experiment[]>,
): Promise<OwnReference[]> {
  try {
    return (await read()).map((experiment) => ({ experiment, content }));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [{ experiment: { name }, content, why: error.message }];
  }
}

/** Returns false for tables of other things, such as lists of variables. An empty file is damaged. */
function isTable(path: string | undefined): boolean {
  const first = new TextDecoder().decode((onDisk.bytes(path as string) as Uint8Array).subarray(0, 80));
  return first.trim() === '' || /^\ufeff?["']?(time\b|[-+]?\d)/i.test(first.trimStart());
}

/** Gives an experiment the times of its results and the step of their author. */
async function withTimes(
  { name, references, stimuli, options }: FoundReference,
  content: Content,
  { description, archive }: FmuArchive,
): Promise<Experiment> {
  const path = references as string;
  const source = {
    file: content.named(path),
    next: content.next ?? `Correct the results of ${archive.file}.`,
  };
  const { times } = readReference(await content.bytes(path), source, description);
  const defaults = usableExperiment(description);
  const startTime = options.startTime ?? Math.min(defaults.startTime ?? 0, times[0]);
  const stopTime = times[times.length - 1];
  const steps = [options.stepSize, options.outputInterval, stepFitting(times, defaults)];
  const stepSize = steps.find((step = 0) => step > 0 && (stopTime - startTime) / step <= mostSteps);
  return {
    name,
    startTime,
    stopTime,
    tolerance: Math.max(defaultTolerance, options.tolerance ?? 0),
    ...(stepSize !== undefined && { stepSize }),
    ...(stimuli !== undefined && { stimuli }),
    references,
  };
}

/**
 * Returns the step of the default experiment if it is at most as long as the usual interval of the
 * results, else this interval.
 */
function stepFitting(times: Float64Array, { stepSize = 0 }: UsableExperiment): number {
  const interval = usualInterval(times);
  if (interval === 0) return stepSize;
  return stepSize > 0 && stepSize <= interval * (1 + 1e-9) ? stepSize : interval;
}
