import { readModelDescription } from '../../fmu-sdk/description/read-model-description.ts';
import { isFloat } from '../../fmu-sdk/description/tables/attribute-codec.ts';
import { readInputs } from '../../master/system/checks/check-inputs.ts';
import { csvInputs } from '../../master/system/inputs/input-csv.ts';
import { inputRows } from '../../master/system/inputs/input-source.ts';
import { inputSources } from '../../master/system/inputs/input-sources.ts';
import type { InputValue, SystemUnit } from '../../master/system/system.ts';
import { Broken, holds, reads, type Target } from '../fuzz-target.ts';
import { mutateCsv } from '../mutate/mutate-csv.ts';
import { everyInput } from './example-units.ts';

const description = readModelDescription(everyInput, 'every-input.xml');
const units: SystemUnit[] = [
  { name: 'u', description, binary: { form: 'core' }, passedOver: undefined, values: [] },
];

const inputs = new Set(
  description.variables.filter(({ causality }) => causality === 'input').map(({ name }) => name),
);

/**
 * Files that drive inputs. What is accepted has the numbers of its texts, and times that do not
 * fall.
 */
export const csv: Target = {
  name: 'csv',
  about: 'CSV files that drive inputs',
  mutate: mutateCsv,
  hasForm: (bytes) => reads(() => csvInputs.read(bytes)),
  run: async (bytes) => {
    const rows = await inputRows('case.csv', bytes, inputSources);
    const series = readInputs({ file: 'case.csv', rows }, units, false);
    const [titles, ...data] = rows;
    const places = titles.flatMap((title, k) => (k > 0 && isInput(title) ? [k] : []));
    holds(series.length === places.length, 'a column is missing');
    series.forEach(({ port: { variable }, times, values }, k) => {
      holds(times.length === data.length && values.length === data.length, 'a row is missing');
      const converted = /\s\[[^\]]+\]$/.test(titles[places[k]]);
      data.forEach((row, i) => {
        if (times[i] !== Number(row[0])) throw new Broken(`the time ${row[0]} became ${times[i]}`);
        holds(i === 0 || times[i] >= times[i - 1], 'times fall');
        if (!keeps(variable.type, row[places[k]], values[i], converted))
          throw new Broken(`${row[places[k]]} became ${values[i]}`);
      });
    });
    return `accepted ${series.map(({ port }) => port.variable.type).join()} ${Math.min(9, data.length)}`;
  },
};

/**
 * Returns whether a column is an input. Other columns of results are skipped. A bracket after a
 * space is a unit of measure, as in `x [1]`.
 */
function isInput(title: string): boolean {
  const name = title.replace(/\s+\[[^\]]+\]$/, '').replace(/\[[\d, ]+\]$/, '');
  return inputs.has(name);
}

/** Returns whether a value equals its text. */
function keeps(type: string, text: string, value: InputValue, converted: boolean): boolean {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value) === text;
  if (/64$/.test(type) && typeof value === 'bigint')
    return /^[+-]?\d+(\.0*)?$/.test(text) && value === BigInt(text.replace(/^\+|\.0*$/g, ''));
  if (!Number.isFinite(value)) return false;
  if (type === 'Boolean')
    return value === (/^(true|1|1\.0)$/i.test(text) ? 1 : 0) && /^(true|false|[01](\.0)?)$/i.test(text);
  if (type === 'Enumeration') return value === 1 || value === 2;
  if (!isFloat(text)) return false;
  if (converted) return true;
  return value === (type === 'Float32' ? Math.fround(Number(text)) : Number(text));
}
