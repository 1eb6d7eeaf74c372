import type { Series } from '../../fmu-sdk/archive/smoke-test/result-deviation.ts';
import {
  elementCount,
  type ModelDescription,
  type Variable,
  variablesByName,
} from '../../fmu-sdk/description/description.ts';
import { indexText } from '../../fmu-sdk/description/tables/element-index.ts';
import { numberFrom } from '../../fmu-sdk/description/values/decimal-text.ts';
import { inFmiNotation } from '../../fmu-sdk/util/column-match.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import { csvInputs } from '../system/inputs/input-csv.ts';
import { isNumber, variableOf } from './compare-columns.ts';

/**
 * Reference results of an FMU: nondecreasing times [s], and a column for each variable or array
 * element. Columns of texts and of unknown variables are NaN.
 */
export interface Reference {
  readonly times: Float64Array;
  readonly columns: readonly Series[];
}

/** The file of a table, and the next step if it is invalid. */
export interface TableSource {
  readonly file: string;
  readonly next: string;
}

/**
 * Reads a table of results (CSV) with `time` first. true and false count as 1 and 0. A column of an
 * array may hold all elements, separated by spaces. `x(2,1)` is read as `x[2,1]`. In a table without
 * titles the columns are the outputs of the FMU.
 */
export function readReference(
  bytes: Uint8Array,
  { file, next }: TableSource,
  description: ModelDescription,
): Reference {
  const refuse = (what: string): never => {
    throw new UserError(`read ${file}: ${what}. ${next}`);
  };
  const rows = rowsOf(bytes, refuse);
  const [titles = [], ...values] = withTitles(rows, description);
  if (titles[0]?.toLowerCase() !== 'time') refuse('the first column must be "time"');
  if (values.length === 0) refuse('the table is empty');
  if (new Set(titles).size !== titles.length) refuse('two columns have the same name');
  const names = variablesByName(description);
  const numbers = (title: string, texts: readonly string[]): Float64Array =>
    Float64Array.from(
      texts,
      (text, i) => numberAt(text) ?? refuse(`expected a number in row ${i + 1} of ${title}, got "${text}"`),
    );
  const times = numbers(
    titles[0],
    values.map((row) => row[0]),
  );
  if (times.some((t, i) => !Number.isFinite(t) || t < times[Math.max(0, i - 1)]))
    refuse('the times decrease');
  const columns = titles.slice(1).flatMap((title, k): Series[] => {
    const texts = values.map((row) => row[k + 1]);
    const variable = names.get(title);
    if (variable !== undefined && isNumber(variable) && variable.dimensions.length > 0)
      return elementsOf(variable, texts, numbers);
    const name = names.has(title) ? title : inFmiNotation(title);
    const isText = texts.some((text) => numberAt(text) === undefined);
    if (isText && !isNumber(variableOf(name, names)))
      return [{ name, data: new Float64Array(texts.length).fill(Number.NaN) }];
    return [{ name, data: numbers(title, texts) }];
  });
  return { times, columns };
}

function rowsOf(bytes: Uint8Array, refuse: (what: string) => never): string[][] {
  try {
    return csvInputs.read(bytes) as string[][];
  } catch (error) {
    return refuse(messageOf(error));
  }
}

/** Adds titles to a table that begins with numbers, if it has a column for each output. */
function withTitles(rows: string[][], { variables }: ModelDescription): string[][] {
  const [first = []] = rows;
  if (first.length === 0 || numberFrom(first[0]) === undefined) return rows;
  const outputs = variables.filter(({ causality }) => causality === 'output');
  const names = outputs.flatMap((variable) =>
    Array.from({ length: elementCount(variable) }, (_, i) => variable.name + indexText(variable, i)),
  );
  return names.length === first.length - 1 ? [['time', ...names], ...rows] : rows;
}

/** Returns a column for each element of an array, from texts with all elements. */
function elementsOf(
  variable: Variable,
  texts: readonly string[],
  numbers: (title: string, texts: readonly string[]) => Float64Array,
): Series[] {
  const parts = texts.map((text) => text.trim().split(/\s+/));
  return Array.from({ length: elementCount(variable) }, (_, i) => {
    const name = variable.name + indexText(variable, i);
    return {
      name,
      data: numbers(
        name,
        parts.map((row) => row[i] ?? ''),
      ),
    };
  });
}

const words: Readonly<Record<string, number>> = {
  true: 1,
  false: 0,
  nan: Number.NaN,
  inf: Infinity,
  '-inf': -Infinity,
  infinity: Infinity,
  '-infinity': -Infinity,
};

function numberAt(text: string): number | undefined {
  return numberFrom(text) ?? words[text.toLowerCase()];
}
