import { parse } from 'csv-parse/sync';
import type { Series } from '../../fmu-sdk/archive/smoke-test/result-deviation.ts';
import { numberFrom } from '../../fmu-sdk/description/values/decimal-text.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';

/**
 * Reference results of an FMU: nondecreasing times [s], and a column for each variable or array
 * element.
 */
export interface Reference {
  readonly times: Float64Array;
  readonly columns: readonly Series[];
}

/** Next step for an invalid table inside an FMU. */
const askAuthor = 'Ask the author of the FMU for another smoke test.';

/**
 * Reads a table of results (CSV) with `time` first. true and false count as 1 and 0. `next` is the
 * next step for an invalid table.
 */
export function readReference(bytes: Uint8Array, file: string, next: string = askAuthor): Reference {
  const refuse = (what: string): never => {
    throw new UserError(`read ${file}: ${what}. ${next}`);
  };
  let rows: string[][];
  try {
    rows = parse(Buffer.from(bytes), { bom: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    return refuse(messageOf(error));
  }
  const [titles = [], ...values] = rows;
  if (titles[0]?.toLowerCase() !== 'time') refuse('the first column must be "time"');
  if (values.length === 0) refuse('the table is empty');
  if (new Set(titles).size !== titles.length) refuse('two columns have the same name');
  const data = titles.map((title, k) =>
    Float64Array.from(
      values,
      (row, i) =>
        numberAt(row[k]) ?? refuse(`expected a number in row ${i + 1} of ${title}, got "${row[k]}"`),
    ),
  );
  const [times] = data;
  if (times.some((t, i) => !Number.isFinite(t) || t < times[Math.max(0, i - 1)]))
    refuse('the times decrease');
  return { times, columns: titles.slice(1).map((name, k) => ({ name, data: data[k + 1] })) };
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
