import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { readDescription } from '../../../fmu-sdk/archive/read-description.ts';
import { editFmu } from '../../../fmu-sdk/build/edit/edit-fmu.ts';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { withNoun } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { setValuesOf, splitSetOption } from '../../system/parse-set-option.ts';
import { readPorts } from './ports-table.ts';

/** Arguments of `fmu edit`. */
export interface EditArguments {
  file: string;
  rename: string[];
  hide: string[];
  set: string[];
  describe: string[];
  unitOfMeasure?: string[];
  ports?: string;
  startTime?: number;
  stopTime?: number;
  stepSize?: number;
  tolerance?: number;
  drop: string[];
  merge: string[];
  output?: string;
  inPlace?: boolean;
}

/** Edits an FMU and writes it. Returns the file, its size and lines for the user. */
export async function edit(args: EditArguments): Promise<{ file: string; bytes: number; lines: string[] }> {
  const { file, startTime, stopTime, stepSize, tolerance, drop, merge } = args;
  const output = outputOf(args);
  const { description } = await readDescription(await openArchive(file));
  const table = args.ports === undefined ? undefined : readPorts(args.ports, description);
  const rename = pairs('rename', args.rename, 'old=new', table?.rename);
  const describe = pairs('describe', args.describe, 'name=text', table?.describe);
  const units = pairs('unit-of-measure', args.unitOfMeasure ?? [], 'name=unit', table?.units);
  const hide = new Set([...(table?.hide ?? []), ...args.hide]);
  const texts = pairs('set', args.set, 'name=value', table?.start);
  const { parameters, start: others } = setValuesOf(
    description,
    [...texts].map(([name, value]) => [name, value, name] as const),
  );
  const start = new Map(Object.entries({ ...parameters, ...others }));
  const experiment = { startTime, stopTime, stepSize, tolerance };
  const times = Object.values(experiment).filter((value) => value !== undefined).length;
  const counts: [number, string, string][] = [
    [rename.size, 'renamed', 'variable'],
    [hide.size, 'hidden', 'variable'],
    [start.size, 'set', 'start value'],
    [describe.size, 'described', 'variable'],
    [units.size, 'set', 'unit of measure'],
    [times, 'set', 'value of the default experiment'],
  ];
  const changed = counts.filter(([count]) => count > 0);
  if (changed.length + drop.length + merge.length === 0)
    throw new UserError(
      `edit ${file}: expected an edit, such as --rename old=new, got none. See fmu edit --help.`,
    );
  const edited = await editFmu(file, { rename, hide, start, describe, units, experiment, drop, merge });
  writeAtomically(output, edited.fmu);
  const lines = [
    ...changed.map(([count, verb, noun]) => `${verb} ${plural(count, noun)}`),
    ...drop.map((part) => `dropped ${part}`),
    ...merge.map((other) => `merged the platforms of ${other}`),
    ...edited.notes.map((note) => `${note}.`),
  ];
  return { file: output, bytes: edited.fmu.length, lines };
}

function plural(count: number, noun: string): string {
  const [, first, rest = ''] = /^(.*?)( of .*)?$/.exec(noun) ?? [];
  return withNoun(count, first) + rest;
}

/** Returns the file to write. The input is replaced only on request. */
function outputOf({ file, output, inPlace, ports, merge }: EditArguments): string {
  if (inPlace === true && output !== undefined)
    throw new UserError(`edit ${file}: expected --output or --in-place, got both. Leave one of them out.`);
  if (inPlace === true) return file;
  if (output === undefined)
    throw new UserError(
      `edit ${file}: expected -o <output>, got none. Name a file, or replace the FMU with --in-place.`,
    );
  requireDistinctPaths(`edit ${file}: write`, output, [
    file,
    ...merge,
    ...(ports === undefined ? [] : [ports]),
  ]);
  return output;
}

/** Parses `name=value` texts. A table gives further ones, and the command line may not repeat them. */
function pairs(
  option: string,
  texts: readonly string[],
  form: string,
  table: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const result = new Map(table);
  for (const text of texts) {
    const { name, value } = splitSetOption(text, form);
    if (result.has(name))
      throw new UserError(`edit: --${option} ${text}: ${name} was given before. Remove one of them.`);
    result.set(name, value);
  }
  return result;
}
