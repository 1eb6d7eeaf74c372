import { parse } from 'csv-parse/sync';
import { utf8Text } from '../../fmu-sdk/utf8.ts';
import type { InputSource } from './input-source.ts';

/** Fields of a file: a gigabyte once they are read. */
const mostFields = 20_000_000;

export const csvInputs: InputSource = {
  name: 'CSV',
  extensions: ['.csv'],
  read: (content) => {
    if (fieldsOf(content) > mostFields)
      throw new Error(`it has more than ${mostFields} fields; a run needs no more than one row a step`);
    return parse(utf8Text(content), { bom: true, skip_empty_lines: true, trim: true });
  },
};

/** No fewer fields than the file has: a comma in quotes counts as well. */
function fieldsOf(content: Uint8Array): number {
  let count = 1;
  for (let i = 0; i < content.length; i++) if (content[i] === 0x2c || content[i] === 0x0a) count++;
  return count;
}
