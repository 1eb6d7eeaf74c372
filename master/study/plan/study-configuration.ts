import type { ParameterValue, SystemFile } from '../../system/system.ts';
import { systemAt } from '../../system/system-file.ts';
import { mergePatch } from '../sampling/merge-patch.ts';
import type { Level } from '../sampling/study-factor.ts';
import type { Settings, StudyFile } from './study-file.ts';
import type { StudyInputs } from './study-inputs.ts';
import { type Subject, withValue } from './study-path.ts';

type Edit = readonly [place: string, value: ParameterValue];

/**
 * Returns the system of a run: the base or a variant, with the settings of the study and the
 * levels.
 */
export function systemOf(bases: StudyInputs, study: StudyFile, levels: readonly Level[]): Subject {
  const path = levels.flatMap(({ system }) => system ?? []).at(-1) ?? study.system;
  const shared: Edit[] = Object.entries(study.set ?? {});
  const edits: Edit[] = levels.flatMap(({ set }) => set);
  const isMerged = levels.some(({ merge }) => merge !== undefined);
  const base = isMerged
    ? applyEdits(bases, applyMerges(bases.subject(path), levels), shared)
    : bases.settled(path, (subject) => applyEdits(bases, subject, shared));
  return applyEdits(bases, base, edits);
}

/**
 * Merges the parts that variants replace. The result is checked before it runs, like any system.
 */
function applyMerges(subject: Subject, levels: readonly Level[]): Subject {
  const patches = levels.flatMap(({ merge }) => merge ?? []);
  if (patches.length === 0) return subject;
  const system = patches.reduce<unknown>(mergePatch, subject.system) as Subject['system'];
  return { ...subject, system: systemAt(system, subject.file).value };
}

/** Returns the system of the reference run of a run. */
export function referenceOf(bases: StudyInputs, study: StudyFile, levels: readonly Level[]): Subject {
  const { system, set = {} } = study.reference ?? {};
  // Another system lacks the varied parameters. Its settings are in the reference.
  const base = system === undefined ? systemOf(bases, study, levels) : bases.subject(system);
  return applyEdits(bases, base, Object.entries(set));
}

/** Sets values at paths. File paths are relative to the study file. */
export function applyEdits(bases: StudyInputs, subject: Subject, edits: readonly Edit[]): Subject {
  for (const [place, value] of edits) {
    const path = isPath.test(place) && typeof value === 'string';
    subject = withValue(subject, place, path ? bases.pathIn(subject, value) : value, bases.describe);
  }
  return subject;
}

/** Settings whose values are files. */
const isPath = /^(inputs|(units\..+\.)?fmu)$/;

/**
 * Returns a text that identifies a run: the system with all settings, and the content of every
 * file.
 */
export function identity(
  bases: StudyInputs,
  subject: Subject,
  files: string = contents(bases, subject),
): string {
  const { name: _, description: __, ...decides } = subject.system;
  return `${textOf(decides)} ${files}`;
}

/** Returns the files of a system with hashes of their bytes. */
export function contents(bases: StudyInputs, { file, system }: Subject): string {
  const { units, inputs } = system;
  const paths = Object.values(units).map(({ fmu }) => fmu);
  if (inputs !== undefined) paths.push(inputs);
  return paths.map((path) => `${path} ${bases.hashOf({ file }, path)}`).join('\n');
}

function textOf(system: object): string {
  return JSON.stringify(system, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
}

/**
 * Returns the paths of systems and FMUs that a study names besides its base: in variants, in the
 * reference, and in values of `….fmu`.
 */
export function referencedFiles(study: StudyFile): { systems: string[]; fmus: string[] } {
  const variants = study.vary.flatMap((factor) => Object.values(factor.variants ?? {}));
  const systems = [study.system, study.reference?.system, ...variants.map(({ system }) => system)];
  const settings: Settings[] = [
    study.set ?? {},
    study.reference?.set ?? {},
    ...variants.map(({ set }) => set ?? {}),
  ];
  const single = settings.flatMap((set) => Object.entries(set));
  const varied = study.vary.flatMap(({ set, values = [] }) =>
    [set ?? []].flat().flatMap((place) => values.map((value): [string, ParameterValue] => [place, value])),
  );
  const fmus = [...single, ...varied].flatMap(([place, value]) =>
    place !== 'inputs' && isPath.test(place) && typeof value === 'string' ? [value] : [],
  );
  return { systems: [...new Set(systems.filter((path) => path !== undefined))], fmus: [...new Set(fmus)] };
}

/** Returns the archives that variants replace by merging, each with the path of its system. */
export function mergedArchives(study: StudyFile): { system: string; fmu: string }[] {
  const variants = study.vary.flatMap((factor) => Object.values(factor.variants ?? {}));
  return variants.flatMap(({ system = study.system, merge = {} }) => {
    const { units } = merge as Partial<SystemFile>;
    if (typeof units !== 'object' || units === null) return [];
    return Object.values(units).flatMap((unit) =>
      typeof unit?.fmu === 'string' ? [{ system, fmu: unit.fmu }] : [],
    );
  });
}
