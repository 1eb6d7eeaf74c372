import { byExtension, type Registry } from '../../../fmu-sdk/util/registry.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/** Format of input files, chosen by the file extension. */
export interface InputSource {
  readonly name: string;
  /** File extensions of this format with their dot: `.csv`. */
  readonly extensions: readonly string[];
  /**
   * Returns the rows of a file, the titles first. Titles are `time` [s] and one for each element of
   * an input (`unit.input`, `unit.input[2,1]`). A title may end in a unit of measure to convert
   * from (`crane.s [mm]`). Values are texts, so that all digits are preserved. All rows have the
   * same length. Throws an Error if the content is invalid.
   */
  read(content: Uint8Array): string[][] | Promise<string[][]>;
  /**
   * Returns the line in which a row ends, both counted from 1, for errors. Default: the row number.
   */
  line?(content: Uint8Array, row: number): number;
}

/**
 * Returns the rows of an input file in the format of its extension. Throws a UserError if the
 * format is unknown or the content is invalid.
 */
export async function inputRows(
  file: string,
  content: Uint8Array,
  sources: Registry<InputSource>,
): Promise<string[][]> {
  const ending = /\.[^./\\]*$/.exec(file)?.[0].toLowerCase() ?? '';
  const source = byExtension(sources, file);
  const endings = sources.all.flatMap(({ extensions }) => extensions);
  if (source === undefined)
    throw new UserError(
      `inputs ${file}: unknown input format "${ending}". ${endings.length === 0 ? 'Input files are not supported here.' : `Use a file that ends in ${endings.join(', ')}.`}`,
    );
  try {
    return requireRectangular(await source.read(content));
  } catch (error) {
    throw inputFault(file, error, source.name);
  }
}

/** Returns the error about a file whose content is invalid. */
export function inputFault(file: string, error: unknown, format: string): UserError {
  return new UserError(
    `inputs ${file}: ${error instanceof Error ? error.message : String(error)}. Use a ${format} file with the columns time, <input>, ….`,
  );
}

/** Returns a function from a row to the line of the file in which it ends, both counted from 1. */
export function inputLine(
  file: string,
  content: Uint8Array,
  sources: Registry<InputSource>,
): (row: number) => number {
  const source = byExtension(sources, file);
  return (row) => {
    try {
      const line = source?.line?.(content, row);
      return Number.isInteger(line) ? (line as number) : row;
    } catch {
      // Failing here would hide the error that asked for the line.
      return row;
    }
  };
}

/** Requires rows of texts with as many fields as there are titles. */
function requireRectangular(rows: string[][]): string[][] {
  if (!Array.isArray(rows) || !rows.every(isRow)) throw new Error('expected each row as an array of strings');
  const ragged = rows.findIndex((row) => row.length !== rows[0].length);
  if (ragged < 0) return rows;
  throw new Error(`row ${ragged} has ${rows[ragged].length} fields, but there are ${rows[0].length} titles`);
}

function isRow(row: unknown): boolean {
  return Array.isArray(row) && row.every((field) => typeof field === 'string');
}
