import { parse } from 'csv-parse/sync';
import type { Series } from '../../fmu-sdk/archive/smoke-test/result-deviation.ts';
import { numberFrom } from '../../fmu-sdk/description/values/decimal-text.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';

/** Results as a unit's maker has them: times [s], not falling, and a column for each element of a variable. */
export interface Reference {
  readonly times: Float64Array;
  readonly columns: readonly Series[];
}

/** What to do about a table that came with a unit. */
const askMaker = "Ask the unit's maker for another smoke test.";

/** A table of results (CSV): `time` first; true and false count as 1 and 0. `next` is what to do about a wrong one. */
export function readReference(bytes: Uint8Array, file: string, next: string = askMaker): Reference {
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
  if (titles[0]?.toLowerCase() !== 'time') refuse('its first column is not "time"');
  if (values.length === 0) refuse('it has no row');
  if (new Set(titles).size !== titles.length) refuse('two of its columns have one name');
  const data = titles.map((title, k) =>
    Float64Array.from(
      values,
      (row, i) => numberAt(row[k]) ?? refuse(`row ${i + 1} of ${title} is "${row[k]}", which is no number`),
    ),
  );
  const [times] = data;
  if (times.some((t, i) => !Number.isFinite(t) || t < times[Math.max(0, i - 1)])) refuse('its times fall');
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
