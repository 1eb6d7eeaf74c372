import type { Archive } from '../../archive/archive.ts';
import type { ModelDescription, Variable } from '../../description/description.ts';
import { printableName } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';

/** An open FMU. */
export interface OpenFmu {
  readonly archive: Archive;
  readonly description: ModelDescription;
}

const kinds = ['modelExchange', 'coSimulation', 'scheduledExecution'] as const;

/**
 * Returns the files of another FMU of the same model that this one lacks: binaries of other
 * platforms, and resources. Rejects another model, and files that differ.
 */
export async function mergedFiles(
  { archive, description }: OpenFmu,
  other: OpenFmu,
  operation: string,
): Promise<Map<string, Uint8Array>> {
  const refuse = (what: string, mine: string, theirs: string): never => {
    throw new UserError(
      `${operation}: merge ${other.archive.file}: expected ${what} ${printableName(mine)}, got ${printableName(theirs)}. Merge FMUs that one export made for several platforms.`,
    );
  };
  const equal = (what: string, mine = 'none', theirs = 'none'): void => {
    if (mine !== theirs) refuse(what, mine, theirs);
  };
  equal('FMI version', description.fmiVersion, other.description.fmiVersion);
  equal('instantiation token', description.instantiationToken, other.description.instantiationToken);
  for (const kind of kinds) {
    const words = `${kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} with`;
    equal(words, textOf(description[kind]), textOf(other.description[kind]));
  }
  const [mine, theirs] = [description.variables, other.description.variables];
  equal('number of variables', `${mine.length}`, `${theirs.length}`);
  for (const [i, variable] of mine.entries())
    equal(`variable ${printableName(variable.name)} as`, variableText(variable), variableText(theirs[i]));
  const added = new Map<string, Uint8Array>();
  for (const path of other.archive.paths) {
    if (!/^(binaries|resources)\//.test(path)) continue;
    const bytes = await other.archive.bytes(path);
    if (!archive.has(path)) added.set(path, bytes);
    else if (Buffer.compare(await archive.bytes(path), bytes) !== 0)
      throw new UserError(
        `${operation}: merge ${other.archive.file}: ${printableName(path)} differs in both FMUs. Drop its platform from one of them first, with --drop.`,
      );
  }
  if (![...added.keys()].some((path) => path.startsWith('binaries/')))
    throw new UserError(
      `${operation}: merge ${other.archive.file}: expected binaries of other platforms, got none. Name an FMU with another platform.`,
    );
  return added;
}

const textOf = (value: object | undefined): string | undefined => value && JSON.stringify(value);

const variableText = (variable: Variable): string => JSON.stringify(variable);
