import { parse } from 'csv-parse/sync';
import type { InputSource } from './input-source.ts';

export const csvInputs: InputSource = {
  name: 'CSV',
  extensions: ['.csv'],
  read: (content) => parse(content, { bom: true, skip_empty_lines: true, trim: true }),
};
