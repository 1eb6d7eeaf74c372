import { join } from 'node:path';
import type { Deviation } from '../../fmu-sdk/archive/smoke-test/result-deviation.ts';
import type { Experiment } from '../../fmu-sdk/archive/smoke-test/smoke-experiment.ts';
import type {
  InterfaceScore,
  ReferenceScore,
  RollbackScore,
} from '../../fmu-sdk/check/corpus/interface-score.ts';
import { readIn } from '../../fmu-sdk/check/oracle/comparison-plan.ts';
import { usableExperiment } from '../../fmu-sdk/description/default-experiment.ts';
import type { ModelDescription } from '../../fmu-sdk/description/description.ts';
import { measuringVariables } from '../../fmu-sdk/description/variables/run-measurements.ts';
import type { FmuArchive } from '../../fmu-sdk/host/choice/host.ts';
import type { InterfaceKind } from '../../fmu-sdk/host/instance/fmi-api.ts';
import { interfaceNames } from '../../fmu-sdk/host/instance/fmi-api.ts';
import { loadFmu, openFmu, readFmuFile } from '../../fmu-sdk/host/open-fmu.ts';
import { rollbackOf } from '../../fmu-sdk/host/state/rollback-kind.ts';
import { rollbackProof } from '../../fmu-sdk/host/state/rollback-proof.ts';
import { requireSignature } from '../../fmu-sdk/sign/verify-fmu.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import { isNumber } from '../smoke-test/compare-columns.ts';
import {
  type Choice,
  contentOf,
  runExperiment,
  type SmokeTestOptions,
  type SmokeTestResult,
} from '../smoke-test/run-smoke-tests.ts';
import { stepOf } from '../system/single/single-system.ts';
import { type OwnReference, ownReferences } from './own-references.ts';

/** Options of the runs of an FMU of a corpus. */
export interface InterfaceOptions extends SmokeTestOptions {
  /** Tolerance of all references, relative to the largest magnitude of a column. */
  relative?: number | undefined;
}

/**
 * Runs every interface of an FMU: the experiments with references, or else the default experiment.
 * Compares them, and proves a rollback. Yields the scores one by one, so that a crash keeps the
 * earlier ones. Throws a UserError if the FMU or its references cannot be read.
 */
export async function* interfaceScores(
  folder: string,
  unit: string,
  options: InterfaceOptions,
): AsyncGenerator<InterfaceScore> {
  const file = join(folder, unit);
  const fmu = await readFmuFile(file);
  await requireSignature(fmu.archive, [options.requireSignature], options.keyRing);
  const references = await ownReferences(folder, unit, fmu, options.relative);
  for (const kind of Object.keys(interfaceNames) as InterfaceKind[]) {
    if (fmu.description[kind] === undefined) continue;
    const own = references.filter((reference) => (reference.kind ?? kind) === kind);
    yield await scoreOf(fmu, kind, own, options);
  }
}

async function scoreOf(
  fmu: FmuArchive,
  kind: InterfaceKind,
  own: readonly OwnReference[],
  { allow }: InterfaceOptions,
): Promise<InterfaceScore> {
  const references: ReferenceScore[] = [];
  let isTried = false;
  const started = (): void => {
    isTried = true;
  };
  for (const reference of own) {
    const { experiment, why, ignored } = reference;
    const score =
      why === undefined
        ? await compared(fmu, reference, { kind, allow, events: true, started })
        : withoutRun(experiment, why);
    references.push({ ...score, ...(ignored && { ignored }) });
  }
  // References and inputs that cannot be used do not show whether the FMU runs.
  const fallback = isTried ? [] : [await defaultRun(fmu, { kind, allow })];
  const runs = [...fallback, ...references];
  const ran = runs.some(({ why }) => why === undefined);
  const why = ran ? undefined : runs[0].why;
  const rollback = ran ? await rollbackScoreOf(fmu, { kind, allow }) : { why: 'it does not run' };
  return { kind, ran, ...(why !== undefined && { why }), references, rollback };
}

/** Runs the default experiment without a comparison. */
async function defaultRun(fmu: FmuArchive, choice: Choice): Promise<{ why?: string }> {
  try {
    await runExperiment(fmu, { name: 'default' }, contentOf(fmu), choice);
    return {};
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { why: messageOf(error) };
  }
}

/**
 * Runs an experiment and compares it. If model exchange with an accurate solver deviates, explicit
 * Euler runs too, because results of a fixed step often come from it.
 */
async function compared(
  fmu: FmuArchive,
  { experiment, content }: OwnReference,
  choice: Choice,
): Promise<ReferenceScore> {
  try {
    const first = await runExperiment(fmu, experiment, content, choice);
    if (first.passed || choice.kind !== 'modelExchange') return scored(experiment, first);
    const solver = 'euler';
    const { fixedInternalStepSize: stepSize = experiment.stepSize } = fmu.description.coSimulation ?? {};
    const stepped = { ...experiment, ...(stepSize !== undefined && { stepSize }) };
    const second = await runExperiment(fmu, stepped, content, { ...choice, solver });
    return second.passed ? { ...scored(experiment, second), solver } : scored(experiment, first);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return withoutRun(experiment, messageOf(error));
  }
}

function withoutRun({ name }: Experiment, why: string): ReferenceScore {
  return { name, columns: 0, passed: false, tolerance: 0, missing: [], why };
}

function scored({ name, tolerance = 1e-3 }: Experiment, result: SmokeTestResult): ReferenceScore {
  const { deviations, missing, passed } = result;
  const share = ({ largest, allowed, passed: within }: Deviation): number =>
    Number.isNaN(largest) ? Infinity : within && allowed === 0 ? 0 : largest / allowed;
  const [worst] = [...deviations].sort((a, b) => share(b) - share(a));
  return {
    name,
    columns: deviations.length,
    passed: passed && deviations.length > 0,
    tolerance,
    missing: [...missing],
    ...(worst !== undefined && {
      worst: {
        column: worst.name,
        largest: Number.isNaN(worst.largest) ? null : worst.largest,
        allowed: worst.allowed,
        time: worst.time,
      },
    }),
  };
}

/** Returns the outputs and states, or all numbers of an FMU whose outputs are all clocked. */
function comparedNames(description: ModelDescription): string[] {
  const names = readIn({ description });
  if (names.length > 0) return names;
  const measured = measuringVariables(description.variables);
  return description.variables
    .filter((variable) => isNumber(variable) && variable.causality !== 'independent')
    .filter(({ name }) => !measured.has(name))
    .map(({ name }) => name);
}

async function rollbackScoreOf(
  { archive, description }: FmuArchive,
  { kind, allow }: Choice,
): Promise<RollbackScore> {
  const { startTime = 0, stopTime = startTime + 1, stepSize } = usableExperiment(description);
  try {
    const { binary } = await loadFmu(archive.file, { kind, allow });
    const known = rollbackOf(description, binary);
    if ('refused' in known) return { why: known.refused };
    const fmu = await openFmu(archive.file, { kind, allow });
    const H = stepOf({ description }, { stepSize }, stopTime - startTime);
    return await rollbackProof(fmu, { start: startTime, H, names: comparedNames(description) });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { why: messageOf(error) };
  }
}
