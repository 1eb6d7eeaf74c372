import { readModelDescription } from '../../fmu-sdk/description/read.ts';
import { numberFrom } from '../../fmu-sdk/values/decimal.ts';
import { inputRows } from '../../master/system/input-source.ts';
import { inputSources } from '../../master/system/input-sources.ts';
import { readInputs } from '../../master/system/inputs.ts';
import type { SystemUnit } from '../../master/system/system.ts';
import { mutateCsv } from '../mutate/csv.ts';
import { holds, type Target } from '../target.ts';
import { everyInput } from './units.ts';

const description = readModelDescription(everyInput, 'every-input.xml');
const units: SystemUnit[] = [{ name: 'u', description, binary: { form: 'core' }, passedOver: undefined, values: [] }];

/** Files that drive inputs. What is accepted has the numbers of its texts, and times that do not fall. */
export const csv: Target = {
  name: 'csv',
  about: 'CSV files that drive inputs',
  mutate: mutateCsv,
  run: async (bytes) => {
    const rows = await inputRows('case.csv', bytes, inputSources);
    const series = readInputs({ file: 'case.csv', rows }, units, false);
    const [titles, ...data] = rows;
    holds(series.length === titles.length - 1, 'a column is missing');
    series.forEach(({ port, times, values }, k) => {
      holds(times.length === data.length && values.length === data.length, 'a row is missing');
      const converted = /\]$/.test(titles[k + 1]) && !/^\S+$/.test(titles[k + 1]);
      data.forEach((row, i) => {
        holds(times[i] === Number(row[0]), `the time ${row[0]} became ${times[i]}`);
        holds(i === 0 || times[i] >= times[i - 1], 'times fall');
        const text = row[k + 1];
        if (port.variable.type === 'Float64' && !converted)
          holds(values[i] === Number(text), `${text} became ${values[i]}`);
        if (/Int64/.test(port.variable.type)) holds(values[i] === BigInt(text.replace('+', '')), `${text} became ${values[i]}`);
        if (/^U?Int(8|16|32)$/.test(port.variable.type))
          holds(Number.isInteger(values[i]) && values[i] === Number(text), `${text} became ${values[i]}`);
        holds(/Int64/.test(port.variable.type) || Number.isFinite(values[i]), `${text} became ${values[i]}`);
        if (text !== undefined && numberFrom(text) === undefined)
          holds(/Boolean|Enumeration/.test(port.variable.type), `${text} was taken for a number`);
      });
    });
    return `accepted ${series.map(({ port }) => port.variable.type).join()} ${Math.min(9, data.length)}`;
  },
};
