import { packageVersion } from '../../../fmu-sdk/util/package-files.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { defaultMetrics } from '../metrics/default-metrics.ts';
import { type Metric, metricOf } from '../metrics/study-metric.ts';
import { designOf, type SampleDesign } from '../sampling/sampling.ts';
import { type Factor, factorOf, type Level } from '../sampling/study-factor.ts';
import {
  contents,
  identity,
  mergedArchives,
  referencedFiles,
  referenceOf,
  systemOf,
} from './study-configuration.ts';
import { type FactorFile, readStudyFile, type StudyFile } from './study-file.ts';
import { hashOf, StudyInputs } from './study-inputs.ts';
import type { Subject } from './study-path.ts';
import { rejectDuplicatePaths, type ValueSource } from './unique-factors.ts';

/** Checked study: its runs by number, and its metrics. */
export interface Plan {
  readonly file: string;
  readonly study: StudyFile;
  readonly bases: StudyInputs;
  readonly factors: readonly Factor[];
  readonly design: SampleDesign;
  readonly metrics: readonly Metric[];
  /** Sentences for the user, without a full stop. */
  readonly notes: readonly string[];
  readonly version: string;
}

/** Run of a study. */
export interface Configuration {
  readonly levels: readonly Level[];
  readonly subject: Subject;
  /** Reference system, if the study measures errors. */
  readonly reference: Subject | undefined;
  /** Hash of all that decides the outcome: system, values, file contents, metrics, version. */
  readonly hash: string;
  /** Hash of the contents of its FMUs and inputs. */
  readonly contents: string;
}

/** Reads a study with its systems and FMUs, and checks all that can be checked before a run. */
export async function readPlan(file: string): Promise<Plan> {
  const { value: study, where } = readStudyFile(file);
  const factors = study.vary.map((factor, i) => factorOf(factor, where(['vary', i])));
  const twice = factors.find(({ name }, i) => factors.findIndex((other) => other.name === name) !== i);
  if (twice !== undefined)
    throw new UserError(
      `${where(['vary'])}: two factors are named "${twice.name}". Give one of them another "name".`,
    );
  const metrics = Object.entries(study.metrics ?? {}).map(([name, metric]) =>
    metricOf(name, metric, where(['metrics', name])),
  );
  checkReference(study, metrics, where(['metrics']));
  checkLargestStep(study, metrics, where(['largestStep']));
  const design = designOf(factors, study.sample ?? {}, where(['sample']));
  const bases = new StudyInputs(file);
  const { systems, fmus } = referencedFiles(study);
  const subjects = await Promise.all(systems.map((path) => bases.read(path)));
  for (const subject of subjects)
    for (const fmu of fmus) await bases.unit(subject, bases.pathIn(subject, fmu));
  for (const { system, fmu } of mergedArchives(study)) await bases.unit(bases.subject(system), fmu);
  rejectDuplicatePaths(
    study.vary.map((factor, i) => placingOf(factor, factors[i].name, where(['vary', i]))),
    bases.subject(study.system),
    bases.describe,
  );
  const plan: Plan = {
    file,
    study,
    bases,
    factors,
    design,
    metrics,
    notes: [],
    version: packageVersion(),
  };
  // Report unknown paths before the first run.
  const { subject } = configuration(plan, 0);
  return study.metrics === undefined ? { ...plan, ...defaultMetrics(bases, subject) } : plan;
}

/** Reports whether each metric of a study gets an error band. */
export const hasBands = ({ error = false }: StudyFile): boolean => error !== false;

/** Returns run i of a study. */
export function configuration(plan: Plan, i: number): Configuration {
  const { bases, study, design, metrics, version } = plan;
  const levels = design.levels(i);
  const subject = systemOf(bases, study, levels);
  const hasErrors = metrics.some(({ measure }) => measure === 'error');
  const reference = hasErrors ? referenceOf(bases, study, levels) : undefined;
  const files = contents(bases, subject);
  const parts = [
    version,
    identity(bases, subject, files),
    reference && identity(bases, reference),
    [metrics, study.reference?.variables, study.largestStep, ...(hasBands(study) ? [study.error] : [])],
  ];
  const hash = hashOf(JSON.stringify(parts)).slice(0, 24);
  return { levels, subject, reference, hash, contents: hashOf(files).slice(0, 12) };
}

/** Returns the paths that a factor sets, for each of its variants. */
function placingOf({ set, variants }: FactorFile, name: string, where: string): ValueSource {
  const lists =
    variants === undefined
      ? [[set ?? []].flat()]
      : Object.values(variants).map(({ set = {} }) => Object.keys(set));
  return { name: `the factor "${name}"`, where, lists };
}

function checkReference({ reference }: StudyFile, metrics: readonly Metric[], where: string): void {
  const error = metrics.find(({ measure }) => measure === 'error');
  if (error !== undefined && reference === undefined)
    throw new UserError(
      `${where}: "${error.name}" is an error, so the study needs a "reference", such as { "set": { "algorithm.step": 1e-5 } }.`,
    );
}

function checkLargestStep(study: StudyFile, metrics: readonly Metric[], where: string): void {
  const { largestStep } = study;
  if (largestStep === undefined) return;
  const { from, to } = largestStep;
  if (hasBands(study))
    throw new UserError(
      `${where}: expected a fixed step for error bands, got a search for the largest step. Leave "error" out, or run the step that the search finds in a study of its own.`,
    );
  if (from > to) throw new UserError(`${where}: from ${from} s is above to ${to} s. Exchange them.`);
  for (const name of Object.keys(largestStep.while))
    if (!metrics.some((metric) => metric.name === name))
      throw new UserError(
        `${where}: unknown metric "${name}". Define it in "metrics". Defined are ${metrics.map((metric) => metric.name).join(', ') || 'none'}.`,
      );
}
