import { dirname, relative, resolve } from 'node:path';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { makeFolder } from '../../../fmu-sdk/util/files/make-folder.ts';
import { requireSchema } from '../../../fmu-sdk/util/json/json-file.ts';
import { kindText } from '../../../fmu-sdk/util/printable.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type StudyFile, schema } from './study-file.ts';

/**
 * Writes the content of a study to `<output>.study.json`, so that its runs can be repeated. Paths of
 * systems start at the working directory, and in the file at its folder. Returns the file.
 */
export function writeStudyFile(study: StudyFile, output: string | undefined): string {
  requireContent(study);
  const file = `${output ?? `results/${study.name}`}.study.json`;
  const folder = resolve(dirname(file));
  const placed = (path: string): string => relative(folder, resolve(path)).replaceAll('\\', '/');
  const { system, reference, vary } = study;
  const withPlaced = <T extends { system?: string }>(part: T): T =>
    part.system === undefined ? part : { ...part, system: placed(part.system) };
  const written = {
    ...study,
    system: placed(system),
    ...(reference && { reference: withPlaced(reference) }),
    vary: vary.map((factor) => ({
      ...factor,
      ...(factor.variants && {
        variants: Object.fromEntries(
          Object.entries(factor.variants).map(([name, variant]) => [name, withPlaced(variant)]),
        ),
      }),
    })),
  };
  const text = textOf(written);
  makeFolder(folder);
  writeAtomically(file, text);
  return file;
}

function textOf(study: StudyFile): string {
  try {
    return `${JSON.stringify(study, undefined, 2)}\n`;
  } catch (error) {
    throw new UserError(`study ${study.name}: ${messageOf(error)}. Use values that JSON supports.`);
  }
}

/** Rejects values that are not the content of a study, for callers without types. */
function requireContent(study: unknown): asserts study is StudyFile {
  const isObject = typeof study === 'object' && study !== null;
  const system = isObject && 'system' in study ? study.system : undefined;
  if (system === undefined || (typeof system === 'object' && system !== null))
    throw new UserError(
      `study: expected the path of a study file or its content, such as { name, system: 'chain.json', vary: [{ set: 'first.T', values: [1, 2] }] }, got ${system !== undefined ? 'a system in place of its path' : isObject ? 'an object without "system"' : kindText(study)}.`,
    );
  requireSchema(schema, study, (path) => `study /${path.join('/')}`, 'study');
}
