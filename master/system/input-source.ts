import { byEnding, type Registry } from '../../fmu-sdk/util/registry.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';

/** A form of files that drive inputs, chosen by the ending of the file's name. */
export interface InputSource {
  readonly name: string;
  /** Endings of files in this form, with their dot: `.csv`. */
  readonly extensions: readonly string[];
  /**
   * The rows of a file: first the titles, `time` [s] and one for each element of an input (`unit.input`, `unit.input[2,1]`,
   * with a unit of measure to convert from where one is given, `crane.s [mm]`), then the values as texts, which keeps all
   * digits; every row as long as the first. Throws an Error that says what is wrong with the content.
   */
  read(content: Uint8Array): string[][] | Promise<string[][]>;
  /** The line that a row ends in, both counted from 1, which an error of its values names; the row itself where left out. */
  line?(content: Uint8Array, row: number): number;
}

/** The rows of a file of inputs, in the form that its ending names; a UserError where it has none or cannot be read. */
export async function inputRows(
  file: string,
  content: Uint8Array,
  sources: Registry<InputSource>,
): Promise<string[][]> {
  const ending = /\.[^./\\]*$/.exec(file)?.[0].toLowerCase() ?? '';
  const source = byEnding(sources, file);
  const endings = sources.all.flatMap(({ extensions }) => extensions);
  if (source === undefined)
    throw new UserError(
      `inputs ${file}: there is no form of inputs "${ending}". ${endings.length === 0 ? 'None is read here.' : `Give a file that ends in ${endings.join(', ')}.`}`,
    );
  try {
    return whole(await source.read(content));
  } catch (error) {
    throw new UserError(
      `inputs ${file}: ${error instanceof Error ? error.message : String(error)}. Give a ${source.name} file with the columns time, <input>, ….`,
    );
  }
}

/** The line of a file of inputs that one of its rows ends in, both counted from 1. */
export function inputLine(
  file: string,
  content: Uint8Array,
  sources: Registry<InputSource>,
): (row: number) => number {
  const source = byEnding(sources, file);
  return (row) => {
    try {
      const line = source?.line?.(content, row);
      return Number.isInteger(line) ? (line as number) : row;
    } catch {
      // The error that it is asked for is what matters.
      return row;
    }
  };
}

/** The rows as they are; an Error where they are no texts, or one has more or fewer fields than there are titles. */
function whole(rows: string[][]): string[][] {
  if (!Array.isArray(rows) || !rows.every(isRow)) throw new Error('its rows are no lists of texts');
  const ragged = rows.findIndex((row) => row.length !== rows[0].length);
  if (ragged < 0) return rows;
  throw new Error(`row ${ragged} has ${rows[ragged].length} fields, and there are ${rows[0].length} titles`);
}

function isRow(row: unknown): boolean {
  return Array.isArray(row) && row.every((field) => typeof field === 'string');
}
